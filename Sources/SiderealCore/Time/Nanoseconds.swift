/// A signed length of time in whole nanoseconds.
///
/// Sums saturate at the ends of `Int64` (about 292 years) instead of trapping: lengths come from clocks that anybody
/// can set. Where saturation could make a bound untrue, ``Bounds`` takes care of it.
package struct Nanoseconds: Sendable, Hashable, Comparable {
    /// The number of nanoseconds; negative for a length into the past.
    package var count: Int64

    /// So many nanoseconds.
    @inlinable
    package init(_ count: Int64) { self.count = count }

    /// No time.
    @inlinable
    package static var zero: Nanoseconds { Nanoseconds(0) }
    package static let min = Nanoseconds(.min)
    package static let max = Nanoseconds(.max)

    /// So many seconds, saturating.
    package static func seconds(_ count: Int64) -> Nanoseconds { scaled(count, by: 1_000_000_000) }
    /// In whole seconds, rounded up; for lengths that are not negative.
    package var secondsRoundedUp: Int64 { count / 1_000_000_000 + (count % 1_000_000_000 > 0 ? 1 : 0) }

    /// So many milliseconds, saturating.
    package static func milliseconds(_ count: Int64) -> Nanoseconds { scaled(count, by: 1_000_000) }

    private static func scaled(_ count: Int64, by unit: Int64) -> Nanoseconds {
        let (product, overflow) = count.multipliedReportingOverflow(by: unit)
        return Nanoseconds(overflow ? (count < 0 ? .min : .max) : product)
    }

    @inlinable
    package static func < (left: Nanoseconds, right: Nanoseconds) -> Bool { left.count < right.count }

    /// The sum, saturating.
    @inlinable
    package static func + (left: Nanoseconds, right: Nanoseconds) -> Nanoseconds {
        Nanoseconds(left.count.addingSaturated(right.count))
    }

    /// The difference, saturating.
    @inlinable
    package static func - (left: Nanoseconds, right: Nanoseconds) -> Nanoseconds {
        Nanoseconds(left.count.subtractingSaturated(right.count))
    }

    /// The same length in the other direction, saturating.
    @inlinable
    package static prefix func - (value: Nanoseconds) -> Nanoseconds { .zero - value }

    /// The length without its sign.
    @inlinable
    package var magnitude: Nanoseconds { count < 0 ? -self : self }

    /// The length, or zero where it is negative.
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

/// A bound on how wrong the rate of a clock can be, as a share of the time measured.
package struct Rate: Sendable, Hashable {
    package let partsPerBillion: Int64

    /// Nil unless `0 <= partsPerBillion < 10^9`: a clock that may stand still bounds nothing.
    package init?(partsPerBillion: Int64) {
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

extension Nanoseconds {
    /// The same length as a `Duration`.
    package var duration: Duration { .nanoseconds(count) }

    /// The same length, cut off at whole nanoseconds; the largest or smallest where it does not fit.
    package init(clamping duration: Duration) {
        // Beyond 64 bits of seconds there are no components.
        guard duration < .seconds(Int64.max), duration > .seconds(-Int64.max) else {
            self = duration < .zero ? .min : .max
            return
        }
        let (seconds, attoseconds) = duration.components
        self = .seconds(seconds) + Nanoseconds(attoseconds / 1_000_000_000)
    }
}
