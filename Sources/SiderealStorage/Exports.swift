@_exported public import SiderealCore
