public import SiderealCore
import SiderealSystem

extension TrustedClock {
    /// Returns a sequence of verdicts of ``systemClockVerdict(tolerance:requiring:)``: the current one at first, then
    /// each one that differs from the one before.
    ///
    ///     for await verdict in clock.systemClockVerdicts(tolerance: .seconds(30)) {
    ///         banner = verdict.answer == .ahead || verdict.answer == .behind ? verdict.description : nil
    ///     }
    ///
    /// A verdict differs if it has another answer, if its error contradicts the one before, or if the bounds of its
    /// error are less than half as wide. The clock is checked again after each of the ``events``, such as an answer of
    /// a server or a setting of the system clock. Without events the bounds widen, and no verdict reports that they no
    /// longer decide: check again when your app comes to the foreground. The sequence ends only with its task, and
    /// keeps the clock alive.
    ///
    /// - Parameters:
    ///   - tolerance: The error up to which the system clock still agrees.
    ///   - requirement: The evidence that the answers must rest on, if it is more than the clock requires.
    /// - Returns: The verdicts, for one task.
    public func systemClockVerdicts(
        tolerance: Duration = SystemClockVerdict.defaultTolerance,
        requiring requirement: TrustedTime.Requirement? = nil
    ) -> AsyncStream<SystemClockVerdict> {
        let events = self.events
        let followed = Lock(Followed())
        return AsyncStream {
            while !Task.isCancelled {
                // The first verdict is returned at once.
                if !followed.withLock({ $0.begin() }) {
                    // An iterator has no state of its own: the next one continues where this one ends.
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

/// The state of a sequence of verdicts.
private struct Followed: Sendable {
    private var hasBegun = false
    private var last: SystemClockVerdict?

    /// Returns true at the first call only.
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
