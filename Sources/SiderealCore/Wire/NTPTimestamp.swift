/// A point in time as NTP writes it: 32 bits of seconds since 1900, and 32 bits of fraction.
///
/// The seconds start again from zero every 136 years (the first time on 2036-02-07 at 06:28:16 UTC), so a timestamp
/// alone does not show its era. The era follows from an instant that is known to be earlier.
package struct NTPTimestamp: Sendable, Equatable {
    /// The timestamp in units of 2^-32 s. The upper 32 bits are the seconds.
    package let bits: UInt64

    package init(bits: UInt64) { self.bits = bits }

    /// Creates the timestamp that a server's clock shows at an instant, rounded down to a multiple of 2^-32 s.
    package init(_ instant: TrueInstant) {
        let seconds = instant.nanoseconds.dividedDown(by: Self.second)
        let rest = UInt64(truncatingIfNeeded: instant.nanoseconds &- seconds &* Self.second)
        bits = UInt64(Self.secondsOfEra(seconds)) << 32 | rest << 32 / UInt64(Self.second)
    }

    /// A Boolean value that indicates whether the timestamp is zero, which stands for "not known".
    package var isUnknown: Bool { bits == 0 }

    /// Returns the distance from `earlier` in units of 2^-32 s, also across the end of an era. The distance is negative
    /// if this timestamp is earlier.
    package func units(since earlier: NTPTimestamp) -> Int64 { Int64(bitPattern: bits &- earlier.bits) }

    /// Returns the only instant that this timestamp can mean in the 2^32 seconds from `pivot` on, rounded down or up to
    /// a nanosecond.
    ///
    /// A pivot before 1970 counts as 1970. An instant beyond the range becomes the last instant of the range.
    package func instant(notBefore pivot: TrueInstant, roundedUp: Bool = false) -> TrueInstant {
        let start = Swift.max(0, pivot.nanoseconds).quotientAndRemainder(dividingBy: Self.second)
        let wait = UInt32(truncatingIfNeeded: bits >> 32) &- Self.secondsOfEra(start.quotient)
        var seconds = start.quotient + Int64(wait)
        // Within the pivot's own second, compare the fractions: both sides are below 2^62.
        let fraction = bits & 0xFFFF_FFFF
        if wait == 0, fraction * UInt64(Self.second) < UInt64(start.remainder) << 32 { seconds += 1 << 32 }
        let length = Self.length(fraction, roundedUp: roundedUp)
        return TrueInstant(nanoseconds: Nanoseconds.seconds(seconds).count) + length
    }

    /// Returns a length in units of 2^-32 s, rounded down or up to a nanosecond.
    static func length(_ units: UInt64, roundedUp: Bool) -> Nanoseconds {
        let fraction = (units & 0xFFFF_FFFF) * UInt64(second) + (roundedUp ? 0xFFFF_FFFF : 0)
        return .seconds(Int64(units >> 32)) + Nanoseconds(Int64(fraction >> 32))
    }

    private static let second: Int64 = 1_000_000_000
    /// The number of seconds from 1900 to 1970.
    private static let secondsTo1970: Int64 = 2_208_988_800

    private static func secondsOfEra(_ secondsSince1970: Int64) -> UInt32 {
        UInt32(truncatingIfNeeded: secondsSince1970 &+ secondsTo1970)
    }
}
