/// A closed interval of nanoseconds that is known to contain a value.
///
/// An end at the limit of `Int64` stands for "no bound is known", and stays so under every operation: sums saturate
/// outward, so that no overflow turns a true bound into a false one.
public struct Bounds: Sendable, Hashable {
    /// The least that the value can be.
    public let lower: Nanoseconds
    /// The most that the value can be.
    public let upper: Nanoseconds

    /// Nil when `lower` is above `upper`: no value fits.
    public init?(lower: Nanoseconds, upper: Nanoseconds) {
        guard lower <= upper else { return nil }
        self.lower = lower
        self.upper = upper
    }

    private init(ordered lower: Nanoseconds, _ upper: Nanoseconds) {
        self.lower = lower
        self.upper = upper
    }

    package static let unbounded = Bounds(ordered: .min, .max)

    /// From `-radius` to `radius`; a radius that overflowed bounds nothing on either side.
    package static func plusOrMinus(_ radius: Nanoseconds) -> Bounds {
        let size = radius.magnitude
        return size == .max ? .unbounded : Bounds(ordered: -size, size)
    }

    package static func exactly(_ value: Nanoseconds) -> Bounds { Bounds(ordered: value, value) }

    /// Whether anything bounds the value from below.
    public var hasLower: Bool { lower != .min }
    /// Whether anything bounds the value from above.
    public var hasUpper: Bool { upper != .max }
    /// Whether both ends are known.
    public var isBounded: Bool { hasLower && hasUpper }

    /// The distance between the ends; the largest length where one of them is unknown.
    package var width: Nanoseconds { isBounded ? upper - lower : .max }

    /// Whether the value may be this one.
    public func contains(_ value: Nanoseconds) -> Bool { lower <= value && value <= upper }

    /// What both allow, or nil where they contradict each other. A single common point counts.
    public func intersection(_ other: Bounds) -> Bounds? {
        Bounds(lower: max(lower, other.lower), upper: min(upper, other.upper))
    }

    package func meets(_ other: Bounds) -> Bool { lower <= other.upper && other.lower <= upper }

    /// The same interval with every value below `least` cut off; nil when nothing is left.
    package func atLeast(_ least: Nanoseconds) -> Bounds? { Bounds(lower: max(lower, least), upper: upper) }

    package var withoutUpper: Bounds { Bounds(ordered: lower, .max) }

    /// All sums of a value of the one and a value of the other.
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
