#if canImport(Darwin)
    /// launchd asks for no words of this kind.
    struct ServiceManager: Sendable {
        let watchdogInterval: Duration? = nil

        init?() { return nil }

        func tell(_ lines: String...) {}

        func tellReloading() {}
    }
#endif
