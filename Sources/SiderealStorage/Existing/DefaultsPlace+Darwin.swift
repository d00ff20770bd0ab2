#if canImport(Darwin)
    import Foundation

    /// Where UserDefaults keeps a domain: in the home's preferences, or in those of the app group of the suite's name.
    enum DefaultsPlace {
        /// The system's daemon writes what was set, soon, and after this process's end, too.
        static let writesNeedSync = false
        static let standardNeedsSync = false

        static func name(suite: String?) -> String {
            suite ?? Bundle.main.bundleIdentifier ?? ProcessInfo.processInfo.processName
        }

        static func files(suite: String?) -> [String] {
            let file = "/Library/Preferences/\(name(suite: suite)).plist"
            var files = [NSHomeDirectory() + file]
            if let suite,
                let group = FileManager.default.containerURL(forSecurityApplicationGroupIdentifier: suite)
            {
                files.append(group.path + file)
            }
            return files
        }
    }
#endif
