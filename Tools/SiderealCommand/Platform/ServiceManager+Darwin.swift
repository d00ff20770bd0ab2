#if canImport(Darwin)
    /// A placeholder for a service manager, because launchd receives no messages about a service's state.
    struct ServiceManager: Sendable {
        let watchdogInterval: Duration? = nil

        init?() { return nil }

        func tell(_ lines: String...) {}

        func tellReloading() {}
    }
#endif
