/// The adjustment that Darwin adds to each second of its calendar (xnu bsd/kern/kern_ntptime.c). The time daemon sets
/// it.
///
/// The unit of adjustments is 2^-32ths of a nanosecond per second, as in the kernel. This model leaves out the kernel's
/// own changes to the frequency. It assumes that the daemon disables those changes (STA_FREQHOLD).
struct TimeDiscipline: Sendable {
    /// The remaining part of a correction of the phase. Each second, the calendar gets the remaining part divided by
    /// 2^shift.
    private var offset: Int64 = 0
    private var shift: Int64 = 4
    /// A Boolean value that indicates whether the daemon sets the offset again each second, so that the offset stays
    /// constant.
    private var isOffsetHeld = false
    private(set) var frequency: Int64 = 0
    /// The remaining part of a correction by adjtime(2), in microseconds.
    private var adjustment: Int64 = 0

    private static let mostPhase: Int64 = 500_000_000
    private static let mostFrequency: Int64 = 500_000 << 32
    private static let endless: Int64 = .max / 4

    // MARK: - The daemon's settings

    mutating func adjust(microseconds: Int64) { adjustment = microseconds }

    mutating func setFrequency(partsPerBillion: Int64) {
        let limited = max(-1_000_000, min(partsPerBillion, 1_000_000))
        // The unit of the system call is 2^-16ths of a part per million.
        frequency = max(-Self.mostFrequency, min((limited * 65_536 / 1_000) * 65_536_000, Self.mostFrequency))
    }

    mutating func correctPhase(nanoseconds: Int64, timeConstant: Int64) {
        offset = max(-Self.mostPhase, min(nanoseconds, Self.mostPhase)) << 32
        shift = 4 + max(0, min(timeConstant, 10))
        isOffsetHeld = false
    }

    /// Keeps the calendar faster than the counter. This method combines frequency, adjtime(2) and phase, which
    /// together reach 36,750 millionths.
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

    /// Returns the adjustment of the next second. `isActive` indicates whether the adjustment can differ in the second
    /// after that.
    mutating func step() -> (adjustment: Int64, isActive: Bool) {
        let amortized = phase
        let rate = rate
        let isActive = adjustment != 0 || amortized != 0
        if !isOffsetHeld { offset -= amortized }
        adjustment -= rate
        return (amortized + frequency + (rate * 1_000) << 32, isActive)
    }

    /// The part of the offset for the next second, rounded toward zero.
    private var phase: Int64 { offset < 0 ? -(-offset >> shift) : offset >> shift }

    /// The part of adjtime(2) for the next second, in microseconds.
    private var rate: Int64 {
        if abs(adjustment) > 1_000_000 { return adjustment.signum() * 5_000 }
        return abs(adjustment) > 500 ? adjustment.signum() * 500 : adjustment
    }

    /// Several consecutive seconds with about the same adjustment.
    struct Stretch {
        var seconds: Int64
        /// The adjustment of each second, and an additional adjustment for all seconds together.
        var each: Int64
        var all: Int64 = 0
    }

    /// Combines several equal steps. Returns `nil` if it can't combine the next steps.
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

    /// The number of seconds for which adjtime(2) adds the same amount.
    private var sameRate: Int64 {
        let (size, rate) = (abs(adjustment), abs(rate))
        switch rate {
        case 0: return .max
        case 5_000: return (size - 1_000_000 + 4_999) / 5_000
        case 500: return (size - 500 + 499) / 500
        default: return 1
        }
    }

    /// Reduces the offset for at most `most` seconds, or until it is small. Returns the number of seconds.
    ///
    /// This method does not model the rounding of each step, which is a few 2^-32ths of a nanosecond.
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

    /// For each shift, the shares of the offset that remain after 1, 2, 4, 8 ... seconds, in 2^-64ths.
    private static let powers: [[UInt64]] = (0...14).map { shift in
        var power = UInt64.max - UInt64.max >> UInt64(shift)
        return (0..<22).map { _ in
            defer { power = power.multipliedFullWidth(by: power).high }
            return power
        }
    }
}
