import Foundation
import SiderealCommand
import SiderealCore
import SiderealTesting
import Testing

/// Numbers of seconds in the output. Programs read them as decimal or as binary floating-point numbers.
@Suite struct SecondsTests {
    /// Returns the sign of the exact difference: the seconds minus the nanoseconds. A hundred decimals have all digits
    /// of a binary number that is at least a nanosecond.
    static func order(of seconds: Double, to nanoseconds: Int64) -> Int {
        guard (seconds < 0) == (nanoseconds < 0) else { return seconds < 0 ? -1 : 1 }
        let (whole, rest) = nanoseconds.magnitude.quotientAndRemainder(dividingBy: 1_000_000_000)
        let exact = String(format: "%012llu.%09llu", whole, rest) + String(repeating: "0", count: 91)
        let read = String(format: "%0113.100f", abs(seconds))
        return read == exact ? 0 : (read < exact) != (nanoseconds < 0) ? -1 : 1
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
            let exact = Decimal(
                sign: count < 0 ? .minus : .plus, exponent: -9, significand: Decimal(count.magnitude))
            for (text, side) in [(span.seconds(.down), -1), (span.seconds(.up), 1)] {
                let read = try #require(Double(text))
                let decimal = try #require(Decimal(string: text))
                #expect(Self.order(of: read, to: count) != -side, "\(count): \(text)")
                #expect(side < 0 ? decimal <= exact : decimal >= exact, "\(count): \(text)")
                #expect(abs(read - Double(count) / 1e9) <= 3 * read.ulp, "\(count): \(text)")
            }
        }
    }
}
