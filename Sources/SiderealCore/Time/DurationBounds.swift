/// The least and the greatest possible value of a duration or a clock error.
public struct DurationBounds: Sendable, Hashable {
    /// The least duration, or `nil` if there is no lower bound.
    public let atLeast: Duration?
    /// The greatest duration, or `nil` if there is no upper bound.
    public let atMost: Duration?

    package init(atLeast: Duration?, atMost: Duration?) {
        self.atLeast = atLeast
        self.atMost = atMost
    }

    package init(_ bounds: Bounds) {
        self.init(
            atLeast: bounds.hasLower ? bounds.lower.duration : nil,
            atMost: bounds.hasUpper ? bounds.upper.duration : nil)
    }

    /// Both ends as a range, or `nil` if one of the ends is missing.
    public var range: ClosedRange<Duration>? {
        guard let atLeast, let atMost, atLeast <= atMost else { return nil }
        return atLeast...atMost
    }

    /// Bounds of the absolute value. If the ends have different signs, the lower bound is zero.
    package var magnitude: DurationBounds {
        if let atLeast, atLeast >= .zero { return self }
        if let atMost, atMost <= .zero {
            return DurationBounds(atLeast: .zero - atMost, atMost: atLeast.map { .zero - $0 })
        }
        guard let atLeast, let atMost else { return DurationBounds(atLeast: .zero, atMost: nil) }
        return DurationBounds(atLeast: .zero, atMost: max(.zero - atLeast, atMost))
    }
}
