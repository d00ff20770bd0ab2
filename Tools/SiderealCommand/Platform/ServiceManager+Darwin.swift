#if canImport(Darwin)
    /// A stand-in for a service manager: launchd takes no such messages.
    struct ServiceManager: Sendable {
        let watchdogInterval: Duration? = nil

        init?() { return nil }

        func tell(_ lines: String...) {}

        func tellReloading() {}
    }
#endif
