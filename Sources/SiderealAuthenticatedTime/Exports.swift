// A clock of SiderealTime asks the servers of these protocols.
@_exported public import SiderealTime
