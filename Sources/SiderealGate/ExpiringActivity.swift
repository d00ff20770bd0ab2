import Dispatch
import SiderealSystem

/// Work under a request to the system not to suspend the process, as by
/// `ProcessInfo.performExpiringActivity(withReason:using:)`.
package enum ExpiringActivity {
    /// Runs work once: at once if the system agrees, and otherwise as soon as it does.
    ///
    /// - Parameters:
    ///   - work: The work, which must be quick, since it is not cancelled when time runs out.
    ///   - begin: Asks the system, which calls back with a flag that indicates whether time is running out. It passes
    ///     `false` to begin, and then `true` if it is about to suspend the process during the work. It passes only
    ///     `true` to refuse.
    ///   - again: Calls back once the process resumes.
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

    /// Runs work on this thread, which waits until the system agrees.
    ///
    /// - Parameters:
    ///   - work: The work, which must be quick.
    ///   - begin: Asks the system, as in ``run(_:begin:again:)``. The process is not suspended until the callback
    ///     returns.
    /// - Returns: The result of the work, or `nil` if the system refused because it is about to suspend the process.
    /// - Throws: The error of the work.
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

    /// Drops the second call, which comes during the work: the work is short.
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
