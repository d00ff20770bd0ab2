import SiderealCore
import Testing

@Suite struct NanosecondsTests {
    static let extremes: [Int64] = [.min, .min + 1, -1_000_000_000, -1, 0, 1, 999_999_999, .max - 1, .max]

    @Test(
        "sums saturate at the ends of the range",
        arguments: [
            (1, 2, 3), (-5, 3, -2), (.max, 1, .max), (.max, .max, .max), (.min, -1, .min), (.min, .min, .min),
            (.max, .min, -1), (.max - 1, 1, .max), (.min + 1, -1, .min),
        ] as [(Int64, Int64, Int64)])
    func sums(left: Int64, right: Int64, expected: Int64) {
        #expect(Nanoseconds(left) + Nanoseconds(right) == Nanoseconds(expected))
        #expect(Nanoseconds(right) + Nanoseconds(left) == Nanoseconds(expected))
        #expect(WallInstant(nanoseconds: left) + Nanoseconds(right) == WallInstant(nanoseconds: expected))
    }

    @Test(
        "differences saturate at the ends of the range",
        arguments: [
            (1, 2, -1), (.min, 1, .min), (.max, -1, .max), (0, .min, .max), (-1, .min, .max), (.min, .min, 0),
            (.max, .max, 0), (-2, .max, .min), (-1, .max, .min),
        ] as [(Int64, Int64, Int64)])
    func differences(left: Int64, right: Int64, expected: Int64) {
        #expect(Nanoseconds(left) - Nanoseconds(right) == Nanoseconds(expected))
        #expect(TrueInstant(nanoseconds: left) - TrueInstant(nanoseconds: right) == Nanoseconds(expected))
        #expect(AwakeInstant(nanoseconds: left) - Nanoseconds(right) == AwakeInstant(nanoseconds: expected))
    }

    @Test(
        "a count of seconds saturates at the ends of the range",
        arguments: [
            (0, 0), (-3, -3_000_000_000), (9_223_372_036, 9_223_372_036_000_000_000), (9_223_372_037, .max),
            (-9_223_372_036, -9_223_372_036_000_000_000), (-9_223_372_037, .min), (.max, .max), (.min, .min),
        ] as [(Int64, Int64)])
    func seconds(count: Int64, expected: Int64) {
        #expect(Nanoseconds.seconds(count) == Nanoseconds(expected))
    }

    @Test(
        "a count of milliseconds saturates at the ends of the range",
        arguments: [(7, 7_000_000), (.max, .max), (.min, .min)] as [(Int64, Int64)])
    func milliseconds(count: Int64, expected: Int64) {
        #expect(Nanoseconds.milliseconds(count) == Nanoseconds(expected))
    }

    @Test(
        "`magnitude` drops the sign, and `orZero` maps negative values to zero",
        arguments: [(5, 5, 5), (-5, 5, 0), (0, 0, 0), (.max, .max, .max), (.min, .max, 0)] as [(Int64, Int64, Int64)])
    func signs(count: Int64, magnitude: Int64, orZero: Int64) {
        #expect(Nanoseconds(count).magnitude == Nanoseconds(magnitude))
        #expect(Nanoseconds(count).orZero == Nanoseconds(orZero))
    }

    @Test("the negation of the least value saturates")
    func negationSaturates() {
        #expect(-Nanoseconds.min == .max)
        #expect(-Nanoseconds.max == Nanoseconds(.min + 1))
        #expect(-Nanoseconds(4) == Nanoseconds(-4))
    }

    @Test("durations and instants are ordered by their nanoseconds")
    func order() {
        let sorted = Self.extremes.map { Nanoseconds($0) }
        #expect(sorted.reversed().sorted() == sorted)
        #expect(ElapsedInstant(nanoseconds: -1) < ElapsedInstant(nanoseconds: 0))
    }
}

@Suite struct RateTests {
    @Test(
        "a rate is at least zero and less than one second per second",
        arguments: [-1, 1_000_000_000, .min, .max] as [Int64])
    func aClockThatMayStandStillBoundsNothing(partsPerBillion: Int64) {
        #expect(Rate(partsPerBillion: partsPerBillion) == nil)
    }

    @Test(
        "parts per million are clamped to possible rates",
        arguments: [
            (-1, 0), (0, 0), (500, 500_000), (999_999, 999_999_000), (1_000_000, 999_999_999), (.max, 999_999_999),
        ])
    func partsPerMillion(count: Int32, partsPerBillion: Int64) {
        #expect(Rate.partsPerMillion(count) == Rate(partsPerBillion: partsPerBillion))
    }

    @Test(
        "the error over a span is rounded up, whatever the span's sign",
        arguments: [
            (0, 1_000, 0), (1, 0, 0), (1, 1, 1), (1, 1_000_000_000, 1), (1, 1_000_000_001, 2), (500_000, 2_000, 1),
            (500_000, 2_001, 2), (500_000, -2_001, 2), (100_000, 1_000_000_000_000, 100_000_000),
            (999_999_999, .max, 9_223_372_027_631_403_771), (999_999_999, .min, 9_223_372_027_631_403_771),
        ] as [(Int64, Int64, Int64)])
    func errorIsRoundedUp(partsPerBillion: Int64, span: Int64, expected: Int64) throws {
        let rate = try #require(Rate(partsPerBillion: partsPerBillion))
        #expect(rate.error(over: Nanoseconds(span)) == Nanoseconds(expected))
    }

    @Test(
        "the least true time over a span is rounded down, and never negative",
        arguments: [
            (500_000, 2_000, 1_999), (500_000, 2_001, 1_999), (500_000, 1, 0), (500_000, -2_000, 0), (0, .max, .max),
            (999_999_999, .max, 9_223_372_036), (1, .min, 0),
        ] as [(Int64, Int64, Int64)])
    func leastTrueTimeIsRoundedDown(partsPerBillion: Int64, span: Int64, expected: Int64) throws {
        let rate = try #require(Rate(partsPerBillion: partsPerBillion))
        #expect(rate.leastTrueTime(over: Nanoseconds(span)) == Nanoseconds(expected))
    }
}
