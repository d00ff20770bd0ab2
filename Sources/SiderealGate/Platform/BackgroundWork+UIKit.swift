import Dispatch

#if canImport(UIKit)
    import Foundation
    import UIKit
#endif

/// A namespace for methods that run work and keep iOS from suspending the process during the work.
public enum BackgroundWork {}

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

        /// Runs work on this thread, and asks iOS not to suspend the process during the work.
        ///
        /// Use this method for short work that holds a lock in a shared container, such as a database transaction. If
        /// iOS suspends a process that holds such a lock, iOS kills the process and reports 0xdead10cc. This method
        /// calls `ProcessInfo.performExpiringActivity(withReason:using:)`, so it works in extensions, too. The thread
        /// waits until iOS grants or refuses the request. If the granted time runs out, the work still continues.
        ///
        /// - Parameter work: The closure to run. The closure must take far less time than the few seconds that iOS
        ///   grants.
        /// - Returns: The result of the work. If the system is about to suspend the process, the work does not run, and
        ///   the result is `nil`. Try again once the process resumes.
        /// - Throws: The error that `work` throws.
        public static func whileAwake<Value, Failure>(_ work: () throws(Failure) -> Value) throws(Failure) -> Value? {
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

        /// Runs a closure on the calling thread. On iOS, this method asks the system not to suspend the process during
        /// the work. Macs and Linux do not suspend processes by themselves, so the work always runs on
        /// these systems.
        ///
        /// - Parameter work: The closure to run. The closure must take far less time than the few seconds that iOS
        ///   grants.
        /// - Returns: The result of the work. On iOS, the result is `nil` if the system is about to suspend the
        ///   process.
        /// - Throws: The error that `work` throws.
        public static func whileAwake<Value, Failure>(_ work: () throws(Failure) -> Value) throws(Failure) -> Value? {
            try work()
        }
    }
#endif
