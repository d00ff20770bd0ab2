public import SiderealCore

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

extension Nanoseconds {
    /// The same length as a `Duration`.
    public var duration: Duration { .nanoseconds(count) }
}

extension Nanoseconds {
    /// The same length, rounded down; the largest or smallest where it does not fit.
    package init(clamping duration: Duration) {
        let (seconds, attoseconds) = duration.components
        self = .seconds(seconds) + Nanoseconds(attoseconds / 1_000_000_000)
    }
}

extension Instant where Clock == TrueTime {
    /// The same instant; the last or the first one where it does not fit.
    init(clamping date: Date) { self.init(nanoseconds: date.nanosecondsSince1970) }
}

extension Instant where Clock == WallClock {
    /// The same instant; the last or the first one where it does not fit.
    package init(clamping date: Date) { self.init(nanoseconds: date.nanosecondsSince1970) }
}

extension TrustedTime {
    /// The least that the true time can be, as a `Date` that is not later; nil where unknown.
    public var earliestDate: Date? { earliest.map { Date(notAfter: $0) } }
    /// The most that the true time can be, as a `Date` that is not earlier; nil unless bounded.
    public var latestDate: Date? { latest.map { Date(notBefore: $0) } }
}

extension Date {
    // A `Date` has steps of some hundred nanoseconds, and coming to one rounds twice by half a step.
    fileprivate init(notAfter instant: TrueInstant) {
        self.init(timeIntervalSinceReferenceDate: Date.near(instant).nextDown.nextDown)
    }

    fileprivate init(notBefore instant: TrueInstant) {
        self.init(timeIntervalSinceReferenceDate: Date.near(instant).nextUp.nextUp)
    }

    /// In seconds since 2001, from which a `Date` counts.
    private static func near(_ instant: TrueInstant) -> Double {
        // The seconds apart: moved to 2001 in nanoseconds, the first years that there are would leave 64 bits.
        let (seconds, rest) = instant.nanoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
        return Double(seconds - 978_307_200) + Double(rest) / 1_000_000_000
    }

    fileprivate init(nanosecondsSince1970 nanoseconds: Int64) {
        self.init(timeIntervalSince1970: Double(nanoseconds) / 1_000_000_000)
    }

    /// NaN maps to `.max`: an instant that never comes.
    fileprivate var nanosecondsSince1970: Int64 {
        let nanoseconds = (timeIntervalSince1970 * 1_000_000_000).rounded()
        return nanoseconds < -0x1p63 ? .min : nanoseconds < 0x1p63 ? Int64(nanoseconds) : .max
    }
}

extension Instant where Clock == WallClock {
    /// What the device's clock showed, as a `Date`; exact to some hundred nanoseconds.
    public var date: Date { Date(nanosecondsSince1970: nanoseconds) }
}

extension Instant where Clock == TrueTime {
    /// The true time, as a `Date`; exact to some hundred nanoseconds.
    public var date: Date { Date(nanosecondsSince1970: nanoseconds) }
}
