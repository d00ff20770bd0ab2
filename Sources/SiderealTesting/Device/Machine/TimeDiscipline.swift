/// The time that Darwin adds to each second of its calendar, as set by its time daemon (xnu bsd/kern/kern_ntptime.c).
///
/// Nanoseconds a second are in 2^-32ths here, as in the kernel. The kernel's own changes of the frequency are not
/// modelled: the daemon is assumed to hold it (STA_FREQHOLD).
struct TimeDiscipline: Sendable {
    /// The rest of a correction of the phase. Each second a 2^shift-th of it is added.
    private var offset: Int64 = 0
    private var shift: Int64 = 4
    /// Indicates whether the daemon sets the offset anew each second, so that it stays.
    private var isOffsetHeld = false
    private(set) var frequency: Int64 = 0
    /// The rest of adjtime(2), in microseconds.
    private var adjustment: Int64 = 0

    private static let mostPhase: Int64 = 500_000_000
    private static let mostFrequency: Int64 = 500_000 << 32
    private static let endless: Int64 = .max / 4

    // MARK: - The daemon's settings

    mutating func adjust(microseconds: Int64) { adjustment = microseconds }

    mutating func setFrequency(partsPerBillion: Int64) {
        let limited = max(-1_000_000, min(partsPerBillion, 1_000_000))
        // The system call takes parts per million in 2^-16ths.
        frequency = max(-Self.mostFrequency, min((limited * 65_536 / 1_000) * 65_536_000, Self.mostFrequency))
    }

    mutating func correctPhase(nanoseconds: Int64, timeConstant: Int64) {
        offset = max(-Self.mostPhase, min(nanoseconds, Self.mostPhase)) << 32
        shift = 4 + max(0, min(timeConstant, 10))
        isOffsetHeld = false
    }

    /// Keeps the calendar faster than the counter by all means together: by 36,750 millionths at most.
    mutating func hold(millionths: Int64) {
        let slow = max(-500, min(millionths, 500))
        setFrequency(partsPerBillion: slow * 1_000)
        let quick = max(-5_000, min(millionths - slow, 5_000))
        adjustment = quick.signum() * (abs(quick) < 5_000 ? 0 : Self.endless)
        let rest = millionths - slow - (adjustment == 0 ? 0 : quick)
        correctPhase(nanoseconds: rest * 16_000, timeConstant: 0)
        isOffsetHeld = rest != 0
    }

    // MARK: - Second by second

    /// Returns the adjustment of the next second, and whether the one after that may have another.
    mutating func step() -> (adjustment: Int64, isActive: Bool) {
        let amortized = phase
        let rate = rate
        let isActive = adjustment != 0 || amortized != 0
        if !isOffsetHeld { offset -= amortized }
        adjustment -= rate
        return (amortized + frequency + (rate * 1_000) << 32, isActive)
    }

    /// The part of the offset that the next second gets, rounded toward zero.
    private var phase: Int64 { offset < 0 ? -(-offset >> shift) : offset >> shift }

    /// The part of adjtime(2) that the next second gets, in microseconds.
    private var rate: Int64 {
        if abs(adjustment) > 1_000_000 { return adjustment.signum() * 5_000 }
        return abs(adjustment) > 500 ? adjustment.signum() * 500 : adjustment
    }

    /// A stretch of seconds that get about the same adjustment.
    struct Stretch {
        var seconds: Int64
        /// The adjustment of each second, and an additional adjustment of all seconds together.
        var each: Int64
        var all: Int64 = 0
    }

    /// Takes several equal steps at once. Returns `nil` if the next step differs.
    mutating func skip(atMost most: Int64) -> Stretch? {
        var seconds = min(most, sameRate)
        let level = abs(phase)
        guard seconds > 0, adjustment != 0 || level != 0 else { return nil }
        let constant = frequency + (rate * 1_000) << 32
        let (rate, phase) = (rate, phase)
        defer { adjustment -= rate * seconds }
        if level == 0 || isOffsetHeld { return Stretch(seconds: seconds, each: constant + phase) }
        guard level < 64 else {
            let before = offset
            seconds = decay(atMost: seconds)
            return Stretch(seconds: seconds, each: constant, all: before - offset)
        }
        seconds = min(seconds, (abs(offset) - level << shift) / level + 1)
        offset -= phase * seconds
        return Stretch(seconds: seconds, each: constant + phase)
    }

    /// The number of seconds for which adjtime(2) adds the same.
    private var sameRate: Int64 {
        let (size, rate) = (abs(adjustment), abs(rate))
        switch rate {
        case 0: return .max
        case 5_000: return (size - 1_000_000 + 4_999) / 5_000
        case 500: return (size - 500 + 499) / 500
        default: return 1
        }
    }

    /// Lets the offset fall for this many seconds at most, or until little is left. Returns the number of seconds.
    ///
    /// The few 2^-32ths of a nanosecond that each step rounds away are ignored.
    private mutating func decay(atMost most: Int64) -> Int64 {
        let powers = Self.powers[Int(shift)]
        var (seconds, size): (Int64, UInt64) = (0, offset.magnitude)
        for place in powers.indices.reversed() where seconds + 1 << place <= most {
            let left = size.multipliedFullWidth(by: powers[place]).high
            if left >> UInt64(shift) >= 63 { (seconds, size) = (seconds + 1 << place, left) }
        }
        offset = offset.signum() * Int64(size)
        return seconds
    }

    /// By shift, the share that remains after 1, 2, 4, 8 ... seconds, in 2^-64ths.
    private static let powers: [[UInt64]] = (0...14).map { shift in
        var power = UInt64.max - UInt64.max >> UInt64(shift)
        return (0..<22).map { _ in
            defer { power = power.multipliedFullWidth(by: power).high }
            return power
        }
    }
}
