import Foundation
import SiderealCore
import SiderealPicture
import SiderealTesting
import Testing

@Suite("printed bounds") struct BoundsTextTests {
    /// Draws a number below 2^63. All orders of magnitude are equally likely.
    static func magnitude(_ random: inout SplitMix64) -> Int64 {
        Int64(random.next() >> UInt64.random(in: 1...63, using: &random))
    }

    /// Draws an instant anywhere, or close to the boundary of a second or the end of Int64.
    static func instant(_ random: inout SplitMix64) -> Int64 {
        let any = random.next(upperBound: 2 as UInt64) == 0 ? -magnitude(&random) : magnitude(&random)
        let near = Int64.random(in: -2...2, using: &random)
        switch random.next(upperBound: 8 as UInt64) {
        case 0: return any
        case 1: return .min.addingSaturated(magnitude(&random) / 1_000)
        case 2: return .max.subtractingSaturated(magnitude(&random) / 1_000)
        case 3: return (any / 1_000_000_000 * 1_000_000_000).addingSaturated(near)
        case 4: return (any / 1_000_000_000 * 1_000_000_000).addingSaturated(999_999_999)
        default: return 1_772_357_412_000_000_000 + Int64.random(in: 0..<100_000_000_000, using: &random)
        }
    }

    static func trusted(_ lower: Int64, _ upper: Int64) throws -> TrustedTime {
        TrustedTime(
            try #require(Bounds(lower: Nanoseconds(lower), upper: Nanoseconds(upper))),
            earliestSupport: .corroborated, latestSupport: .corroborated, isAuthenticated: true)
    }

    /// Draws widths of all magnitudes, around middles of all kinds.
    static func bounds(_ random: inout SplitMix64) -> (lower: Int64, upper: Int64) {
        let middle = instant(&random)
        let width = magnitude(&random)
        let before = Bool.random(using: &random) ? width / 2 : Int64.random(in: 0...width, using: &random)
        let lower = middle.subtractingSaturated(before)
        return (lower, lower.addingSaturated(width))
    }

    @Test("a printed true time contains its bounds, and is hardly wider")
    func thePrintedTrueTimeContainsItsBounds() throws {
        var random = SplitMix64(seed: 1)
        var problems: [String] = []
        for _ in 0..<5_000 {
            let (lower, upper) = Self.bounds(&random)
            let trusted = try Self.trusted(lower, upper)
            let text = Formatting.describe(trusted)
            guard trusted.kind != .unknown else { continue }
            let isRight =
                PrintedBounds(trueTime: text).map { printed in
                    guard trusted.kind == .bounded else {
                        return printed.upper == nil && (printed.lower.map { $0 <= Decimal(lower) } ?? false)
                    }
                    guard let from = printed.lower, let to = printed.upper else { return false }
                    let half = (Decimal(upper) - Decimal(lower)) / 2
                    // The middle is rounded to the nearest, and the half-width up.
                    let grown = (to - from) / 2 - half
                    return from <= Decimal(lower) && Decimal(upper) <= to
                        && grown <= half * 3 / 20 + 1 && grown <= printed.unit * 3 / 2
                } ?? false
            if !isRight { problems.append("[\(lower), \(upper)]: \(text)") }
        }
        #expect(problems.isEmpty, "\(problems.count) of 5000, such as \(problems.prefix(5))")
    }

    @Test("a printed error of the system clock contains its bounds, and is hardly wider")
    func thePrintedErrorOfTheSystemClockContainsItsBounds() throws {
        var random = SplitMix64(seed: 2)
        var problems: [String] = []
        for _ in 0..<5_000 {
            var (lower, upper) = Self.bounds(&random)
            if random.next(upperBound: 4 as UInt64) == 0 { upper = .max }
            let error = Self.magnitude(&random)
            let wall = Bool.random(using: &random) ? upper.addingSaturated(error) : lower.subtractingSaturated(error)
            let verdict = SystemClockVerdict(
                wall: WallInstant(nanoseconds: wall), trusted: try Self.trusted(lower, upper), tolerance: .zero)
            guard verdict.answer == .ahead || verdict.answer == .behind else { continue }
            let text = Formatting.describe(verdict).text
            let least = verdict.atLeast.map { Decimal($0.count) }
            let most = verdict.atMost.map { Decimal($0.count) }
            let isRight =
                PrintedBounds(systemClock: text).map { printed in
                    Self.holds(least, printed.lower, printed.unit, sign: -1, width: (least, most))
                        && Self.holds(most, printed.upper, printed.unit, sign: 1, width: (least, most))
                } ?? false
            if !isRight { problems.append("[\(least as Any), \(most as Any)]: \(text)") }
        }
        #expect(problems.isEmpty, "\(problems.count) of 5000, such as \(problems.prefix(5))")
    }

