#if !canImport(UIKit) || os(watchOS)
    extension GatePlatform {
        /// Macs, watches and Linux tell nothing of unlocks: the gate looks again from time to time.
        package static func notices(_ told: @escaping @Sendable () -> Void) -> (any Sendable)? { nil }
    }
#endif
