// One import suffices for an app: the types of core and gate are part of this module.
@_exported public import SiderealCore
@_exported public import SiderealGate
