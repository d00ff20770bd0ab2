/// Bounds of the offset (true time less elapsed clock), each end with the state of the clock at which it was learned.
///
/// With one bound on drift for all samples, the best lower and the best upper end stay the best for ever, but for the
/// second that a noticeable sleep may add however long the span. So two ends are enough, however many samples come, and
/// each is carried from its own state: carrying it in steps would add that second, and a rounding, at each.
package struct CarriedBounds: Sendable, Hashable {
    package struct End: Sendable, Hashable {
        package var offset: Nanoseconds
        package var at: ClockState
    }

    package var lower: End
    package var upper: End

    package init(lower: End, upper: End) {
        self.lower = lower
        self.upper = upper
    }

    package init(_ bounds: Bounds, at state: ClockState) {
        lower = End(offset: bounds.lower, at: state)
        upper = End(offset: bounds.upper, at: state)
    }

    /// The bounds at a state of the same boot; nil where the ends contradict each other there, as a drift beyond its
    /// bound would show.
    package func bounds(at state: ClockState, model: ClockModel) -> Bounds? {
        let low = Bounds.exactly(lower.offset) + model.offsetChange(from: lower.at, to: state)
        let high = Bounds.exactly(upper.offset) + model.offsetChange(from: upper.at, to: state)
        return Bounds(
            lower: lower.offset == .min ? .min : low.lower, upper: upper.offset == .max ? .max : high.upper)
    }

    /// Takes on whichever ends of the other are tighter, wherever they were learned. False, and unchanged, where
    /// nothing would be left.
    package mutating func tighten(with other: CarriedBounds, at state: ClockState, model: ClockModel) -> Bool {
        guard let here = bounds(at: state, model: model), let there = other.bounds(at: state, model: model),
            here.meets(there)
        else { return false }
        if there.lower > here.lower { lower = other.lower }
        if there.upper < here.upper { upper = other.upper }
        return true
    }

    /// Where the newer of the ends was learned.
    package var learned: ClockState { lower.at.elapsed >= upper.at.elapsed ? lower.at : upper.at }
}
