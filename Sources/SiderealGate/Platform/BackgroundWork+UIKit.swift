import Dispatch

#if canImport(UIKit)
    import Foundation
    import UIKit
#endif

/// Work that the system gives a thread, and time to finish in.
package enum BackgroundWork {}

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

        /// The same on this thread, which waits; nil where the system is about to suspend the process.
        package static func whileAwake<Value, Failure>(_ work: () throws(Failure) -> Value) throws(Failure) -> Value? {
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

        /// Runs work on this thread.
        package static func whileAwake<Value, Failure>(_ work: () throws(Failure) -> Value) throws(Failure) -> Value? {
            try work()
        }
    }
#endif
