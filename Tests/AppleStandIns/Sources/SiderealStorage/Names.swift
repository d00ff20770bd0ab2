// Compiled into SiderealStorage: the names of Foundation under which the sources mean what Apple's Foundation does.
@_exported import AppleFoundation

typealias Bundle = AppleBundle
typealias FileManager = AppleFileManager

// swift-format-ignore: AlwaysUseLowerCamelCase
func NSHomeDirectory() -> String { InstalledApp.current.home }
