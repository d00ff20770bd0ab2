// Compiled into SiderealGate: names of Foundation, which the sources use with the meaning of Apple's Foundation.
@_exported import AppleFoundation

typealias Bundle = AppleBundle
typealias FileManager = AppleFileManager
typealias URLResourceValues = AppleResourceValues
