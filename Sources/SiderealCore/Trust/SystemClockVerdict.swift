/// The verdict on the system clock: right or wrong, with the bounds of the clock's error.
///
/// ```swift
/// let verdict = try clock.systemClockVerdict()
/// switch verdict.answer {
/// case .agrees, .unknown: break
/// case .ahead, .behind: warn(NSLocalizedString(verdict.messageKey, value: verdict.message, comment: ""))
/// }
/// ```
public struct SystemClockVerdict: Sendable, Hashable {
    /// The possible answers about the system clock.
    public enum Answer: Sendable, Hashable {
        /// The clock shows the true time, to within the tolerance.
        case agrees
        /// The clock is ahead of the true time by more than the tolerance.
        case ahead
        /// The clock is behind the true time by more than the tolerance.
        case behind
        /// The error of the clock has no bounds, or the bounds are too wide to tell whether the error is greater than
        /// the tolerance.
        case unknown
    }

    /// The answer.
    public let answer: Answer
    /// The least amount by which the wall clock is ahead of the true time, or `nil` if unknown.
    package let atLeast: Nanoseconds?
    /// The greatest amount by which the wall clock is ahead of the true time, or `nil` if unknown.
    package let atMost: Nanoseconds?
    /// A Boolean value that indicates whether the verdict rests on authenticated sources alone.
    public let isAuthenticated: Bool
    /// A Boolean value that indicates whether the verdict uses trusted time from before this launch, although it is
    /// only probable that the device has not rebooted since then. The value is true only if the clock accepts
    /// ``TrustedTime/Acceptance/probableBoot``.
    public let assumesSameBoot: Bool
    /// A Boolean value that indicates whether the verdict rests on the premise of ``TrustedTime/assumesNoPause``: the
    /// machine was not paused. The value is false for the answers ``Answer/behind`` and ``Answer/unknown``.
    public let assumesNoPause: Bool

    /// The time of the system clock minus the true time. The offset is positive if the clock is ahead.
    public var offset: DurationBounds {
        DurationBounds(atLeast: atLeast.map { $0.duration }, atMost: atMost.map { $0.duration })
    }

    /// The amount by which the system clock is wrong, ahead or behind.
    public var offsetMagnitude: DurationBounds { offset.magnitude }

    /// The default tolerance, two seconds.
    public static let defaultTolerance = Duration.seconds(2)

    /// Creates a verdict from the values of an earlier verdict.
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

    /// Returns whether the verdict adds to an earlier verdict: another answer, an error that contradicts the earlier
    /// error, or bounds of the error that are less than half as wide.
    package func isNews(after last: SystemClockVerdict) -> Bool {
        guard answer == last.answer else { return true }
        guard answer == .ahead || answer == .behind else { return false }
        let (low, high) = (atLeast ?? .min, atMost ?? .max)
        let (lastLow, lastHigh) = (last.atLeast ?? .min, last.atMost ?? .max)
        return low > lastHigh || high < lastLow || (high - low).count < (lastHigh - lastLow).count / 2
    }
}

extension SystemClockVerdict {
    /// The direction in which the system clock was set: toward the true time or away from it.
    public enum StepDirection: Sendable, Hashable {
        /// A correction: the clock is less wrong than before.
        case towardTruth
        /// The clock is more wrong than before.
        case awayFromTruth
        /// The bounds of the true time are missing, or are too wide to show the direction.
        case unknown

        /// Creates a direction from the step and the verdict on the clock after the step.
        package init(of step: Nanoseconds, leadingTo verdict: SystemClockVerdict) {
            // After a forward step, the clock is nearer to the true time than before if and only if its error is now
            // less than half the step.
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