    /// Returns whether a printed end lies outside the true one, and close to it.
    private static func holds(
        _ end: Decimal?, _ printed: Decimal?, _ unit: Decimal, sign: Decimal, width: (Decimal?, Decimal?)
    ) -> Bool {
        guard let end, let printed else { return end == nil && printed == nil }
        let outward = (printed - end) * sign
        guard outward >= 0, outward < unit, outward <= abs(end) / 10 + 1 else { return false }
        guard let least = width.0, let most = width.1 else { return true }
        return outward <= max((most - least) / 10, 1_000_000_000) + 1
    }

    static let noon: Int64 = 1_772_357_412_345_678_901

    @Test(
        "a true time is printed as precisely as its error allows",
        arguments: [
            (0, 0, "2026-03-01T09:30:12.345678901Z ± 0 ns"), (0, 1, "2026-03-01T09:30:12.345678901Z ± 1 ns"),
            (-37_200, 37_200, "2026-03-01T09:30:12.345679Z ± 38 µs"),
            (-571_000_000, 571_000_000, "2026-03-01T09:30:12.346Z ± 572 ms"),
            (-999_700_000, 999_700_000, "2026-03-01T09:30:12.346Z ± 1.001 s"),
            (-1_200_000_000, 1_200_000_000, "2026-03-01T09:30:12.3Z ± 1.3 s"),
            (0, 60_000_000_000, "2026-03-01T09:30:42Z ± 31 s"),
            (-7_000_000_000_000, 7_000_000_000_000, "2026-03-01T09:30:12Z ± 1 h 57 min"),
            (-200_000_000_000_000, 200_000_000_000_000, "2026-03-01T09:30:12Z ± 2 d 8 h"),
        ] as [(Int64, Int64, String)])
    func trueTimes(before: Int64, after: Int64, text: String) throws {
        #expect(Formatting.describe(try Self.trusted(Self.noon + before, Self.noon + after)) == text)
    }

    @Test(
        "an error of the system clock is printed with its ends rounded outward",
        arguments: [
            (86_399_429_000_000, 86_400_571_000_000, "ahead by at least 23 h 59 min 59 s, at most 1 d 1 s"),
            (3_120_000_000, 3_121_000_000, "ahead by at least 3.1 s, at most 3.2 s"),
            (-3_600_000_000_001, -12_345_678, "behind by at least 12 ms, at most 1 h 1 s"),
            (-200_000_000_000_001, -100_000_000_000_000, "behind by at least 1 d 3 h, at most 2 d 8 h"),
            (.min + 1, -9_876_000, "behind by at least 9.8 ms"),
        ] as [(Int64, Int64, String)])
    func errorsOfTheSystemClock(least: Int64, most: Int64, text: String) throws {
        // The wall clock shows zero.
        let trusted = try Self.trusted(-most, -least)
        let verdict = SystemClockVerdict(wall: WallInstant(nanoseconds: 0), trusted: trusted, tolerance: .zero)
        #expect(Formatting.describe(verdict).text == text)
    }

    /// A difference that overflows bounds nothing.
    @Test("an end that overflows is printed as open")
    func anEndThatSaturatedIsOpen() throws {
        let verdict = SystemClockVerdict(
            wall: WallInstant(nanoseconds: .max), trusted: try Self.trusted(-1_000_000_000, 0), tolerance: .zero)
        #expect(verdict.atLeast == .max)
        #expect(verdict.atMost == nil)
        #expect(Formatting.describe(verdict).text == "ahead by at least 106751 d 23 h")
    }

    @Test("a single end is printed as at least or at most, rounded outward")
    func oneEndAlone() {
        let lower = Bounds.exactly(Nanoseconds(Self.noon)).withoutUpper
        #expect(Formatting.dates(lower) == "at least 2026-03-01T09:30:12Z")
        #expect(Formatting.dates(-(-lower)) == "at least 2026-03-01T09:30:12Z")
        let upper = -Bounds.exactly(Nanoseconds(-Self.noon)).withoutUpper
        #expect(Formatting.dates(upper) == "at most 2026-03-01T09:30:13Z")
        #expect(Formatting.dates(-Bounds.exactly(.min + Nanoseconds(2)).withoutUpper) == "at most 2262-04-11T23:47:17Z")
        #expect(Formatting.dates(.unbounded) == nil)
    }
}
