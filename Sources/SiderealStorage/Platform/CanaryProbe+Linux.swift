#if !canImport(Darwin)
    extension CanaryProbe {
        /// Linux has no backups of its own.
        static func excludeFromBackup(_ path: String) {}
    }
#endif
