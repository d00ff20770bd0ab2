public import SiderealCore

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

extension Instant where Clock == TrueTime {
    /// The first nanosecond that is not before a date; the last one there is for a date that is no number.
    package init(clamping date: Date) { self = TrueInstant(notBefore: date) ?? TrueInstant(nanoseconds: .max) }

    /// The last nanosecond that is not after a date; nil for a date that is no number.
    package init?(notAfter date: Date) {
        guard let nanoseconds = date.nanosecondsSince1970(.down) else { return nil }
        self.init(nanoseconds: nanoseconds)
    }

    /// The first nanosecond that is not before a date; nil for a date that is no number.
    package init?(notBefore date: Date) {
        guard let nanoseconds = date.nanosecondsSince1970(.up) else { return nil }
        self.init(nanoseconds: nanoseconds)
    }
}

extension Instant where Clock == WallClock {
    /// The nearest nanosecond; the last one there is for a date that is no number.
    package init(clamping date: Date) {
        self.init(nanoseconds: date.nanosecondsSince1970(.toNearestOrAwayFromZero) ?? .max)
    }
}

extension TrustedTime {
    /// The least that the true time can be, as a `Date` that is not later. Where the time is unknown it is the date of
    /// this software; nil where not even that is known to have passed, as of a moment long ago.
    public var earliestDate: Date? { earliest.map { Date(notAfter: $0) } }
    /// The most that the true time can be, as a `Date` that is not earlier; nil unless bounded.
    public var latestDate: Date? { latest.map { Date(notBefore: $0) } }
    /// The middle, for display only: nil unless both ends are known.
    public var date: Date? {
        guard let earliest, let latest else { return nil }
        let half = (latest - earliest).count / 2
        return Date(notAfter: earliest + Nanoseconds(half))
    }
}

extension Date {
    // A `Date` has steps of some hundred nanoseconds, and coming to one rounds twice by half a step.
    fileprivate init(notAfter instant: TrueInstant) {
        self.init(timeIntervalSinceReferenceDate: Date.near(instant).nextDown.nextDown)
    }

    fileprivate init(notBefore instant: TrueInstant) {
        self.init(timeIntervalSinceReferenceDate: Date.near(instant).nextUp.nextUp)
    }

    /// The beginning of 2001, from which a `Date` counts, in seconds since 1970.
    private static let referenceSeconds: Int64 = 978_307_200

    /// In seconds since 2001.
    private static func near(_ instant: TrueInstant) -> Double {
        // The seconds apart: moved to 2001 in nanoseconds, the first years that there are would leave 64 bits.
        let (seconds, rest) = instant.nanoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
        return Double(seconds - referenceSeconds) + Double(rest) / 1_000_000_000
    }

    fileprivate init(nanosecondsSince1970 nanoseconds: Int64) {
        self.init(timeIntervalSince1970: Double(nanoseconds) / 1_000_000_000)
    }

    /// Exact but for the rounding; the largest or smallest where it does not fit, and nil for what is no number.
    fileprivate func nanosecondsSince1970(_ rule: FloatingPointRoundingRule) -> Int64? {
        let sinceReference = timeIntervalSinceReferenceDate
        guard !sinceReference.isNaN else { return nil }
        // The whole seconds apart: as one product the nanoseconds would be rounded to hundreds of them.
        let whole = sinceReference.rounded(.down)
        guard abs(whole) < 0x1p62 else { return whole < 0 ? .min : .max }
        let rest = ((sinceReference - whole) * 1_000_000_000).rounded(rule)
        return (Nanoseconds.seconds(Int64(whole) + Date.referenceSeconds) + Nanoseconds(Int64(rest))).count
    }
}

extension Instant where Clock == WallClock {
    /// What the device's clock showed, as a `Date`; exact to some hundred nanoseconds.
    package var date: Date { Date(nanosecondsSince1970: nanoseconds) }
}

extension Instant where Clock == TrueTime {
    /// The true time, as a `Date`; exact to some hundred nanoseconds.
    package var date: Date { Date(nanosecondsSince1970: nanoseconds) }
}
