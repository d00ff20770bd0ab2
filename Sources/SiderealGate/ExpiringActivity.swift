import Dispatch
import SiderealSystem

/// Work that the system is asked not to suspend, as `ProcessInfo.performExpiringActivity(withReason:using:)` lets one
/// ask.
package enum ExpiringActivity {
    /// Runs work once: at once where the system agrees, and else as soon as it does.
    ///
    /// - Parameters:
    ///   - work: Short, since it is not called off when time is running out.
    ///   - begin: Asks the system. It calls back with whether time is running out: with false to begin, and then once
    ///     more with true where the process is to be suspended while the work is under way; with true alone, where it
    ///     refuses.
    ///   - again: Calls back once the process goes on.
    package static func run(
        _ work: @escaping @Sendable () -> Void,
        begin: @escaping @Sendable (_ step: @escaping @Sendable (_ isExpired: Bool) -> Void) -> Void,
        again: @escaping @Sendable (_ again: @escaping @Sendable () -> Void) -> Void
    ) {
        begin(
            firstOnly { isExpired in
                if !isExpired { return work() }
                again { run(work, begin: begin, again: again) }
            })
    }

    /// Runs work on this thread, which waits until the system has agreed; nil where it refuses, because it is about to
    /// suspend the process.
    ///
    /// - Parameters:
    ///   - work: Short.
    ///   - begin: As above. The process is kept from being suspended for as long as what it calls back does not return.
    /// - Returns: What the work returned; nil where it was refused.
    /// - Throws: What the work threw.
    package static func during<Value, Failure>(
        _ work: () throws(Failure) -> Value,
        begin: (_ step: @escaping @Sendable (_ isExpired: Bool) -> Void) -> Void
    ) throws(Failure) -> Value? {
        let isAllowed = Lock(false)
        let answered = DispatchSemaphore(value: 0)
        let ended = DispatchSemaphore(value: 0)
        begin(
            firstOnly { isExpired in
                isAllowed.withLock { $0 = !isExpired }
                answered.signal()
                if !isExpired { ended.wait() }
            })
        answered.wait()
        guard isAllowed.withLock({ $0 }) else { return nil }
        defer { ended.signal() }
        return try work()
    }

    /// Without the second call, which comes while the work is under way: that is short.
    private static func firstOnly(_ step: @escaping @Sendable (Bool) -> Void) -> @Sendable (Bool) -> Void {
        let hasBegun = Lock(false)
        return { isExpired in
            let isFirst = hasBegun.withLock { hasBegun in
                defer { hasBegun = true }
                return !hasBegun
            }
            if isFirst { step(isExpired) }
        }
    }
}
