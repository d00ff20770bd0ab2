// Compiled into SiderealBoot: names of Foundation, which the sources use with the meaning of Apple's Foundation.
@_exported import AppleFoundation

typealias FileManager = AppleFileManager
