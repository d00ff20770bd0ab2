import SiderealCore

/// A crystal that counts time. It is fast or slow by a share of the true time, and adds the remainder of each rounding
/// to the next count.
struct Oscillator: Sendable {
    private(set) var nanoseconds: Int64 = 0
    /// The billionths of a nanosecond that the count does not include yet. Their sign is the sign of the rate.
    private var remainder: Int64 = 0
    /// The share by which the crystal is fast, in billionths of the true time.
    private(set) var partsPerBillion: Int64 = 0

    init(partsPerBillion: Int64 = 0) { self.partsPerBillion = partsPerBillion }

    mutating func run(for span: Nanoseconds) {
        let (seconds, rest) = span.count.quotientAndRemainder(dividingBy: 1_000_000_000)
        let (gained, left) = (rest &* partsPerBillion &+ remainder).quotientAndRemainder(dividingBy: 1_000_000_000)
        remainder = left
        let counted = span.count.addingSaturated(seconds.multipliedSaturated(by: partsPerBillion) + gained)
        // With this limit, sums of ticks do not overflow.
        nanoseconds = min(nanoseconds.addingSaturated(counted), .max / 2)
    }

    mutating func setRate(partsPerBillion rate: Int64) { (partsPerBillion, remainder) = (rate, 0) }

    /// Sets the rate. With each counted second, one second plus `lost` billionths of a second of true time passes. So
    /// the crystal is slow by slightly less than `lost` billionths.
    mutating func setRate(lostBillionths lost: Int64) {
        setRate(partsPerBillion: -lost * 1_000_000_000 / (1_000_000_000 + lost))
    }

    /// Restarts the count at zero.
    mutating func restart() { (nanoseconds, remainder) = (0, 0) }
}

/// The clocks that run while the power is off. The power management unit's clock can't be set. The real-time clock
/// shows the power management unit's clock plus an offset. The kernel changes the offset to set the real-time clock.
struct BatteryClock: Sendable {
    private(set) var crystal: Oscillator
    private var offset: Int64 = 0
    private let tick: Int64
    private let powerManagementTick: Int64

    init(_ make: MachineMake, partsPerBillion: Int64) {
        crystal = Oscillator(partsPerBillion: partsPerBillion)
        tick = max(1, make.batteryTick.count)
        powerManagementTick = max(1, make.powerManagementTick.count)
    }

    mutating func run(for span: Nanoseconds) { crystal.run(for: span) }

    mutating func setRate(lostBillionths lost: Int64) { crystal.setRate(lostBillionths: lost) }

    /// Restarts the clocks. The real-time clock then shows 1970.
    mutating func restart() {
        crystal.restart()
        offset = 0
    }

    /// `kern.monotonicclock_usecs`.
    var powerManagementMicroseconds: Int64 {
        crystal.nanoseconds.roundedDown(to: powerManagementTick) / 1_000
    }

    /// The real-time clock's time, or 1970 if the clock lost its time.
    var microseconds: Int64 {
        max(0, crystal.nanoseconds.addingSaturated(offset)).roundedDown(to: tick) / 1_000
    }

    /// Sets the real-time clock as settimeofday(2) does. The clock rounds the time down to its tick.
    mutating func set(microseconds: Int64) {
        setExactly(nanoseconds: microseconds.multipliedSaturated(by: 1_000).roundedDown(to: tick))
    }

    mutating func setExactly(nanoseconds: Int64) { offset = nanoseconds.subtractingSaturated(crystal.nanoseconds) }
}
