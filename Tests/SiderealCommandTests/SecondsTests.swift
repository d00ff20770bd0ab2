import SiderealCommand
import SiderealCore
import SiderealTesting
import Testing

/// Numbers of seconds in the output. Programs read them as decimal or as binary floating-point numbers.
@Suite struct SecondsTests {
    /// Returns the sign of the exact difference: the binary number of seconds minus the nanoseconds.
    static func order(of seconds: Double, to nanoseconds: Int64) -> Int {
        guard seconds != 0, nanoseconds != 0, (seconds < 0) == (nanoseconds < 0) else {
            return seconds == Double(nanoseconds) ? 0 : seconds < Double(nanoseconds) ? -1 : 1
        }
        // The number is the bits times two to the power of minus the shift.
        let (bits, shift) = (seconds.significandBitPattern | 1 << 52, 52 - Int(seconds.exponent))
        let mine = bits.multipliedFullWidth(by: 1_000_000_000)
        let magnitude = nanoseconds.magnitude
        let (high, low) = (shift < 64 ? magnitude >> (64 - shift) : magnitude << (shift - 64), magnitude << shift)
        let order = mine.high != high ? (mine.high < high ? -1 : 1) : mine.low < low ? -1 : mine.low == low ? 0 : 1
        return seconds < 0 ? -order : order
    }

    /// Returns the sign of the exact difference: the decimal number of seconds minus the nanoseconds.
    static func order(of text: String, to nanoseconds: Int64) throws -> Int {
        let isNegative = text.hasPrefix("-")
        guard isNegative == (nanoseconds < 0) else { return isNegative ? -1 : 1 }
        let halves = text.drop { $0 == "-" }.split(separator: "e")
        let parts = halves[0].split(separator: ".")
        let exponent = halves.count > 1 ? try #require(Int(halves[1])) : 0
        let decimals = (parts.count > 1 ? parts[1].count : 0) - exponent
        var (mine, theirs) = (try #require(UInt64(parts.joined())), nanoseconds.magnitude)
        for _ in decimals..<max(decimals, 9) { mine *= 10 }
        for _ in 9..<max(decimals, 9) { theirs *= 10 }
        return (mine < theirs ? -1 : mine == theirs ? 0 : 1) * (isNegative ? -1 : 1)
    }

    @Test(
        "a number has all digits of its nanoseconds, and no superfluous ones",
        arguments: [
            (0, "0"), (2_000_000_000, "2"), (1_500_000_000, "1.5"), (-1, "-0.000000001"),
            (1_772_357_412_345_678_901, "1772357412.345678901"), (.min, "-9223372036.854775808"),
            (.max, "9223372036.854775807"),
        ] as [(Int64, String)])
    func digits(count: Int64, text: String) {
        #expect(Nanoseconds(count).seconds() == text)
    }

    @Test(
        "a bound whose nearest binary number is false has the next number",
        arguments: [
            (3_100_000_000, "3.0999999999999996", "3.1"), (-3_100_000_000, "-3.1", "-3.0999999999999996"),
            (2_000_000_000, "2", "2"), (0, "0", "0"),
            (1_772_357_412_345_678_901, "1772357412.345678901", "1772357412.345679"),
        ] as [(Int64, String, String)])
    func neighbors(count: Int64, down: String, up: String) {
        #expect(Nanoseconds(count).seconds(.down) == down)
        #expect(Nanoseconds(count).seconds(.up) == up)
    }

    @Test("a bound stays true however it is read, and is at most a digit of a binary number away")
    func bounds() throws {
        var random = SplitMix64(seed: 7)
        for _ in 0..<20_000 {
            let count = Int64.random(in: .min ... .max, using: &random) >> Int.random(in: 0..<64, using: &random)
            let span = Nanoseconds(count)
            for (text, side) in [(span.seconds(.down), -1), (span.seconds(.up), 1)] {
                let read = try #require(Double(text))
                #expect(Self.order(of: read, to: count) != -side, "\(count): \(text)")
                #expect(try Self.order(of: text, to: count) != -side, "\(count): \(text)")
                #expect(abs(read - Double(count) / 1e9) <= 3 * read.ulp, "\(count): \(text)")
            }
        }
    }
}
