// A server of these protocols is asked by a clock of that module.
@_exported public import SiderealTime
