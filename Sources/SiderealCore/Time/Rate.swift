/// A bound on how wrong the rate of a clock can be, as a share of the time measured.
public struct Rate: Sendable, Hashable {
    package let partsPerBillion: Int64

    /// Nil unless `0 <= partsPerBillion < 10^9`: a clock that may stand still bounds nothing.
    public init?(partsPerBillion: Int64) {
        guard (0..<1_000_000_000).contains(partsPerBillion) else { return nil }
        self.partsPerBillion = partsPerBillion
    }

    private init(checked partsPerBillion: Int64) { self.partsPerBillion = partsPerBillion }

    package static func partsPerMillion(_ count: Int32) -> Rate {
        Rate(checked: Swift.max(0, Swift.min(Int64(count) * 1_000, 999_999_999)))
    }

    /// The most that the clock can be wrong over a span, whatever its sign; rounded up.
    package func error(over span: Nanoseconds) -> Nanoseconds {
        // By whole seconds and the rest, so that no product leaves 64 bits: now() comes here twice.
        let (seconds, rest) = span.magnitude.count.quotientAndRemainder(dividingBy: 1_000_000_000)
        let billionths = rest * partsPerBillion
        let roundedUp = billionths / 1_000_000_000 + (billionths % 1_000_000_000 > 0 ? 1 : 0)
        return Nanoseconds((seconds * partsPerBillion).addingSaturated(roundedUp))
    }

    /// The least true time that can have passed while the clock counted `span`; zero for a negative span.
    package func leastTrueTime(over span: Nanoseconds) -> Nanoseconds {
        span.orZero - error(over: span.orZero)
    }
}
