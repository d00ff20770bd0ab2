#if !canImport(Darwin)
    import FoundationEssentials
    import SiderealSystem

    extension StandardDirectories {
        /// What has to be readable always, and stays on this device: `$XDG_STATE_HOME/sidereal`, or
        /// `~/.local/state/sidereal` where that is unset or, against the XDG Base Directory Specification, not
        /// absolute. Nil where there is no such place.
        package static func state(environment: [String: String] = ProcessInfo.processInfo.environment) -> String? {
            base("XDG_STATE_HOME", "/.local/state", environment).map { $0 + "/sidereal" }
        }

        /// What the app stores: a directory of its own in `$XDG_DATA_HOME` or `~/.local/share`, by the same rule.
        package static func data(environment: [String: String] = ProcessInfo.processInfo.environment) -> String? {
            base("XDG_DATA_HOME", "/.local/share", environment).map {
                $0 + "/" + directoryName(applicationName) + "/store"
            }
        }

        /// The name of the executable.
        package static var applicationName: String { processName }

        /// Why there is no state directory.
        package static var stateReason: String { "no state directory: neither XDG_STATE_HOME nor HOME is absolute" }

        private static func base(
            _ variable: String, _ belowHome: String, _ environment: [String: String]
        ) -> String? {
            if let base = environment[variable], base.isAbsolutePath { return base }
            let home = environment["HOME"] ?? FileManager.default.homeDirectoryForCurrentUser.path
            return home.isAbsolutePath ? home + belowHome : nil
        }
    }

    extension CanaryProbe {
        /// Linux has no backups of its own.
        static func excludeFromBackup(_ path: String) {}
    }
#endif
