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

extension Instant where Clock == WallClock {
    /// What the device's clock showed, as a `Date`; exact to some hundred nanoseconds.
    public var date: Date { Date(timeIntervalSince1970: Double(nanoseconds) / 1_000_000_000) }
}

extension Instant where Clock == TrueTime {
    /// The true time, as a `Date`; exact to some hundred nanoseconds.
    public var date: Date { Date(timeIntervalSince1970: Double(nanoseconds) / 1_000_000_000) }
}
