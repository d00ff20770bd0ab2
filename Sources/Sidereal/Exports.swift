// One import suffices for an app: the types of base, core and storage are part of this module.
@_exported public import SiderealBase
@_exported public import SiderealCore
@_exported public import SiderealStorage
