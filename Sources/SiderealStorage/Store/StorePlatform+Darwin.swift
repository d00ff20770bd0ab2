#if canImport(Darwin)
    import Dispatch
    import Foundation
    import SiderealSystem

    #if canImport(UIKit) && !os(watchOS)
        import UIKit
    #endif

    /// What the system does for a store: a thread, time to finish in, and word of locks.
    enum StorePlatform {
        /// Runs work while the system has been asked not to suspend the process: one that is suspended while it holds a lock
        /// in a shared container is killed (0xdead10cc).
        static func background(_ work: @escaping @Sendable () -> Void) {
            #if os(macOS)
                DispatchQueue.global(qos: .userInitiated).async(execute: work)
            #else
                let hasBegun = Lock(false)
                ProcessInfo.processInfo.performExpiringActivity(withReason: "Saving what the app stores") { isExpired in
                    // Called a second time, to say that time is running out, while the work is under way: it is short.
                    let isFirst = hasBegun.withLock { hasBegun in
                        defer { hasBegun = true }
                        return !hasBegun
                    }
                    guard isFirst else { return }
                    if !isExpired { return work() }
                    // Refused: the process is about to be suspended. Once it goes on, it is asked again.
                    DispatchQueue.global(qos: .userInitiated).asyncAfter(deadline: .now() + .seconds(1)) {
                        background(work)
                    }
                }
            #endif
        }

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
