import SiderealCore

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

extension Observatory {
    /// The readings of all clocks of this device at one moment, for a log or a diagnosis:
    /// ``Observatory/clockValues()``.
    public struct ClockValues: Sendable, Hashable {
        /// The date that the system clock showed. The device's owner can set this clock.
        public let systemClock: Date
        /// The time since this boot began, including sleep.
        public let elapsed: Duration
        /// The time since this boot began, without sleep.
        public let awake: Duration
        /// The beginning of this boot, as the kernel computes it from the system clock. Setting the system clock
        /// changes this date.
        public let kernelBootTime: Date

        init(_ reading: ClockReading) {
            systemClock = reading.wall.date
            elapsed = .nanoseconds(reading.elapsed.nanoseconds)
            awake = .nanoseconds(reading.awake.nanoseconds)
            kernelBootTime = reading.kernelBootTime.date
        }
    }
}

extension Observatory {
    /// Reads all clocks.
    ///
    /// - Throws: `clocksUnreadable` if a system call fails, or if the clocks are set during every attempt to read them.
    public func clockValues() throws(ObservatoryError) -> Observatory.ClockValues {
        Observatory.ClockValues(try reading())
    }
}
