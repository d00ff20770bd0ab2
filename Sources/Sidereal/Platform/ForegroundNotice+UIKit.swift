#if canImport(UIKit) && !os(watchOS)
    import SiderealStorage
    import UIKit

    extension ObservedDevice {
        /// Tells whenever the app comes back to the foreground; extensions are told nothing, and live for moments.
        static func foregroundNotice(_ told: @escaping @Sendable () -> Void) -> (any Sendable)? {
            PostedNotices([UIApplication.willEnterForegroundNotification], told)
        }
    }
#endif
