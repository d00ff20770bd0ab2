#if !canImport(Darwin)
    /// What the system does for a gate: on Linux it tells nothing of unlocks, and has no backups of its own.
    enum GatePlatform {
        static func notices(_ told: @escaping @Sendable () -> Void) -> (any Sendable)? { nil }
        static func excludeFromBackup(_ path: String) {}
    }
#endif
