#if canImport(Darwin)
    import Foundation

    extension DefaultsPlace {
        /// That of a suite, or of the standard defaults.
        static func system(suite: String?) -> DefaultsPlace {
            apple(
                suite: suite, application: Bundle.main.bundleIdentifier ?? ProcessInfo.processInfo.processName,
                bundle: Bundle.main.bundlePath, home: NSHomeDirectory(),
                group: suite.flatMap {
                    FileManager.default.containerURL(forSecurityApplicationGroupIdentifier: $0)?.path
                })
        }
    }
#endif
