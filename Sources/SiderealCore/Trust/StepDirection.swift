/// Whether a setting of the wall clock brought it nearer to the true time.
public enum StepDirection: Sendable, Hashable {
    /// A correction: the clock is less wrong than before.
    case towardTruth
    /// The clock is more wrong than before.
    case awayFromTruth
    /// Nothing bounds the true time closely enough to tell.
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
