/// A closed interval of nanoseconds that is known to contain a value.
///
/// An end at the limit of `Int64` means that no bound is known. Every operation keeps such an end unknown. Sums
/// saturate outward, so an overflow never turns a true bound into a false one.
package struct Bounds: Sendable, Hashable {
    /// The least possible value.
    package let lower: Nanoseconds
    /// The greatest possible value.
    package let upper: Nanoseconds

    /// Creates bounds, or returns `nil` if `lower` is above `upper`.
    package init?(lower: Nanoseconds, upper: Nanoseconds) {
        guard lower <= upper else { return nil }
        self.lower = lower
        self.upper = upper
    }

    private init(ordered lower: Nanoseconds, _ upper: Nanoseconds) {
        self.lower = lower
        self.upper = upper
    }

    package static let unbounded = Bounds(ordered: .min, .max)
    /// Bounds of the time that passed if there is no evidence: zero or more.
    package static let anyTime = Bounds(ordered: .zero, .max)

    /// Returns bounds from `-radius` to `radius`. If the radius overflowed, both ends are unknown.
    package static func plusOrMinus(_ radius: Nanoseconds) -> Bounds {
        let size = radius.magnitude
        return size == .max ? .unbounded : Bounds(ordered: -size, size)
    }

    package static func exactly(_ value: Nanoseconds) -> Bounds { Bounds(ordered: value, value) }

    /// A Boolean value that indicates whether the lower end is known.
    package var hasLower: Bool { lower != .min }
    /// A Boolean value that indicates whether the upper end is known.
    package var hasUpper: Bool { upper != .max }
    /// A Boolean value that indicates whether both ends are known.
    package var isBounded: Bool { hasLower && hasUpper }

    /// The distance between the ends, or the largest length if an end is unknown.
    package var width: Nanoseconds { isBounded ? upper - lower : .max }

    /// Returns whether the bounds allow a value.
    package func contains(_ value: Nanoseconds) -> Bool { lower <= value && value <= upper }

    /// Returns the values that both bounds allow, or `nil` if the bounds contradict each other. Bounds that share a
    /// single value don't contradict each other.
    package func intersection(_ other: Bounds) -> Bounds? {
        Bounds(lower: max(lower, other.lower), upper: min(upper, other.upper))
    }

    /// Returns the smallest interval that contains both intervals.
    package func hull(_ other: Bounds) -> Bounds {
        Bounds(ordered: min(lower, other.lower), max(upper, other.upper))
    }

    package func meets(_ other: Bounds) -> Bool { lower <= other.upper && other.lower <= upper }

    /// Returns the interval without the values below `least`, or `nil` if no value is left.
    package func atLeast(_ least: Nanoseconds) -> Bounds? { Bounds(lower: max(lower, least), upper: upper) }

    package var withoutUpper: Bounds { Bounds(ordered: lower, .max) }
    package var withoutLower: Bounds { Bounds(ordered: .min, upper) }

    /// Returns all sums of a value from the left and a value from the right.
    package static func + (left: Bounds, right: Bounds) -> Bounds {
        Bounds(
            ordered: left.hasLower && right.hasLower ? left.lower + right.lower : .min,
            left.hasUpper && right.hasUpper ? left.upper + right.upper : .max)
    }

    package static func - (left: Bounds, right: Bounds) -> Bounds { left + -right }

    package static prefix func - (value: Bounds) -> Bounds {
        Bounds(
            ordered: value.hasUpper ? -value.upper : .min,
            value.hasLower ? -value.lower : .max)
    }

    package static func + (left: Bounds, right: Nanoseconds) -> Bounds { left + .exactly(right) }
}

/// Bounds of the offset (true time minus the elapsed clock). Each end has the state of the clock at which it was
/// measured.
///
/// All samples have the same bound on drift. So the tightest lower end and the tightest upper end stay the tightest,
/// and two ends are enough for any number of samples. The only exception is the error that a noticeable sleep may add
/// to a span of any length.
///
/// The code carries each end directly from its own state. Carrying an end in several steps would add that error, and a
/// rounding error, at each step.
package struct CarriedBounds: Sendable, Equatable {
    package struct End: Sendable, Equatable {
        package var offset: Nanoseconds
        package var at: ClockState
    }

    package var lower: End
    package var upper: End

    package init(lower: End, upper: End) {
        self.lower = lower
        self.upper = upper
    }

    package var hasUpper: Bool { upper.offset != .max }

    package init(_ bounds: Bounds, at state: ClockState) {
        lower = End(offset: bounds.lower, at: state)
        upper = End(offset: bounds.upper, at: state)
    }

    /// Returns the bounds at a state of the same boot. Returns `nil` if the ends contradict each other at that state,
    /// because the drift exceeded its bound.
    package func bounds(at state: ClockState, model: ClockModel) -> Bounds? {
        let ends = Ends(self, at: state, model: model)
        return Bounds(lower: ends.lower, upper: ends.upper)
    }

    /// Both ends at a state. The ends may contradict each other.
    private struct Ends {
        let lower: Nanoseconds
        let upper: Nanoseconds

        init(_ carried: CarriedBounds, at state: ClockState, model: ClockModel) {
            let (low, high) = (carried.lower, carried.upper)
            let lowest = Bounds.exactly(low.offset) + model.offsetChange(from: low.at, to: state)
            let highest = Bounds.exactly(high.offset) + model.offsetChange(from: high.at, to: state)
            lower = low.offset == .min ? .min : lowest.lower
            upper = high.offset == .max ? .max : highest.upper
        }
    }

    /// Adopts the tighter ends of other bounds, from any states. If no value would be left, changes nothing and
    /// returns false.
    package mutating func tighten(with other: CarriedBounds, at state: ClockState, model: ClockModel) -> Bool {
        guard let here = bounds(at: state, model: model), let there = other.bounds(at: state, model: model),
            here.meets(there)
        else { return false }
        if there.lower > here.lower { lower = other.lower }
        if there.upper < here.upper { upper = other.upper }
        return true
    }

    /// Returns the wider end on each side, so the result excludes no value that either of the two bounds allows.
    package func hull(_ other: CarriedBounds, at state: ClockState, model: ClockModel) -> CarriedBounds {
        let mine = Ends(self, at: state, model: model)
        let theirs = Ends(other, at: state, model: model)
        return CarriedBounds(
            lower: theirs.lower < mine.lower ? other.lower : lower,
            upper: theirs.upper > mine.upper ? other.upper : upper)
    }

    /// The state of the end that was measured later.
    package var learned: ClockState { lower.at.elapsed >= upper.at.elapsed ? lower.at : upper.at }
}
