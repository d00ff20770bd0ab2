import Sidereal

/// The remaining part of a span, counted by clocks that can't be set.
public struct Countdown: Sendable, Hashable {
    /// The least remaining time. It is zero if the span may be over, for example after a restart without a network.
    public let atLeast: Duration
    /// The greatest remaining time. It is zero once the span has certainly passed.
    public let atMost: Duration

    /// Creates the remaining part of a span that began at a moment.
    public init(of length: Duration, since mark: Moment, by observatory: Observatory) throws(ObservatoryError) {
        let passed = try observatory.elapsed(since: mark)
        atLeast = passed.atMost.map { max(.zero, length - $0) } ?? .zero
        atMost = max(.zero, length - passed.atLeast)
    }

    /// A Boolean value that indicates whether the span has certainly passed.
    public var isOver: Bool { atMost == .zero }
    /// A Boolean value that indicates whether the bounds are close enough to show one number.
    public var isExact: Bool { atMost - atLeast < .seconds(2) }
}
