import SiderealSystem

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Where this process keeps things, unless the caller says otherwise.
package enum StandardDirectories {
    /// What has to be readable always, and stays on this device: Application Support on Apple platforms; elsewhere
    /// `$XDG_STATE_HOME/sidereal`, or `~/.local/state/sidereal` where that is unset or, against the XDG Base Directory
    /// Specification, not absolute. Nil where there is no such place.
    package static func state(environment: [String: String] = ProcessInfo.processInfo.environment) -> String? {
        #if canImport(Darwin)
            return support?.appendingPathComponent("sidereal", isDirectory: true).path
        #else
            return base("XDG_STATE_HOME", "/.local/state", environment).map { $0 + "/sidereal" }
        #endif
    }

    /// What the app stores: a directory of its own in Application Support on Apple platforms; elsewhere in
    /// `$XDG_DATA_HOME` or `~/.local/share`, by the same rule.
    package static func data(environment: [String: String] = ProcessInfo.processInfo.environment) -> String? {
        #if canImport(Darwin)
            return support?.appendingPathComponent(directoryName(applicationName), isDirectory: true)
                .appendingPathComponent("Store", isDirectory: true).path
        #else
            return base("XDG_DATA_HOME", "/.local/share", environment).map {
                $0 + "/" + directoryName(applicationName) + "/store"
            }
        #endif
    }

    /// The app's bundle identifier, or the name of the executable.
    package static var applicationName: String {
        #if canImport(Darwin)
            if let identifier = Bundle.main.bundleIdentifier { return identifier }
        #endif
        let name = ProcessInfo.processInfo.processName
        return name.isEmpty ? "process" : name
    }

    /// A name as that of one directory, whatever the process calls itself.
    package static func directoryName(_ name: String) -> String {
        let name = String(String.UnicodeScalarView(name.unicodeScalars.map { $0 == "/" || $0 == "\0" ? "_" : $0 }))
        return name.isEmpty || name == "." || name == ".." ? "process" : name
    }

    #if canImport(Darwin)
        private static var support: URL? {
            FileManager.default.urls(for: .applicationSupportDirectory, in: .userDomainMask).first
        }
    #else
        private static func base(
            _ variable: String, _ belowHome: String, _ environment: [String: String]
        ) -> String? {
            if let base = environment[variable], base.isAbsolutePath { return base }
            let home = environment["HOME"] ?? FileManager.default.homeDirectoryForCurrentUser.path
            return home.isAbsolutePath ? home + belowHome : nil
        }
    #endif
}
