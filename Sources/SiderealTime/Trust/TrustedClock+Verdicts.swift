public import SiderealCore
import SiderealSystem

extension TrustedClock {
    /// Returns a sequence of verdicts from ``systemClockVerdict(tolerance:requiring:)``. The sequence begins with the
    /// current verdict. Each later verdict differs from the previous verdict.
    ///
    /// ```swift
    /// for await verdict in clock.systemClockVerdicts(tolerance: .seconds(30)) {
    ///     banner = verdict.answer == .ahead || verdict.answer == .behind ? verdict.description : nil
    /// }
    /// ```
    ///
    /// A new verdict differs from the previous verdict in one of these ways:
    ///
    /// - The answer is different.
    /// - The answer is still `ahead` or `behind`, but the bounds of the error contradict the previous bounds.
    /// - The answer is still `ahead` or `behind`, but the bounds of the error are less than half as wide.
    ///
    /// The trusted clock makes a new verdict after each of the ``events``. Between events, the bounds widen. If the
    /// bounds become too wide for an answer, the sequence returns no new verdict until the next event. So call
    /// ``systemClockVerdict(tolerance:requiring:)`` when your app comes to the foreground.
    ///
    /// The sequence ends only when its task is cancelled, and keeps the trusted clock alive.
    ///
    /// - Parameters:
    ///   - tolerance: The largest error at which the system clock still agrees with the true time.
    ///   - requirement: A stricter requirement than that of the trusted clock, or `nil`.
    /// - Returns: The sequence. Use the sequence in only one task.
    public func systemClockVerdicts(
        tolerance: Duration = SystemClockVerdict.defaultTolerance,
        requiring requirement: TrustedTime.Requirement? = nil
    ) -> AsyncStream<SystemClockVerdict> {
        let events = self.events
        let followed = Lock(Followed())
        return AsyncStream {
            while !Task.isCancelled {
                // The sequence returns the first verdict without waiting for an event.
                if !followed.withLock({ $0.begin() }) {
                    // An iterator has no state, so the next iterator continues where this iterator ends.
                    var iterator = events.makeAsyncIterator()
                    guard await iterator.next() != nil else { return nil }
                }
                guard let verdict = try? self.systemClockVerdict(tolerance: tolerance, requiring: requirement) else {
                    continue
                }
                if followed.withLock({ $0.isNews(verdict) }) { return verdict }
            }
            return nil
        }
    }
}

/// A record of whether a sequence of verdicts has begun, and of its last verdict.
private struct Followed: Sendable {
    private var hasBegun = false
    private var last: SystemClockVerdict?

    /// Returns `true` only on the first call.
    mutating func begin() -> Bool {
        defer { hasBegun = true }
        return !hasBegun
    }

    mutating func isNews(_ verdict: SystemClockVerdict) -> Bool {
        if let last, !verdict.isNews(after: last) { return false }
        last = verdict
        return true
    }
}
