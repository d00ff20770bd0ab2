/// What is known of a length of time, or of an error: that it lies between two durations.
public struct DurationBounds: Sendable, Hashable {
    /// It is at least this; nil where nothing bounds it from below.
    public let atLeast: Duration?
    /// It is at most this; nil where nothing bounds it from above.
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

    /// Both ends as a range; nil unless both are known.
    public var range: ClosedRange<Duration>? {
        guard let atLeast, let atMost, atLeast <= atMost else { return nil }
        return atLeast...atMost
    }

    /// The size without its sign, where both ends have the same one; else from zero to the larger size.
    package var magnitude: DurationBounds {
        if let atLeast, atLeast >= .zero { return self }
        if let atMost, atMost <= .zero {
            return DurationBounds(atLeast: .zero - atMost, atMost: atLeast.map { .zero - $0 })
        }
        guard let atLeast, let atMost else { return DurationBounds(atLeast: .zero, atMost: nil) }
        return DurationBounds(atLeast: .zero, atMost: max(.zero - atLeast, atMost))
    }
}
