import Dispatch

#if canImport(UIKit)
    import Foundation
    import UIKit
#endif

/// Work during which the system is asked not to suspend the process.
public enum BackgroundWork {}

#if canImport(UIKit)
    extension BackgroundWork {
        /// Runs work while the system has been asked not to suspend the process: one that is suspended while it holds a
        /// lock in a shared container is killed (0xdead10cc).
        package static func run(_ work: @escaping @Sendable () -> Void) {
            run(work) { again in
                DispatchQueue.global(qos: .userInitiated).asyncAfter(deadline: .now() + .seconds(1), execute: again)
            }
        }

        /// Runs nothing: the system answers on another thread whether the process may go on.
        package static func inPlace(_ work: () -> Void) -> Bool { false }

        /// The same, with what waits for another try.
        package static func run(
            _ work: @escaping @Sendable () -> Void,
            again: @escaping @Sendable (_ again: @escaping @Sendable () -> Void) -> Void
        ) {
            ExpiringActivity.run(
                work,
                begin: { ProcessInfo.processInfo.performExpiringActivity(withReason: reason, using: $0) }, again: again)
        }

        /// Runs work on this thread while the system has been asked not to suspend the process.
        ///
        /// For short work that holds a lock in a container that is shared, such as a transaction of a database: iOS
        /// kills a process that it suspends with such a lock, and reports 0xdead10cc. This asks as
        /// `ProcessInfo.performExpiringActivity(withReason:using:)` does, and so works in extensions, too. The thread
        /// waits for the system's answer. The work is not called off when the time runs out.
        ///
        /// - Parameter work: Takes far less than the seconds that the system gives.
        /// - Returns: What the work returned; nil where it was not run, because the system is about to suspend the
        ///   process: try again once the process goes on.
        /// - Throws: What the work threw.
        public static func whileAwake<Value, Failure>(_ work: () throws(Failure) -> Value) throws(Failure) -> Value? {
            try ExpiringActivity.during(work) {
                ProcessInfo.processInfo.performExpiringActivity(withReason: reason, using: $0)
            }
        }

        private static var reason: String { "Saving what the app has to remember" }
    }
#else
    extension BackgroundWork {
        /// Runs work on a thread: Macs and Linux suspend no process behind its back.
        package static func run(_ work: @escaping @Sendable () -> Void) {
            DispatchQueue.global(qos: .userInitiated).async(execute: work)
        }

        /// Runs short work on this thread, unless another thread of the process does, or such work was slow of late.
        package static func inPlace(_ work: () -> Void) -> Bool { shortWork.run(work) }

        private static let shortWork = ShortWork()

        /// Runs work on this thread while the system has been asked not to suspend the process: Macs and Linux suspend
        /// none, so that the work is always run.
        ///
        /// - Parameter work: Takes far less than the seconds that iOS gives.
        /// - Returns: What the work returned; nil where iOS is about to suspend the process, and the work was not run.
        /// - Throws: What the work threw.
        public static func whileAwake<Value, Failure>(_ work: () throws(Failure) -> Value) throws(Failure) -> Value? {
            try work()
        }
    }
#endif
