/// A signed length of time in whole nanoseconds.
///
/// Sums saturate at the ends of `Int64` (about 292 years) instead of trapping, because lengths come from clocks that
/// anyone can set. If saturation could make a bound untrue, ``Bounds`` makes that end unknown.
package struct Nanoseconds: Sendable, Hashable, Comparable {
    /// The number of nanoseconds. It is negative for a length into the past.
    package var count: Int64

    /// Creates a length of `count` nanoseconds.
    @inlinable
    package init(_ count: Int64) { self.count = count }

    /// A length of zero.
    @inlinable
    package static var zero: Nanoseconds { Nanoseconds(0) }
    package static let min = Nanoseconds(.min)
    package static let max = Nanoseconds(.max)

    /// Returns a length of `count` seconds, saturating.
    package static func seconds(_ count: Int64) -> Nanoseconds { scaled(count, by: 1_000_000_000) }
    /// The length in whole seconds, rounded up, for lengths that are not negative.
    package var secondsRoundedUp: Int64 { count / 1_000_000_000 + (count % 1_000_000_000 > 0 ? 1 : 0) }

    /// Returns a length of `count` milliseconds, saturating.
    package static func milliseconds(_ count: Int64) -> Nanoseconds { scaled(count, by: 1_000_000) }

    private static func scaled(_ count: Int64, by unit: Int64) -> Nanoseconds {
        let (product, overflow) = count.multipliedReportingOverflow(by: unit)
        return Nanoseconds(overflow ? (count < 0 ? .min : .max) : product)
    }

    @inlinable
    package static func < (left: Nanoseconds, right: Nanoseconds) -> Bool { left.count < right.count }

    /// Returns the sum, saturating.
    @inlinable
    package static func + (left: Nanoseconds, right: Nanoseconds) -> Nanoseconds {
        Nanoseconds(left.count.addingSaturated(right.count))
    }

    /// Returns the difference, saturating.
    @inlinable
    package static func - (left: Nanoseconds, right: Nanoseconds) -> Nanoseconds {
        Nanoseconds(left.count.subtractingSaturated(right.count))
    }

    /// Returns the same length in the other direction, saturating.
    @inlinable
    package static prefix func - (value: Nanoseconds) -> Nanoseconds { .zero - value }

    /// The length without its sign.
    @inlinable
    package var magnitude: Nanoseconds { count < 0 ? -self : self }

    /// The length, or zero if it is negative.
    package var orZero: Nanoseconds { Swift.max(self, .zero) }
}

extension Int64 {
    @inlinable
    package func addingSaturated(_ other: Int64) -> Int64 {
        let (sum, overflow) = addingReportingOverflow(other)
        return overflow ? (other < 0 ? .min : .max) : sum
    }

    @inlinable
    package func subtractingSaturated(_ other: Int64) -> Int64 {
        let (difference, overflow) = subtractingReportingOverflow(other)
        return overflow ? (other < 0 ? .max : .min) : difference
    }
}

/// A bound on the error of a clock's rate, as a share of the measured time.
package struct Rate: Sendable, Hashable {
    package let partsPerBillion: Int64

    /// Creates a rate, or returns `nil` unless `0 <= partsPerBillion < 10^9`. At 10^9 a clock may stand still, so it
    /// gives no bounds.
    package init?(partsPerBillion: Int64) {
        guard (0..<1_000_000_000).contains(partsPerBillion) else { return nil }
        self.partsPerBillion = partsPerBillion
    }

    private init(checked partsPerBillion: Int64) { self.partsPerBillion = partsPerBillion }

    package static func partsPerMillion(_ count: Int32) -> Rate {
        Rate(checked: Swift.max(0, Swift.min(Int64(count) * 1_000, 999_999_999)))
    }

    package static func + (left: Rate, right: Rate) -> Rate {
        Rate(checked: Swift.min(left.partsPerBillion + right.partsPerBillion, 999_999_999))
    }

    /// Returns the largest error of the clock over a span, rounded up. The sign of the span doesn't matter.
    package func error(over span: Nanoseconds) -> Nanoseconds {
        // Multiplies whole seconds and the rest separately, so that no product exceeds 64 bits. Each now() calls this
        // twice.
        let (seconds, rest) = span.magnitude.count.quotientAndRemainder(dividingBy: 1_000_000_000)
        let billionths = rest * partsPerBillion
        let roundedUp = billionths / 1_000_000_000 + (billionths % 1_000_000_000 > 0 ? 1 : 0)
        return Nanoseconds((seconds * partsPerBillion).addingSaturated(roundedUp))
    }

    /// Returns the least true time that can have passed while the clock counted `span`. Returns zero for a negative
    /// span.
    package func leastTrueTime(over span: Nanoseconds) -> Nanoseconds {
        span.orZero - error(over: span.orZero)
    }
}

extension Nanoseconds {
    /// The same length as a `Duration`.
    package var duration: Duration { .nanoseconds(count) }

    /// Creates the same length, truncated to whole nanoseconds and clamped to the range.
    package init(clamping duration: Duration) {
        // `components` can't represent more than 64 bits of seconds.
        guard duration < .seconds(Int64.max), duration > .seconds(-Int64.max) else {
            self = duration < .zero ? .min : .max
            return
        }
        let (seconds, attoseconds) = duration.components
        self = .seconds(seconds) + Nanoseconds(attoseconds / 1_000_000_000)
    }
}
