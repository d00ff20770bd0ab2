// The TrustedClock of SiderealTime polls the servers of these protocols.
@_exported public import SiderealTime
