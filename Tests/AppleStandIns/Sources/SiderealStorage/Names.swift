// Compiled into SiderealStorage: names of Foundation, which the sources use with the meaning of Apple's Foundation.
@_exported import AppleFoundation

typealias Bundle = AppleBundle
typealias FileManager = AppleFileManager
typealias NSObject = AppleObject

// swift-format-ignore: AlwaysUseLowerCamelCase
func NSHomeDirectory() -> String { InstalledApp.current.home }
