#if !canImport(Darwin)
    import FoundationEssentials
    import SiderealSystem

    extension StandardDirectories {
        /// Returns the directory for data that must always be readable and stays on this device:
        /// `$XDG_STATE_HOME/sidereal`. If the variable is unset, the directory is `~/.local/state/sidereal`. The same
        /// applies if the variable's path is not absolute, which the XDG Base Directory Specification forbids. Returns
        /// `nil` if the home directory's path is not absolute either.
        package static func state(environment: [String: String] = ProcessInfo.processInfo.environment) -> String? {
            base("XDG_STATE_HOME", "/.local/state", environment).map { $0 + "/sidereal" }
        }

        /// Returns the directory for the app's stores, in `$XDG_DATA_HOME` or else `~/.local/share`. The same rules
        /// apply.
        package static func data(environment: [String: String] = ProcessInfo.processInfo.environment) -> String? {
            base("XDG_DATA_HOME", "/.local/share", environment).map {
                $0 + "/" + directoryName(applicationName) + "/store"
            }
        }

        /// The name of the executable.
        package static var applicationName: String { processName }

        /// The reason why there is no state directory.
        package static var stateReason: String {
            "there is no state directory: set XDG_STATE_HOME or HOME to an absolute path"
        }

        private static func base(
            _ variable: String, _ belowHome: String, _ environment: [String: String]
        ) -> String? {
            if let base = environment[variable], base.isAbsolutePath { return base }
            let home = environment["HOME"] ?? FileManager.default.homeDirectoryForCurrentUser.path
            return home.isAbsolutePath ? home + belowHome : nil
        }
    }

    extension CanaryProbe {
        /// Does nothing, since Linux has no backups of its own.
        static func excludeFromBackup(_ path: String) {}
    }
#endif
