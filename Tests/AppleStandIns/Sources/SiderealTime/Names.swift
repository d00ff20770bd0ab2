// Compiled into SiderealTime: what Linux's Foundation lacks, and its networking, which is a module of its own there.
@_exported import AppleFoundation
@_exported import FoundationNetworking
