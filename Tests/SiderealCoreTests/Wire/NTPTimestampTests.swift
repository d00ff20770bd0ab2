import SiderealCore
import SiderealTesting
import Testing

@Suite struct NTPTimestampTests {
    static func at(_ year: Int, _ month: Int, _ day: Int, second: Int64 = 0) throws -> TrueInstant {
        let days = try #require(CivilDate(year: year, month: month, day: day)).daysSince1970
        return TrueInstant(nanoseconds: (Int64(days) * 86_400 + second) * 1_000_000_000)
    }

    /// Known days from RFC 5905, figure 4, with the seconds of their era.
    @Test(
        "known days have the seconds of RFC 5905",
        arguments: [
            (1900, 1, 1, 0), (1970, 1, 1, 2_208_988_800), (1972, 1, 1, 2_272_060_800), (1999, 12, 31, 3_155_587_200),
            (2000, 1, 1, 3_155_673_600), (2026, 1, 1, 3_976_214_400), (2036, 2, 7, 4_294_944_000),
            (2036, 2, 8, 63_104), (2104, 2, 29, 2147707904), (1858, 11, 17, 2_997_239_296),
        ] as [(Int, Int, Int, Int64)])
    func knownDays(year: Int, month: Int, day: Int, seconds: Int64) throws {
        #expect(NTPTimestamp(try Self.at(year, month, day)).bits == UInt64(seconds) << 32)
    }

    @Test(
        "a timestamp reads as its instant, given any reference up to one era earlier",
        arguments: [
            (1970, 1970), (1970, 2026), (1970, 2036), (1970, 2105), (2026, 2026), (2026, 2035), (2026, 2036),
            (2026, 2037), (2026, 2104), (2026, 2161), (2035, 2036), (2036, 2171), (2104, 2104), (2104, 2239),
            (2200, 2261),
        ] as [(Int, Int)])
    func erasAreTold(known: Int, shown: Int) throws {
        let known = try Self.at(known, 1, 1)
        for (month, day) in [(1, 1), (2, 7), (2, 8), (12, 31)] {
            for second in [0, 23_295, 23_296, 23_297, 86_399] as [Int64] {
                let instant = try Self.at(shown, month, day, second: second)
                #expect(NTPTimestamp(instant).instant(notBefore: known) == instant)
            }
        }
    }

    static let era: Int64 = 1 << 32

    /// At 0.5 s past a second the pivot itself is meant, and a unit before it the next era.
    @Test(
        "the era of a timestamp begins at the pivot",
        arguments: [0, 1_767_225_600, 2_085_978_495, 2_085_978_496, 4_294_967_296] as [Int64])
    func theEraBeginsAtThePivot(second: Int64) {
        let pivot = TrueInstant(nanoseconds: second * 1_000_000_000 + 500_000_000)
        let shown = NTPTimestamp(pivot)
        #expect(shown.bits & 0xFFFF_FFFF == 0x8000_0000)
        #expect(shown.instant(notBefore: pivot) == pivot)
        #expect(shown.instant(notBefore: pivot, roundedUp: true) == pivot)
        let before = NTPTimestamp(bits: shown.bits &- 1)
        let nextEra = pivot + .seconds(Self.era)
        #expect(before.instant(notBefore: pivot) == nextEra - Nanoseconds(1))
        #expect(before.instant(notBefore: pivot, roundedUp: true) == nextEra)
        #expect(before.instant(notBefore: pivot - Nanoseconds(1)) == pivot - Nanoseconds(1))
        let after = NTPTimestamp(bits: shown.bits &+ 1)
        #expect(after.instant(notBefore: pivot) == pivot)
        #expect(after.instant(notBefore: pivot, roundedUp: true) == pivot + Nanoseconds(1))
    }

