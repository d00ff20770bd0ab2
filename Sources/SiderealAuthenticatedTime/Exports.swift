// SiderealTime's TrustedClock polls the servers of the protocols in this module.
@_exported public import SiderealTime
