// One import suffices for an app: the gate and the causes of the base are part of this module.
@_exported public import SiderealGate
