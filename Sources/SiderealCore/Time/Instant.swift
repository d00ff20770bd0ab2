/// A reading of one clock, in nanoseconds since that clock's own zero.
///
/// The clock is part of the type: instants of two clocks can be neither compared nor subtracted, which does not
/// compile.
package struct Instant<Clock>: Sendable, Hashable, Comparable, BitwiseCopyable {
    /// Since the clock's zero, which may lie behind or ahead.
    package var nanoseconds: Int64

    /// An instant so long after the clock's zero.
    @inlinable
    package init(nanoseconds: Int64) { self.nanoseconds = nanoseconds }

    @inlinable
    package static func < (left: Instant, right: Instant) -> Bool { left.nanoseconds < right.nanoseconds }

    /// The time from `right` to `left`, saturating.
    @inlinable
    package static func - (left: Instant, right: Instant) -> Nanoseconds {
        Nanoseconds(left.nanoseconds.subtractingSaturated(right.nanoseconds))
    }

    /// The instant so much later, saturating.
    @inlinable
    package static func + (left: Instant, right: Nanoseconds) -> Instant {
        Instant(nanoseconds: left.nanoseconds.addingSaturated(right.count))
    }

    /// The instant so much earlier, saturating.
    @inlinable
    package static func - (left: Instant, right: Nanoseconds) -> Instant {
        Instant(nanoseconds: left.nanoseconds.subtractingSaturated(right.count))
    }
}

/// The device's claim about the time of day: whatever its owner or a time daemon set, since 1970 UTC.
package enum WallClock {}
/// The time that it really is, since 1970 UTC, leap seconds not counted.
package enum TrueTime {}
/// The clock that counts through sleep within one boot and that nothing slews or sets.
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
