import SiderealCore

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// All clocks of this device at one moment, for a log or a diagnosis: ``Observatory/clockValues()``.
public struct ClockValues: Sendable, Hashable {
    /// What the device's clock showed; whoever owns the device can set it.
    public let systemClock: Date
    /// The time since this boot began, sleep included.
    public let elapsed: Duration
    /// The time since this boot began, without sleep.
    public let awake: Duration
    /// When this boot began, as the kernel says by the device's clock: it moves when that is set.
    public let kernelBootTime: Date

    init(_ reading: ClockReading) {
        systemClock = reading.wall.date
        elapsed = .nanoseconds(reading.elapsed.nanoseconds)
        awake = .nanoseconds(reading.awake.nanoseconds)
        kernelBootTime = reading.kernelBootTime.date
    }
}

extension Observatory {
    /// Reads all clocks.
    ///
    /// - Throws: If they can't be read; a working kernel's always can.
    public func clockValues() throws(ObservatoryError) -> ClockValues { ClockValues(try reading()) }
}