    @Test(
        "fractions of a nanosecond are rounded down for an earliest end, and up for a latest end",
        arguments: [
            (0, 0, 0), (1, 0, 1), (4, 0, 1), (5, 1, 2), (0x8000_0000, 500_000_000, 500_000_000),
            (0xFFFF_FFFF, 999_999_999, 1_000_000_000),
        ] as [(UInt64, Int64, Int64)])
    func fractionsAreRoundedOutward(fraction: UInt64, down: Int64, up: Int64) {
        let shown = NTPTimestamp(bits: 3_976_214_400 << 32 | fraction)
        #expect(shown.instant(notBefore: .codeExists) == .codeExists + Nanoseconds(down))
        #expect(shown.instant(notBefore: .codeExists, roundedUp: true) == .codeExists + Nanoseconds(up))
    }

    @Test("a pivot before 1970 counts as 1970", arguments: [.min, -1_000_000_001, -1, 0] as [Int64])
    func aPivotBefore1970CountsAs1970(nanoseconds: Int64) {
        let pivot = TrueInstant(nanoseconds: nanoseconds)
        #expect(NTPTimestamp(bits: 2_208_988_800 << 32).instant(notBefore: pivot) == TrueInstant(nanoseconds: 0))
        #expect(
            NTPTimestamp(bits: 2_208_988_799 << 32).instant(notBefore: pivot)
                == TrueInstant(nanoseconds: (Self.era - 1) * 1_000_000_000))
    }

    @Test("a timestamp beyond the range is the last instant")
    func beyondTheRangeIsTheLastInstant() {
        let last = TrueInstant(nanoseconds: .max)
        for bits in [0, 1, 1 << 63, .max] as [UInt64] {
            #expect(NTPTimestamp(bits: bits).instant(notBefore: last) == last)
            #expect(NTPTimestamp(bits: bits).instant(notBefore: last, roundedUp: true) == last)
        }
        // Its last second, of which 854,775,807 ns are in range.
        let seconds = UInt64(UInt32(truncatingIfNeeded: 9_223_372_036 + 2_208_988_800 as Int64)) << 32
        let pivot = TrueInstant(nanoseconds: 9_223_372_036_000_000_000)
        #expect(NTPTimestamp(bits: seconds | 1 << 31).instant(notBefore: pivot) == pivot + .milliseconds(500))
        #expect(NTPTimestamp(bits: seconds | 0xFFFF_FFFF).instant(notBefore: pivot) == last)
    }

    @Test("differences cross eras, and a timestamp of zero is unknown")
    func differencesCrossEras() {
        let last = NTPTimestamp(bits: .max)
        let next = NTPTimestamp(bits: 1)
        #expect(next.units(since: last) == 2)
        #expect(last.units(since: next) == -2)
        #expect(NTPTimestamp(bits: 1 << 63).units(since: NTPTimestamp(bits: 0)) == .min)
        #expect(NTPTimestamp(bits: 0).isUnknown && !next.isUnknown)
    }

    /// Rounded down to 2^-32 s and up to the nanosecond: the same instant, in any era.
    @Test("an instant in any era reads back from its timestamp, to the nanosecond", arguments: 0..<4 as Range<UInt64>)
    func roundTrip(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        for round in 0..<5_000 {
            let instant = TrueInstant(nanoseconds: .random(in: 0 ..< .max, using: &random))
            let before = Nanoseconds(.random(in: 1..<Self.era * 1_000_000_000 - 1, using: &random))
            let shown = NTPTimestamp(instant)
            try #require(
                shown.instant(notBefore: instant - before, roundedUp: true) == instant, "seed \(seed), round \(round)")
            let down = instant - shown.instant(notBefore: instant - before)
            try #require(down == .zero || down == Nanoseconds(1), "seed \(seed), round \(round)")
        }
    }

    @Test("an instant before 1970 has a timestamp, too")
    func instantsBefore1970AreWritten() {
        // The earliest is 145,224,192 ns after a second, seven billion seconds before 1900.
        let bits = NTPTimestamp(TrueInstant(nanoseconds: .min)).bits
        #expect(bits >> 32 == UInt64(UInt32(truncatingIfNeeded: -9_223_372_037 + 2_208_988_800 as Int64)))
        #expect(bits & 0xFFFF_FFFF == 145_224_192 << 32 / 1_000_000_000)
    }
}
