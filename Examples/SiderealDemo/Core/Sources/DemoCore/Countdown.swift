import Sidereal

/// How much of a span is left, counted by clocks that nobody can set.
public struct Countdown: Sendable, Hashable {
    /// At least so much is left; zero where it may be over, as after a restart without network.
    public let atLeast: Duration
    /// At most so much is left; zero once the span has passed for certain.
    public let atMost: Duration

    /// The rest of a span that began at a moment.
    public init(of length: Duration, since mark: Moment, by observatory: Observatory) throws(ObservatoryError) {
        let passed = try observatory.elapsed(since: mark)
        atLeast = passed.atMost.map { max(.zero, length - $0) } ?? .zero
        atMost = max(.zero, length - passed.atLeast)
    }

    /// Whether it has passed for certain.
    public var isOver: Bool { atMost == .zero }
    /// Whether both bounds are near enough to be one number on a screen.
    public var isExact: Bool { atMost - atLeast < .seconds(2) }
}
