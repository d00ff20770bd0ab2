#if !canImport(Darwin)
    extension GatePlatform {
        /// Linux has no backups of its own.
        static func excludeFromBackup(_ path: String) {}
    }
#endif
