import Dispatch
import SiderealSystem

/// A runner for work during which the system must not suspend the process. The caller passes the function that
/// requests this from the system, such as `ProcessInfo.performExpiringActivity(withReason:using:)`.
package enum ExpiringActivity {
    /// Runs work once, as soon as the system agrees not to suspend the process.
    ///
    /// - Parameters:
    ///   - work: The work. The work must be quick, because nothing cancels the work when time runs out.
    ///   - begin: A closure that makes the request. The system calls back with `false` if it agrees. It calls back
    ///     again with `true` if it is about to suspend the process during the work. If the system refuses, it calls
    ///     back only with `true`.
    ///   - again: A closure that calls its argument later, to try again.
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

    /// Runs work on this thread. The thread waits for the system's answer to the request.
    ///
    /// - Parameters:
    ///   - work: The work, which must be quick.
    ///   - begin: A closure that makes the request, as in ``run(_:begin:again:)``. The system does not suspend the
    ///     process until the callback returns.
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

    /// Returns a callback that ignores its second call. The second call can come only during the work, which is short.
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
