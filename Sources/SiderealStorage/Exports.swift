// One import is enough for an app: this module re-exports the gate and the base's causes.
@_exported public import SiderealGate
