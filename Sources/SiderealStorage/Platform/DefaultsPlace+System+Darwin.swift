#if canImport(Darwin)
    import Foundation
    import SiderealGate

    extension DefaultsPlace {
        /// Returns the place of a suite, or of the standard defaults.
        static func system(suite: String?) -> DefaultsPlace {
            apple(
                suite: suite, application: Bundle.main.bundleIdentifier ?? ProcessInfo.processInfo.processName,
                bundle: Bundle.main.bundlePath, home: NSHomeDirectory(),
                group: suite.flatMap {
                    FileManager.default.containerURL(forSecurityApplicationGroupIdentifier: $0)?.path
                })
        }

        /// Returns the reason why this process has no access to the suite, or `nil` if it has. Without access the suite
        /// would be a private one.
        static func problem(ofSuite suite: String?) -> String? {
            guard let suite, suite.hasPrefix("group."), StandardDirectories.data(ofGroup: suite) == nil else {
                return nil
            }
            return StandardDirectories.groupReason(suite)
        }
    }
#endif
