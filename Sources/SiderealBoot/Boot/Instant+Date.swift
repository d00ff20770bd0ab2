public import SiderealCore

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

extension Instant where Clock == TrueTime {
    /// Creates the first nanosecond that is not before a date, or the last representable nanosecond if the date is NaN.
    package init(clamping date: Date) { self = TrueInstant(notBefore: date) ?? TrueInstant(nanoseconds: .max) }

    /// Creates the last nanosecond that is not after a date, or returns `nil` if the date is NaN.
    package init?(notAfter date: Date) {
        guard let nanoseconds = date.nanosecondsSince1970(.down) else { return nil }
        self.init(nanoseconds: nanoseconds)
    }

    /// Creates the first nanosecond that is not before a date, or returns `nil` if the date is NaN.
    package init?(notBefore date: Date) {
        guard let nanoseconds = date.nanosecondsSince1970(.up) else { return nil }
        self.init(nanoseconds: nanoseconds)
    }
}

extension Instant where Clock == WallClock {
    /// Creates the nanosecond nearest to a date, or the last representable nanosecond if the date is NaN.
    package init(clamping date: Date) {
        self.init(nanoseconds: date.nanosecondsSince1970(.toNearestOrAwayFromZero) ?? .max)
    }
}

extension TrustedTime {
    /// The earliest possible true time, rounded down to a `Date`. Without a server's lower bound, the value is the date
    /// of this software. The value is `nil` if even this date may not have passed, for example for a moment long ago.
    public var earliestDate: Date? { earliest.map { Date(notAfter: $0) } }
    /// The latest possible true time, rounded up to a `Date`, or `nil` if there is no upper bound.
    public var latestDate: Date? { latest.map { Date(notBefore: $0) } }
    /// The middle of the bounds, for display only, or `nil` if either end is missing.
    public var date: Date? {
        guard let earliest, let latest else { return nil }
        let half = (latest - earliest).count / 2
        return Date(notAfter: earliest + Nanoseconds(half))
    }
}

extension Date {
    // A `Date` is exact to about a hundred nanoseconds, and the conversion rounds twice, each time by at most half of
    // that.
    fileprivate init(notAfter instant: TrueInstant) {
        self.init(timeIntervalSinceReferenceDate: Date.near(instant).nextDown.nextDown)
    }

    fileprivate init(notBefore instant: TrueInstant) {
        self.init(timeIntervalSinceReferenceDate: Date.near(instant).nextUp.nextUp)
    }

    /// The reference date of `Date`, the beginning of 2001, in seconds since 1970.
    private static let referenceSeconds: Int64 = 978_307_200

    /// Returns the nearest time interval, in seconds since 2001.
    private static func near(_ instant: TrueInstant) -> Double {
        // Converts the seconds separately. In nanoseconds, moving the earliest years to 2001 would overflow 64 bits.
        let (seconds, rest) = instant.nanoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
        return Double(seconds - referenceSeconds) + Double(rest) / 1_000_000_000
    }

    fileprivate init(nanosecondsSince1970 nanoseconds: Int64) {
        self.init(timeIntervalSince1970: Double(nanoseconds) / 1_000_000_000)
    }

    /// Returns the nanoseconds, exact except for the rounding. Saturates out of range. Returns `nil` for NaN.
    fileprivate func nanosecondsSince1970(_ rule: FloatingPointRoundingRule) -> Int64? {
        let sinceReference = timeIntervalSinceReferenceDate
        guard !sinceReference.isNaN else { return nil }
        // Converts the whole seconds separately. A single multiplication would round the result to about a hundred
        // nanoseconds.
        let whole = sinceReference.rounded(.down)
        guard abs(whole) < 0x1p62 else { return whole < 0 ? .min : .max }
        let rest = ((sinceReference - whole) * 1_000_000_000).rounded(rule)
        return (Nanoseconds.seconds(Int64(whole) + Date.referenceSeconds) + Nanoseconds(Int64(rest))).count
    }
}

extension Instant where Clock == WallClock {
    /// The reading of the device's clock as a `Date`, exact to about a hundred nanoseconds.
    package var date: Date { Date(nanosecondsSince1970: nanoseconds) }
}

extension Instant where Clock == TrueTime {
    /// The true time as a `Date`, exact to about a hundred nanoseconds.
    package var date: Date { Date(nanosecondsSince1970: nanoseconds) }
}
