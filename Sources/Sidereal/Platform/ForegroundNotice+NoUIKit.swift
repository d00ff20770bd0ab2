#if !canImport(UIKit) || os(watchOS)
    extension ObservedDevice {
        /// Macs and Linux suspend no process behind its back, and watches tell nothing of it.
        static func foregroundNotice(_ told: @escaping @Sendable () -> Void) -> (any Sendable)? { nil }
    }
#endif
