import Dispatch

#if canImport(UIKit) && !os(watchOS)
    package import Foundation
    import SiderealSystem
    import UIKit
#elseif canImport(UIKit)
    import Foundation
#endif

/// What the system does for a store: a thread, time to finish in, and notifications of locks.
package enum StorePlatform {}

#if canImport(UIKit)
    extension StorePlatform {
        /// Runs work while the system has been asked not to suspend the process: one that is suspended while it holds a
        /// lock in a shared container is killed (0xdead10cc).
        package static func background(_ work: @escaping @Sendable () -> Void) {
            background(work) { again in
                DispatchQueue.global(qos: .userInitiated).asyncAfter(deadline: .now() + .seconds(1), execute: again)
            }
        }

        /// Runs nothing: the system answers on another thread whether the process may go on.
        package static func inPlace(_ work: () -> Void) -> Bool { false }

        /// The same, with what waits for another try.
        package static func background(
            _ work: @escaping @Sendable () -> Void,
            again: @escaping @Sendable (_ again: @escaping @Sendable () -> Void) -> Void
        ) {
            ExpiringActivity.run(
                work,
                begin: { ProcessInfo.processInfo.performExpiringActivity(withReason: reason, using: $0) }, again: again)
        }

        /// The same on this thread, which waits; nil where the system is about to suspend the process.
        package static func whileAwake<Value, Failure>(_ work: () throws(Failure) -> Value) throws(Failure) -> Value? {
            try ExpiringActivity.during(work) {
                ProcessInfo.processInfo.performExpiringActivity(withReason: reason, using: $0)
            }
        }

        private static var reason: String { "Saving what the app has to remember" }
    }
#else
    extension StorePlatform {
        /// Runs work on a thread: Macs and Linux suspend no process behind its back.
        package static func background(_ work: @escaping @Sendable () -> Void) {
            DispatchQueue.global(qos: .userInitiated).async(execute: work)
        }

        /// Runs short work on this thread, unless another thread of the process does, or such work was slow of late.
        package static func inPlace(_ work: () -> Void) -> Bool { shortWork.run(work) }

        private static let shortWork = ShortWork()

        /// Runs work on this thread.
        package static func whileAwake<Value, Failure>(_ work: () throws(Failure) -> Value) throws(Failure) -> Value? {
            try work()
        }
    }
#endif

#if canImport(UIKit) && !os(watchOS)
    extension StorePlatform {
        /// Apps are notified about ten seconds after a lock, and at each unlock; extensions are not.
        package static func lockNotices(_ told: @escaping @Sendable (LockNotice) -> Void) -> (any Sendable)? {
            [
                PostedNotices([UIApplication.protectedDataWillBecomeUnavailableNotification]) { told(.willLock) },
                PostedNotices([UIApplication.protectedDataDidBecomeAvailableNotification]) { told(.didUnlock) },
            ]
        }
    }

    extension GatePlatform {
        /// Apps are notified at each unlock and when they become active; extensions are not, and probe again from time
        /// to time. Uses nothing of `UIApplication.shared`, which extensions lack.
        package static func notices(_ told: @escaping @Sendable () -> Void) -> (any Sendable)? {
            PostedNotices(
                [
                    UIApplication.protectedDataDidBecomeAvailableNotification,
                    UIApplication.didBecomeActiveNotification,
                ], told)
        }
    }

    /// Listens for notifications until it goes.
    package final class PostedNotices: Sendable {
        private let tokens: Lock<[any NSObjectProtocol]>

        package init(_ names: [NSNotification.Name], _ told: @escaping @Sendable () -> Void) {
            // No queue: called on the thread that posts, at once.
            tokens = Lock(
                names.map { name in
                    NotificationCenter.default.addObserver(forName: name, object: nil, queue: nil) { _ in told() }
                })
        }

        deinit {
            tokens.withLock { tokens in
                for token in tokens { NotificationCenter.default.removeObserver(token) }
            }
        }
    }
#else
    /// Macs, watches and Linux post no notifications of locks and unlocks: the gate probes again from time to time.
    extension StorePlatform {
        package static func lockNotices(_ told: @escaping @Sendable (LockNotice) -> Void) -> (any Sendable)? { nil }
    }

    extension GatePlatform {
        package static func notices(_ told: @escaping @Sendable () -> Void) -> (any Sendable)? { nil }
    }
#endif
