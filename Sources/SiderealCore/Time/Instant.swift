/// A reading of one clock, in nanoseconds since that clock's own zero.
///
/// The clock is part of the type, so comparing or subtracting instants of two clocks does not compile.
package struct Instant<Clock>: Sendable, Hashable, Comparable, BitwiseCopyable {
    /// The time since the clock's zero. It is negative before the zero.
    package var nanoseconds: Int64

    /// Creates an instant that is `nanoseconds` after the clock's zero.
    @inlinable
    package init(nanoseconds: Int64) { self.nanoseconds = nanoseconds }

    @inlinable
    package static func < (left: Instant, right: Instant) -> Bool { left.nanoseconds < right.nanoseconds }

    /// Returns the time from `right` to `left`, saturating.
    @inlinable
    package static func - (left: Instant, right: Instant) -> Nanoseconds {
        Nanoseconds(left.nanoseconds.subtractingSaturated(right.nanoseconds))
    }

    /// Returns the instant that is later by `right`, saturating.
    @inlinable
    package static func + (left: Instant, right: Nanoseconds) -> Instant {
        Instant(nanoseconds: left.nanoseconds.addingSaturated(right.count))
    }

    /// Returns the instant that is earlier by `right`, saturating.
    @inlinable
    package static func - (left: Instant, right: Nanoseconds) -> Instant {
        Instant(nanoseconds: left.nanoseconds.subtractingSaturated(right.count))
    }
}

/// The device's time of day since 1970 UTC, as its owner or a time daemon set it.
package enum WallClock {}
/// The true time since 1970 UTC, without leap seconds.
package enum TrueTime {}
/// The clock that counts through sleep within one boot, and is neither slewed nor set.
package enum ElapsedClock {}
/// The clock that counts within one boot only while the device is awake.
package enum AwakeClock {}

/// An instant of the device's own clock.
package typealias WallInstant = Instant<WallClock>
/// An instant of true time.
package typealias TrueInstant = Instant<TrueTime>
/// An instant of the clock that counts through sleep.
package typealias ElapsedInstant = Instant<ElapsedClock>
/// An instant of the clock that stands still in sleep.
package typealias AwakeInstant = Instant<AwakeClock>
