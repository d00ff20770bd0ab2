#if !canImport(Darwin)
    import Dispatch

    /// What the system does for a store: on Linux it gives a thread, and tells nothing of locks.
    enum StorePlatform {
        static func background(_ work: @escaping @Sendable () -> Void) { ExpiringActivity.begin(.userInitiated, work) }

        static func lockNotices(_ told: @escaping @Sendable (LockNotice) -> Void) -> (any Sendable)? { nil }
    }
#endif
