public import SiderealCore
import SiderealSystem

extension TrustedClock {
    /// Whether the system clock tells the true time, as ``checkSystemClock(tolerance:requiring:)`` says it: at first
    /// what holds now, then each verdict that says something else.
    ///
    ///     for await verdict in clock.systemClockVerdicts(tolerance: .seconds(30)) {
    ///         banner = verdict.answer == .ahead || verdict.answer == .behind ? verdict.description : nil
    ///     }
    ///
    /// Something else is another answer, an error that contradicts the one before, or one that is known twice as
    /// closely. The clocks are compared again after each of the ``events``: when servers answered, or the clock was
    /// set. While nothing happens the bounds widen, and no verdict tells that they no longer decide: ask again when
    /// your app comes to the foreground. It ends only with its task, and keeps the clock alive.
    ///
    /// - Parameters:
    ///   - tolerance: By how much it may be off and still agree.
    ///   - requirement: What the answers have to rest on, where that is more than the clock requires.
    /// - Returns: The verdicts, for one task.
    public func systemClockVerdicts(
        tolerance: Duration = SystemClockVerdict.defaultTolerance,
        requiring requirement: TrustedTime.Requirement? = nil
    ) -> AsyncStream<SystemClockVerdict> {
        let events = self.events
        let followed = Lock(Followed())
        return AsyncStream {
            while !Task.isCancelled {
                // The first verdict waits for nothing.
                if !followed.withLock({ $0.begin() }) {
                    // An iterator holds nothing of its own: the next one goes on where this one ends.
                    var iterator = events.makeAsyncIterator()
                    guard await iterator.next() != nil else { return nil }
                }
                guard let verdict = try? self.checkSystemClock(tolerance: tolerance, requiring: requirement) else {
                    continue
                }
                if followed.withLock({ $0.isNews(verdict) }) { return verdict }
            }
            return nil
        }
    }
}

/// How far a sequence of verdicts has come.
private struct Followed: Sendable {
    private var hasBegun = false
    private var last: SystemClockVerdict?

    /// Whether nothing was asked before.
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
