// Compiled into SiderealTime: what Linux's Foundation lacks, and its networking, which is a separate module there.
@_exported import AppleFoundation
@_exported import FoundationNetworking
