#if canImport(UIKit) && !os(watchOS)
    import SiderealStorage
    import UIKit

    extension ObservedDevice {
        /// Calls whenever the app comes back to the foreground; extensions get no such notification, and live for
        /// moments.
        static func foregroundNotice(_ told: @escaping @Sendable () -> Void) -> (any Sendable)? {
            PostedNotices([UIApplication.willEnterForegroundNotification], told)
        }
    }
#else
    extension ObservedDevice {
        /// Macs and Linux suspend no process behind its back, and watches have no such notification.
        static func foregroundNotice(_ told: @escaping @Sendable () -> Void) -> (any Sendable)? { nil }
    }
#endif
