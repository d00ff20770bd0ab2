#if canImport(UIKit) && !os(watchOS)
    import UIKit

    extension GatePlatform {
        /// Apps are told at each unlock and when they become active; extensions are not, and look again from time to
        /// time. Asks nothing of `UIApplication.shared`, which extensions lack.
        package static func notices(_ told: @escaping @Sendable () -> Void) -> (any Sendable)? {
            PostedNotices(
                [
                    UIApplication.protectedDataDidBecomeAvailableNotification,
                    UIApplication.didBecomeActiveNotification,
                ], told)
        }
    }
#endif
