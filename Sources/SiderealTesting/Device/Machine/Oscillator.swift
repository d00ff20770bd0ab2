import SiderealCore

/// What a crystal has counted: true time, run fast or slow by a share, without any loss by rounding.
struct Oscillator: Sendable {
    private(set) var nanoseconds: Int64 = 0
    /// Billionths of a nanosecond that are not counted yet, with the sign of the rate.
    private var remainder: Int64 = 0
    /// By how much it runs fast, in billionths of the true time.
    private(set) var partsPerBillion: Int64 = 0

    init(partsPerBillion: Int64 = 0) { self.partsPerBillion = partsPerBillion }

    mutating func run(for span: Nanoseconds) {
        let (seconds, rest) = span.count.quotientAndRemainder(dividingBy: 1_000_000_000)
        let (gained, left) = (rest &* partsPerBillion &+ remainder).quotientAndRemainder(dividingBy: 1_000_000_000)
        remainder = left
        let counted = span.count.addingSaturated(seconds.multipliedSaturated(by: partsPerBillion) + gained)
        // Far from where sums of ticks would overflow.
        nanoseconds = min(nanoseconds.addingSaturated(counted), .max / 2)
    }

    mutating func setRate(partsPerBillion rate: Int64) { (partsPerBillion, remainder) = (rate, 0) }

    /// For each second that it counts so much more true time passes: so it runs slow by a little less than that share.
    mutating func setRate(lostBillionths lost: Int64) {
        setRate(partsPerBillion: -lost * 1_000_000_000 / (1_000_000_000 + lost))
    }

    /// It starts anew.
    mutating func restart() { (nanoseconds, remainder) = (0, 0) }
}

/// The clocks that run while the power is off: the power management unit's, which nothing sets, and the real-time
/// clock, which is the same one but for an offset that setting the clock sets.
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

    /// It starts anew, and does not know the time.
    mutating func restart() {
        crystal.restart()
        offset = 0
    }

    /// `kern.monotonicclock_usecs`.
    var powerManagementMicroseconds: Int64 {
        crystal.nanoseconds.roundedDown(to: powerManagementTick) / 1_000
    }

    /// What time it is; 1970 where that was lost.
    var microseconds: Int64 {
        max(0, crystal.nanoseconds.addingSaturated(offset)).roundedDown(to: tick) / 1_000
    }

    /// As settimeofday(2) sets it: what is below its tick gets lost.
    mutating func set(microseconds: Int64) {
        setExactly(nanoseconds: microseconds.multipliedSaturated(by: 1_000).roundedDown(to: tick))
    }

    mutating func setExactly(nanoseconds: Int64) { offset = nanoseconds.subtractingSaturated(crystal.nanoseconds) }
}
