import SiderealCore

/// A time in seconds and 2^-64ths of a second. Darwin's calendar uses this format (struct bintime in xnu
/// osfmk/kern/clock.c).
///
/// The conversions round down like the kernel's, and multiply by the kernel's truncated factors.
struct BinaryTime: Sendable, Hashable, Comparable {
    var seconds: Int64 = 0
    var fraction: UInt64 = 0

    static let zero = BinaryTime()

    init() {}

    init(nanoseconds: Int64) {
        let (seconds, rest) = nanoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
        self.init(seconds: seconds, fraction: UInt64(rest) &* 18_446_744_073)
    }

    init(microseconds: Int64) {
        let (seconds, rest) = microseconds.quotientAndRemainder(dividingBy: 1_000_000)
        self.init(seconds: seconds, fraction: UInt64(rest) &* 18_446_744_073_709)
    }

    /// Multiplies a number of 2^-64ths of a second by `times`.
    init(_ fractions: UInt64, times: Int64) {
        let (high, low) = fractions.multipliedFullWidth(by: UInt64(times))
        self.init(seconds: Int64(bitPattern: high), fraction: low)
    }

    init(seconds: Int64, fraction: UInt64) {
        self.seconds = seconds
        self.fraction = fraction
    }

    var microseconds: Int64 {
        seconds.multipliedSaturated(by: 1_000_000).addingSaturated(Int64((1_000_000 &* (fraction >> 32)) >> 32))
    }

    var nanoseconds: Int64 {
        seconds.multipliedSaturated(by: 1_000_000_000)
            .addingSaturated(Int64((1_000_000_000 &* (fraction >> 32)) >> 32))
    }

    static func < (left: BinaryTime, right: BinaryTime) -> Bool {
        (left.seconds, left.fraction) < (right.seconds, right.fraction)
    }

    static func + (left: BinaryTime, right: BinaryTime) -> BinaryTime {
        let (fraction, carry) = left.fraction.addingReportingOverflow(right.fraction)
        return BinaryTime(seconds: left.seconds &+ right.seconds &+ (carry ? 1 : 0), fraction: fraction)
    }

    static func - (left: BinaryTime, right: BinaryTime) -> BinaryTime {
        let (fraction, borrow) = left.fraction.subtractingReportingOverflow(right.fraction)
        return BinaryTime(seconds: left.seconds &- right.seconds &- (borrow ? 1 : 0), fraction: fraction)
    }

    static func += (left: inout BinaryTime, right: BinaryTime) { left = left + right }
}

extension Int64 {
    func multipliedSaturated(by other: Int64) -> Int64 {
        let (product, overflow) = multipliedReportingOverflow(by: other)
        return overflow ? ((self < 0) == (other < 0) ? .max : .min) : product
    }

    /// Returns the greatest multiple of a tick that is at most this number.
    package func roundedDown(to tick: Int64) -> Int64 {
        let rest = self % tick
        return subtractingSaturated(rest < 0 ? rest &+ tick : rest)
    }
}
