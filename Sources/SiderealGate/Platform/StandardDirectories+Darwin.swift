#if canImport(Darwin)
    import Foundation

    extension StandardDirectories {
        /// What has to be readable always, and stays on this device: Application Support. Nil where there is none.
        package static func state(environment: [String: String] = ProcessInfo.processInfo.environment) -> String? {
            support?.appendingPathComponent("sidereal", isDirectory: true).path
        }

        /// What the app stores: a directory of its own in Application Support. Nil where there is none.
        package static func data(environment: [String: String] = ProcessInfo.processInfo.environment) -> String? {
            support?.appendingPathComponent(directoryName(applicationName), isDirectory: true)
                .appendingPathComponent("Store", isDirectory: true).path
        }

        /// What the apps and extensions of a group share, as ``state(environment:)`` is one's own. Nil where this app
        /// is not entitled to the group; on a Mac never, since the system answers for any name there.
        package static func state(ofGroup group: String) -> String? {
            support(ofGroup: group)?.appendingPathComponent("sidereal", isDirectory: true).path
        }

        /// What they store together.
        package static func data(ofGroup group: String) -> String? {
            support(ofGroup: group)?.appendingPathComponent("Store", isDirectory: true).path
        }

        /// Why there is no directory of a group.
        package static func groupReason(_ group: String) -> String {
            "this app has no container of the group '\(group)': its entitlements have to name it (App Groups)"
        }

        private static func support(ofGroup group: String) -> URL? {
            FileManager.default.containerURL(forSecurityApplicationGroupIdentifier: group)?
                .appendingPathComponent("Library/Application Support", isDirectory: true)
        }

        /// The app's bundle identifier, or the name of the executable.
        package static var applicationName: String { Bundle.main.bundleIdentifier ?? processName }

        /// Why there is no state directory.
        package static var stateReason: String { "there is no Application Support directory" }

        private static var support: URL? {
            FileManager.default.urls(for: .applicationSupportDirectory, in: .userDomainMask).first
        }
    }

    extension CanaryProbe {
        /// Keeps a file out of backups: restored on another device, it would say nothing about that one.
        package static func excludeFromBackup(_ path: String) {
            var url = URL(filePath: path)
            var values = URLResourceValues()
            values.isExcludedFromBackup = true
            // A volume that knows no such marks is not backed up by the system either.
            try? url.setResourceValues(values)
        }
    }
#endif
