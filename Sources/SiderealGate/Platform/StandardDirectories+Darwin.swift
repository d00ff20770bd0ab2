#if canImport(Darwin)
    import Foundation

    extension StandardDirectories {
        /// Returns the directory for data that must always be readable and stays on this device. The directory is in
        /// Application Support. Returns `nil` if the system has no such directory.
        package static func state(environment: [String: String] = ProcessInfo.processInfo.environment) -> String? {
            support?.appendingPathComponent("sidereal", isDirectory: true).path
        }

        /// Returns the directory for the app's stores, in Application Support, or `nil` if the system has no such
        /// directory.
        package static func data(environment: [String: String] = ProcessInfo.processInfo.environment) -> String? {
            support?.appendingPathComponent(directoryName(applicationName), isDirectory: true)
                .appendingPathComponent("Store", isDirectory: true).path
        }

        /// Returns the state directory that the apps and extensions of a group share, or `nil` if this app is not
        /// entitled to the group. On a Mac the result is never `nil`, since the system returns a container for any
        /// name.
        package static func state(ofGroup group: String) -> String? {
            support(ofGroup: group)?.appendingPathComponent("sidereal", isDirectory: true).path
        }

        /// Returns the directory for the stores that the group shares.
        package static func data(ofGroup group: String) -> String? {
            support(ofGroup: group)?.appendingPathComponent("Store", isDirectory: true).path
        }

        /// Returns the reason why a group has no directory.
        package static func groupReason(_ group: String) -> String {
            "this app has no container for the group '\(group)': add the group to the app's entitlements (App Groups)"
        }

        private static func support(ofGroup group: String) -> URL? {
            FileManager.default.containerURL(forSecurityApplicationGroupIdentifier: group)?
                .appendingPathComponent("Library/Application Support", isDirectory: true)
        }

        /// The app's bundle identifier, or the name of the executable.
        package static var applicationName: String { Bundle.main.bundleIdentifier ?? processName }

        /// The reason why there is no state directory.
        package static var stateReason: String { "there is no Application Support directory" }

        private static var support: URL? {
            FileManager.default.urls(for: .applicationSupportDirectory, in: .userDomainMask).first
        }
    }

    extension CanaryProbe {
        /// Excludes a file from backups. If a backup restored the file on another device, the file would prove nothing
        /// about that device.
        package static func excludeFromBackup(_ path: String) {
            var url = URL(filePath: path)
            var values = URLResourceValues()
            values.isExcludedFromBackup = true
            // If the volume can't store this attribute, the system does not back up the volume either.
            try? url.setResourceValues(values)
        }
    }
#endif
