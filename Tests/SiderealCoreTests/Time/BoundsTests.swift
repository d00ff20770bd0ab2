import SiderealCore
import SiderealTesting
import Testing

@Suite struct BoundsTests {
    static func bounds(_ lower: Int64, _ upper: Int64) throws -> Bounds {
        try #require(Bounds(lower: Nanoseconds(lower), upper: Nanoseconds(upper)))
    }

    @Test("bounds can't be made with a lower end above the upper end")
    func nothingFitsBetweenReversedEnds() {
        #expect(Bounds(lower: .nanosecond, upper: .zero) == nil)
        #expect(Bounds(lower: .max, upper: .min) == nil)
        #expect(Bounds(lower: .zero, upper: .zero) == .exactly(.zero))
    }

    @Test(
        "bounds that touch or overlap intersect in their common part, in either order",
        arguments: [
            (0, 5, 5, 9, 5, 5), (0, 9, 3, 4, 3, 4), (.min, 5, 5, .max, 5, 5), (.min, .max, -1, 1, -1, 1),
            (0, 5, -5, 0, 0, 0),
        ] as [(Int64, Int64, Int64, Int64, Int64, Int64)])
    func intersect(_ a: Int64, _ b: Int64, _ c: Int64, _ d: Int64, _ lower: Int64, _ upper: Int64) throws {
        let (one, other) = (try Self.bounds(a, b), try Self.bounds(c, d))
        #expect(try one.intersection(other) == Self.bounds(lower, upper))
        #expect(try other.intersection(one) == Self.bounds(lower, upper))
        #expect(one.meets(other) && other.meets(one))
    }

    @Test(
        "bounds that lie apart have no intersection",
        arguments: [(0, 4, 5, 9), (.min, -1, 0, .max)] as [(Int64, Int64, Int64, Int64)])
    func areApart(_ a: Int64, _ b: Int64, _ c: Int64, _ d: Int64) throws {
        let (one, other) = (try Self.bounds(a, b), try Self.bounds(c, d))
        #expect(one.intersection(other) == nil && other.intersection(one) == nil)
        #expect(!one.meets(other) && !other.meets(one))
    }

    @Test(
        "a sum of bounds adds their ends, ends that overflow saturate, and unknown ends stay unknown",
        arguments: [
            // Plain, then each unknown end on its own, then ends that overflow.
            (1, 2, 10, 20, 11, 22), (.min, 2, 10, 20, .min, 22), (1, .max, 10, 20, 11, .max),
            (1, 2, .min, 20, .min, 22),
            (1, 2, -20, .max, -19, .max),
            (-9, -5, 0, .max, -9, .max), (5, 9, .min, 0, .min, 9), (.min, -5, .min, -5, .min, -10),
            (.min, .max, 1, 1, .min, .max), (0, .max - 1, 0, 5, 0, .max),
            (.min + 1, 0, -5, 0, .min, 0), (.max - 1, .max - 1, 5, 5, .max, .max),
        ] as [(Int64, Int64, Int64, Int64, Int64, Int64)])
    func sums(_ a: Int64, _ b: Int64, _ c: Int64, _ d: Int64, _ lower: Int64, _ upper: Int64) throws {
        let (one, other) = (try Self.bounds(a, b), try Self.bounds(c, d))
        #expect(try one + other == Self.bounds(lower, upper))
        #expect(try other + one == Self.bounds(lower, upper))
        #expect(try one - -other == Self.bounds(lower, upper))
    }

    @Test(
        "negating bounds swaps their ends, and an unknown end stays unknown",
        arguments: [(1, 2, -2, -1), (.min, 2, -2, .max), (1, .max, .min, -1), (.min, .max, .min, .max)]
            as [(Int64, Int64, Int64, Int64)])
    func negations(_ a: Int64, _ b: Int64, _ lower: Int64, _ upper: Int64) throws {
        #expect(try -Self.bounds(a, b) == Self.bounds(lower, upper))
    }

    @Test(
        "a radius spans both ways from zero, and a radius that overflows spans everything",
        arguments: [(0, 0, 0), (3, -3, 3), (-3, -3, 3), (.max, .min, .max), (.min, .min, .max)]
            as [(Int64, Int64, Int64)])
    func plusOrMinus(radius: Int64, lower: Int64, upper: Int64) throws {
        #expect(try Bounds.plusOrMinus(Nanoseconds(radius)) == Self.bounds(lower, upper))
    }

    @Test("bounds report whether they contain a value, their width, and their part above a minimum")
    func questions() throws {
        let some = try Self.bounds(-2, 5)
        #expect(some.contains(Nanoseconds(-2)) && some.contains(Nanoseconds(5)))
        #expect(!some.contains(Nanoseconds(-3)) && !some.contains(Nanoseconds(6)))
        #expect(some.width == Nanoseconds(7) && some.isBounded)
        #expect(try Self.bounds(.min, 5).width == .max)
        #expect(try Self.bounds(5, .max).width == .max)
        #expect(try some.atLeast(Nanoseconds(5)) == Self.bounds(5, 5))
        #expect(some.atLeast(Nanoseconds(-9)) == some)
        #expect(some.atLeast(Nanoseconds(6)) == nil)
    }

    @Test("the sum of two values lies in the sum of their bounds", arguments: 0..<4 as Range<UInt64>)
    func noSumEscapes(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let ends = NanosecondsTests.extremes
        for round in 0..<2_000 {
            let drawn = (0..<6).map { _ in
                Bool.random(using: &random)
                    ? ends.randomElement(using: &random) ?? 0 : .random(in: -9...9, using: &random)
            }
            let (one, other) = (drawn[0...2].sorted(), drawn[3...5].sorted())
            let sum = try Self.bounds(one[0], one[2]) + Self.bounds(other[0], other[2])
            let (value, overflow) = one[1].addingReportingOverflow(other[1])
            if overflow { continue }
            try #require(sum.contains(Nanoseconds(value)), "seed \(seed), round \(round): \(one) + \(other)")
        }
    }
}
