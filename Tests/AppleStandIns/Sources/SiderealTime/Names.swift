// Compiled into SiderealTime: the names of Foundation under which the sources mean what Apple's Foundation does, and
// its networking, which is a module of its own on Linux.
@_exported import AppleFoundation
@_exported import FoundationNetworking

typealias FileManager = AppleFileManager
