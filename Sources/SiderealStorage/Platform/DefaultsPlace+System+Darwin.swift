#if canImport(Darwin)
    import Foundation
    import SiderealGate

    extension DefaultsPlace {
        /// Returns the place where this system keeps a suite or the standard defaults.
        static func system(suite: String?) -> DefaultsPlace {
            apple(
                suite: suite, application: Bundle.main.bundleIdentifier ?? ProcessInfo.processInfo.processName,
                bundle: Bundle.main.bundlePath, home: NSHomeDirectory(),
                group: suite.flatMap {
                    FileManager.default.containerURL(forSecurityApplicationGroupIdentifier: $0)?.path
                })
        }

        /// Returns the reason why this process has no access to the suite, or `nil` if it has access. Without access,
        /// the system would open a private suite of that name.
        static func problem(ofSuite suite: String?) -> String? {
            guard let suite, suite.hasPrefix("group."), StandardDirectories.data(ofGroup: suite) == nil else {
                return nil
            }
            return StandardDirectories.groupReason(suite)
        }
    }
#endif
