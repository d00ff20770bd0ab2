// One import suffices for an app: the core's types are part of this module's API.
@_exported public import SiderealCore
