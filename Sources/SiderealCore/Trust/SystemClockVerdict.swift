/// The answer to whether the system clock shows the true time.
public struct SystemClockVerdict: Sendable, Hashable {
    /// The possible answers about the system clock.
    public enum Answer: Sendable, Hashable {
        /// The clock shows the true time, to within the tolerance.
        case agrees
        /// The clock is ahead of the true time by more than the tolerance.
        case ahead
        /// The clock is behind the true time by more than the tolerance.
        case behind
        /// The error of the clock is unknown, or its bounds lie on both sides of the tolerance.
        case unknown
    }

    /// The answer.
    public let answer: Answer
    /// The least that the wall clock is ahead of the true time, or `nil` if unknown.
    package let atLeast: Nanoseconds?
    /// The most that the wall clock is ahead of the true time, or `nil` if unknown.
    package let atMost: Nanoseconds?
    /// Indicates whether the verdict rests on authenticated sources alone.
    public let isAuthenticated: Bool
    /// Indicates whether the verdict rests on a boot that is only probably the same. True only if the caller accepts
    /// such a boot.
    public let assumesSameBoot: Bool
    /// Indicates whether the verdict rests on the premise that the machine was not paused, like
    /// ``TrustedTime/assumesNoPause``. False for the answer ``Answer/behind``.
    public let assumesNoPause: Bool

    /// The system clock's offset: its time less the true time. It is positive if the clock is ahead.
    public var offset: DurationBounds {
        DurationBounds(atLeast: atLeast.map { $0.duration }, atMost: atMost.map { $0.duration })
    }

    /// The amount by which the system clock is wrong, ahead or behind.
    public var offsetMagnitude: DurationBounds { offset.magnitude }

    /// The default tolerance.
    public static let defaultTolerance = Duration.seconds(2)

    /// Creates a verdict from the values of an earlier one.
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
        // A difference that saturated outward gives no bound.
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

    /// Returns whether the verdict adds to an earlier one: another answer, an error that contradicts the earlier error,
    /// or bounds of the error that are less than half as wide.
    package func isNews(after last: SystemClockVerdict) -> Bool {
        guard answer == last.answer else { return true }
        guard answer == .ahead || answer == .behind else { return false }
        let (low, high) = (atLeast ?? .min, atMost ?? .max)
        let (lastLow, lastHigh) = (last.atLeast ?? .min, last.atMost ?? .max)
        return low > lastHigh || high < lastLow || (high - low).count < (lastHigh - lastLow).count / 2
    }
}

extension SystemClockVerdict {
    /// The direction of a setting of the wall clock: toward the true time, or away from it.
    public enum StepDirection: Sendable, Hashable {
        /// A correction: the clock is less wrong than before.
        case towardTruth
        /// The clock is more wrong than before.
        case awayFromTruth
        /// The bounds of the true time are missing, or too wide to decide.
        case unknown

        /// Creates a direction from the step and the verdict on the clock after it.
        package init(of step: Nanoseconds, leadingTo verdict: SystemClockVerdict) {
            // After a forward step, the clock is nearer to the true time than before exactly if its error is now less
            // than half the step.
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
}
