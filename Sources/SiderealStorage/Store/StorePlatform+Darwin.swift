#if canImport(Darwin)
    import Dispatch
    import Foundation
    import SiderealSystem

    #if canImport(UIKit) && !os(watchOS)
        import UIKit
    #endif

    /// What the system does for a store: a thread, time to finish in, and word of locks.
    enum StorePlatform {
        static func background(_ work: @escaping @Sendable () -> Void) { ExpiringActivity.begin(.userInitiated, work) }

        /// Apps are told about ten seconds after a lock, and at each unlock; extensions, Macs and watches are not.
        static func lockNotices(_ told: @escaping @Sendable (LockNotice) -> Void) -> (any Sendable)? {
            #if canImport(UIKit) && !os(watchOS)
                return [
                    PostedNotices([UIApplication.protectedDataWillBecomeUnavailableNotification]) { told(.willLock) },
                    PostedNotices([UIApplication.protectedDataDidBecomeAvailableNotification]) { told(.didUnlock) },
                ]
            #else
                return nil
            #endif
        }
    }
#endif
