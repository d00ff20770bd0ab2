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
