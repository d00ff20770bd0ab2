#if !canImport(UIKit) || os(watchOS)
    import SiderealSystem

    extension Environment.Notifications {
        /// Macs, watches and Linux announce neither locks nor unlocks: a gate polls, as an extension's does.
        static func posted(_ event: Event, _ onEvent: @escaping @Sendable () -> Void) -> (any Sendable)? { nil }
    }
#endif
