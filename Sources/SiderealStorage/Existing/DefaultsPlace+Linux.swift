#if !canImport(Darwin)
    import Foundation

    /// Where UserDefaults keeps a domain: `$XDG_CONFIG_HOME/<domain>.plist`, or the same in `~/.config`.
    enum DefaultsPlace {
        /// What is set is written by `synchronize` alone, and lost otherwise.
        static let writesNeedSync = true
        /// The standard domain by its name is another cache than the one that `UserDefaults.standard` writes to.
        static let standardNeedsSync = true

        static func name(suite: String?) -> String {
            suite ?? ProcessInfo.processInfo.processName
        }

        static func files(suite: String?) -> [String] {
            let environment = ProcessInfo.processInfo.environment
            let file = "/\(name(suite: suite)).plist"
            if let directory = environment["XDG_CONFIG_HOME"], directory.hasPrefix("/") { return [directory + file] }
            let home = environment["HOME"] ?? FileManager.default.homeDirectoryForCurrentUser.path
            return [home + "/.config" + file]
        }
    }
#endif
