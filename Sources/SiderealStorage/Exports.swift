@_exported public import SiderealBase
