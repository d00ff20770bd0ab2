#if !canImport(Darwin)
    import FoundationEssentials
    import SiderealSystem

    extension DefaultsPlace {
        /// Returns the place where this system keeps a suite or the standard defaults. The file is `<domain>.plist` in
        /// `$XDG_CONFIG_HOME`, or else in `~/.config`.
        static func system(suite: String?) -> DefaultsPlace {
            let name = suite ?? ProcessInfo.processInfo.processName
            let environment = ProcessInfo.processInfo.environment
            var directory = environment["XDG_CONFIG_HOME"] ?? ""
            if !directory.isAbsolutePath {
                directory =
                    (environment["HOME"] ?? FileManager.default.homeDirectoryForCurrentUser.path) + "/.config"
            }
            return DefaultsPlace(
                name: name, file: "\(directory)/\(name).plist", writesNeedSync: true, standardNeedsSync: true)
        }

        /// Returns `nil`, since Linux has no app groups.
        static func problem(ofSuite suite: String?) -> String? { nil }
    }
#endif
