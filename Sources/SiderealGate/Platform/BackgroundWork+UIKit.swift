import Dispatch

#if canImport(UIKit)
    import Foundation
    import UIKit
#endif

/// Work under a request to the system not to suspend the process.
public enum BackgroundWork {}

#if canImport(UIKit)
    extension BackgroundWork {
        /// Runs work under a request to the system not to suspend the process. iOS kills a process that it suspends
        /// with a lock in a shared container (0xdead10cc).
        package static func run(_ work: @escaping @Sendable () -> Void) {
            run(work) { again in
                DispatchQueue.global(qos: .userInitiated).asyncAfter(deadline: .now() + .seconds(1), execute: again)
            }
        }

        /// Runs nothing, because the system answers on another thread whether the process may continue.
        package static func inPlace(_ work: () -> Void) -> Bool { false }

        /// Runs work like ``run(_:)``, with a closure that waits before another try.
        package static func run(
            _ work: @escaping @Sendable () -> Void,
            again: @escaping @Sendable (_ again: @escaping @Sendable () -> Void) -> Void
        ) {
            ExpiringActivity.run(
                work,
                begin: { ProcessInfo.processInfo.performExpiringActivity(withReason: reason, using: $0) }, again: again)
        }

        /// Runs work on this thread under a request to the system not to suspend the process.
        ///
        /// Use it for short work that holds a lock in a shared container, such as a database transaction: iOS kills a
        /// process that it suspends with such a lock, and reports 0xdead10cc. The request is that of
        /// `ProcessInfo.performExpiringActivity(withReason:using:)`, so it works in extensions, too. The thread waits
        /// for the system's answer. The work is not cancelled when time runs out.
        ///
        /// - Parameter work: The work, which must take far less than the seconds that the system grants.
        /// - Returns: The result of the work, or `nil` if it was not run because the system is about to suspend the
        ///   process. Try again once the process resumes.
        /// - Throws: The error of the work.
        public static func whileAwake<Value, Failure>(_ work: () throws(Failure) -> Value) throws(Failure) -> Value? {
            try ExpiringActivity.during(work) {
                ProcessInfo.processInfo.performExpiringActivity(withReason: reason, using: $0)
            }
        }

        private static var reason: String { "Saving what the app has to remember" }
    }
#else
    extension BackgroundWork {
        /// Runs work on another thread: Macs and Linux do not suspend a process unasked.
        package static func run(_ work: @escaping @Sendable () -> Void) {
            DispatchQueue.global(qos: .userInitiated).async(execute: work)
        }

        /// Runs short work on this thread, unless another thread is doing so, or such work was slow recently.
        package static func inPlace(_ work: () -> Void) -> Bool { shortWork.run(work) }

        private static let shortWork = ShortWork()

        /// Runs work on this thread under a request to the system not to suspend the process. Macs and Linux suspend no
        /// process, so the work always runs.
        ///
        /// - Parameter work: The work, which must take far less than the seconds that iOS grants.
        /// - Returns: The result of the work, or `nil` if it was not run because iOS is about to suspend the process.
        /// - Throws: The error of the work.
        public static func whileAwake<Value, Failure>(_ work: () throws(Failure) -> Value) throws(Failure) -> Value? {
            try work()
        }
    }
#endif
