#if canImport(Darwin)
    package import Dispatch
    import Foundation
    import SiderealSystem

    /// Work during which the system has been asked not to suspend the process: one that is suspended while it holds a lock in a
    /// shared container is killed (0xdead10cc). A Mac suspends nobody.
    package enum ExpiringActivity {
        /// Runs work on a thread of its own. Where the system refuses, because it is about to suspend the process, again once
        /// that goes on.
        package static func begin(_ quality: DispatchQoS.QoSClass, _ work: @escaping @Sendable () -> Void) {
            #if os(macOS)
                DispatchQueue.global(qos: quality).async(execute: work)
            #else
                let hasBegun = Lock(false)
                ProcessInfo.processInfo.performExpiringActivity(withReason: reason) { isExpired in
                    // Called a second time, to say that time is running out, while the work is under way: it is short.
                    let isFirst = hasBegun.withLock { hasBegun in
                        defer { hasBegun = true }
                        return !hasBegun
                    }
                    guard isFirst else { return }
                    if !isExpired { return work() }
                    DispatchQueue.global(qos: quality).asyncAfter(deadline: .now() + .seconds(1)) {
                        begin(quality, work)
                    }
                }
            #endif
        }

        /// Runs work on this thread, which waits until the system has agreed; nil where it refuses, because it is about to
        /// suspend the process.
        package static func run<Value, Failure>(_ work: () throws(Failure) -> Value) throws(Failure) -> Value? {
            #if os(macOS)
                return try work()
            #else
                let isAllowed = Lock<Bool?>(nil)
                let answered = DispatchSemaphore(value: 0)
                let ended = DispatchSemaphore(value: 0)
                ProcessInfo.processInfo.performExpiringActivity(withReason: reason) { isExpired in
                    let isFirst = isAllowed.withLock { isAllowed in
                        defer { isAllowed = isAllowed ?? !isExpired }
                        return isAllowed == nil
                    }
                    guard isFirst else { return }
                    answered.signal()
                    // As long as this block runs, the process is kept awake.
                    if !isExpired { ended.wait() }
                }
                answered.wait()
                guard isAllowed.withLock({ $0 }) == true else { return nil }
                defer { ended.signal() }
                return try work()
            #endif
        }

        #if !os(macOS)
            private static var reason: String { "Saving what the app has to remember" }
        #endif
    }
#endif
