// Compiled into SiderealBoot: the names of Foundation under which the sources mean what Apple's Foundation does.
@_exported import AppleFoundation

typealias FileManager = AppleFileManager
