import Dispatch

#if canImport(UIKit)
    import Foundation
    import UIKit
#endif

/// A namespace for methods that run work and keep iOS from suspending the process during the work.
package enum BackgroundWork {}

#if canImport(UIKit)
    extension BackgroundWork {
        /// Runs work, and requests that the system does not suspend the process during the work. If iOS suspends a
        /// process that holds a lock in a shared container, iOS kills the process (0xdead10cc).
        package static func run(_ work: @escaping @Sendable () -> Void) {
            run(work) { again in
                DispatchQueue.global(qos: .userInitiated).asyncAfter(deadline: .now() + .seconds(1), execute: again)
            }
        }

        /// Runs nothing, and returns `false`. The system answers the request on another thread, so this thread would
        /// have to wait.
        package static func inPlace(_ work: () -> Void) -> Bool { false }

        /// Runs work like ``run(_:)``. If the system refuses, the closure `again` waits before another try.
        package static func run(
            _ work: @escaping @Sendable () -> Void,
            again: @escaping @Sendable (_ again: @escaping @Sendable () -> Void) -> Void
        ) {
            ExpiringActivity.run(
                work,
                begin: { ProcessInfo.processInfo.performExpiringActivity(withReason: reason, using: $0) }, again: again)
        }

        /// Runs short work on this thread once the system agrees not to suspend the process. Returns `nil` without
        /// running the work if the system is about to suspend the process.
        package static func whileAwake<Value, Failure>(_ work: () throws(Failure) -> Value) throws(Failure) -> Value? {
            try ExpiringActivity.during(work) {
                ProcessInfo.processInfo.performExpiringActivity(withReason: reason, using: $0)
            }
        }

        private static var reason: String { "Saving the app's data" }
    }
#else
    extension BackgroundWork {
        /// Runs work on another thread. No request is necessary, since Macs and Linux do not suspend a process by
        /// themselves.
        package static func run(_ work: @escaping @Sendable () -> Void) {
            DispatchQueue.global(qos: .userInitiated).async(execute: work)
        }

        /// Runs short work on this thread, and returns `true`. Returns `false` at once if another thread runs short
        /// work now, or if recent short work was slow.
        package static func inPlace(_ work: () -> Void) -> Bool { shortWork.run(work) }

        private static let shortWork = ShortWork()

        /// Runs work on this thread. No request is necessary.
        package static func whileAwake<Value, Failure>(_ work: () throws(Failure) -> Value) throws(Failure) -> Value? {
            try work()
        }
    }
#endif
