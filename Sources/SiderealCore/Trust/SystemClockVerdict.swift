/// Whether the system clock tells the true time.
public struct SystemClockVerdict: Sendable, Hashable {
    /// What can be said of the system clock.
    public enum Answer: Sendable, Hashable {
        case agrees
        case ahead
        case behind
        /// Nothing bounds its error, or the bounds straddle the tolerance.
        case unknown
    }

    /// What can be said of it.
    public let answer: Answer
    /// The wall clock less the true time is at least this; nil where unknown.
    package let atLeast: Nanoseconds?
    /// The wall clock less the true time is at most this; nil where unknown.
    package let atMost: Nanoseconds?
    /// Whether it rests on authenticated sources alone.
    public let isAuthenticated: Bool
    /// Whether it rests on a boot that is only probably the same, as the caller accepted.
    public let assumesSameBoot: Bool
    /// Whether it rests on the premise that the machine was not paused: ``TrustedTime/assumesNoPause``. That it is
    /// behind never does.
    public let assumesNoPause: Bool

    /// The system clock's error: what it shows less the true time, so positive where it is ahead.
    public var error: DurationBounds {
        DurationBounds(atLeast: atLeast.map { $0.duration }, atMost: atMost.map { $0.duration })
    }

    /// By how much the system clock is off, whether ahead or behind.
    public var offBy: DurationBounds { error.magnitude }

    /// The default tolerance.
    public static let defaultTolerance = Duration.seconds(2)

    /// From what was said before.
    package init(
        _ answer: Answer, atLeast: Nanoseconds?, atMost: Nanoseconds?, isAuthenticated: Bool, assumesSameBoot: Bool,
        assumesNoPause: Bool
    ) {
        self.answer = answer
        self.atLeast = atLeast
        self.atMost = atMost
        self.isAuthenticated = isAuthenticated
        self.assumesSameBoot = assumesSameBoot
        self.assumesNoPause = assumesNoPause
    }

    package init(wall: WallInstant, trusted: TrustedTime, tolerance: Nanoseconds) {
        let shown = Nanoseconds(wall.nanoseconds)
        // A difference that saturated outward bounds nothing.
        atLeast = trusted.latest.map { shown - Nanoseconds($0.nanoseconds) }.flatMap { $0 == .min ? nil : $0 }
        atMost = trusted.earliest.map { shown - Nanoseconds($0.nanoseconds) }.flatMap { $0 == .max ? nil : $0 }
        isAuthenticated = trusted.isAuthenticated
        assumesSameBoot = trusted.assumesSameBoot
        let low = atLeast ?? .min
        let high = atMost ?? .max
        if low > tolerance {
            answer = .ahead
        } else if high < -tolerance {
            answer = .behind
        } else if low >= -tolerance && high <= tolerance {
            answer = .agrees
        } else {
            answer = .unknown
        }
        assumesNoPause = trusted.assumesNoPause && answer != .behind && answer != .unknown
    }

    /// Whether it says something else than a verdict before: another answer, an error that contradicts the former one,
    /// or one that is known twice as closely.
    package func isNews(after last: SystemClockVerdict) -> Bool {
        guard answer == last.answer else { return true }
        guard answer == .ahead || answer == .behind else { return false }
        let (low, high) = (atLeast ?? .min, atMost ?? .max)
        let (lastLow, lastHigh) = (last.atLeast ?? .min, last.atMost ?? .max)
        return low > lastHigh || high < lastLow || (high - low).count < (lastHigh - lastLow).count / 2
    }
}

/// Whether a setting of the wall clock brought it nearer to the true time.
public enum ClockStepDirection: Sendable, Hashable {
    /// A correction: the clock is less wrong than before.
    case towardTruth
    /// The clock is more wrong than before.
    case awayFromTruth
    /// Nothing bounds the true time closely enough.
    case unknown

    /// From the step, and what is known of the clock's error after it.
    package init(of step: Nanoseconds, leadingTo verdict: SystemClockVerdict) {
        // The clock is nearer than before exactly where its error lies on the near side of half the step.
        let half = Nanoseconds(step.count / 2)
        let isBelowHalf = verdict.atMost.map { $0 < half } ?? false
        let isAboveHalf = verdict.atLeast.map { $0 > half } ?? false
        switch (isBelowHalf, isAboveHalf) {
        case (true, _): self = step > .zero ? .towardTruth : .awayFromTruth
        case (_, true): self = step > .zero ? .awayFromTruth : .towardTruth
        case (false, false): self = .unknown
        }
    }
}
