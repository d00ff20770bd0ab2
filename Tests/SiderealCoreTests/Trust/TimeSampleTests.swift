import SiderealCore
import Testing

@Suite struct TimeSampleTests {
    static func sample(sent: Int64, received: Int64, earliest: Int64?, latest: Int64?) -> TimeSample {
        TimeSample(
            source: "a", isAuthenticated: true, sent: ElapsedInstant(nanoseconds: sent),
            received: ElapsedInstant(nanoseconds: received), earliest: earliest.map { TrueInstant(nanoseconds: $0) },
            latest: latest.map { TrueInstant(nanoseconds: $0) })
    }

    /// At the receipt, true time minus the elapsed clock lies in [earliest - r, latest - s + rho (r - s)]; rho is 500
    /// ppm.
    @Test(
        "a sample bounds the offset at its receipt, allowing for drift during the exchange",
        arguments: [
            (1_000, 5_000, 90_000, 91_000, 85_000, 90_002), (1_000, 1_000, 90_000, 90_000, 89_000, 89_000),
            (1_000, 5_001, 90_000, 91_000, 84_999, 90_003), (1_000, 5_000, 90_000, nil, 85_000, .max),
            (1_000, 5_000, nil, 91_000, .min, 90_002), (1_000, 5_000, nil, nil, .min, .max),
            // The ends of the range saturate outward.
            (-5, 1, .min, .max, .min, .max), (1, 1, 90, .max, 89, .max - 1), (-1, -1, 90, .max, 91, .max),
        ] as [(Int64, Int64, Int64?, Int64?, Int64, Int64)])
    func bounds(_ sent: Int64, _ received: Int64, earliest: Int64?, latest: Int64?, lower: Int64, upper: Int64) throws {
        let sample = Self.sample(sent: sent, received: received, earliest: earliest, latest: latest)
        let expected = try #require(Bounds(lower: Nanoseconds(lower), upper: Nanoseconds(upper)))
        #expect(sample.offset(drift: .partsPerMillion(500)) == expected)
    }

    @Test(
        "a sample that is received before it is sent, or that has contradicting ends, is impossible",
        arguments: [
            // Received before sent; earliest after latest by more than the exchange took; just less than that.
            (5_000, 4_999, 90_000, 99_000, false), (1_000, 5_000, 94_003, 90_000, false),
            (1_000, 5_000, 94_002, 90_000, true),
        ] as [(Int64, Int64, Int64, Int64, Bool)])
    func impossible(_ sent: Int64, _ received: Int64, earliest: Int64, latest: Int64, isPossible: Bool) {
        let sample = Self.sample(sent: sent, received: received, earliest: earliest, latest: latest)
        #expect((sample.offset(drift: .partsPerMillion(500)) != nil) == isPossible)
    }

    /// A time that was rounded down to its resolution, and read up to a lag earlier: [T - r, T + q + g - s + rho (r -
    /// s)].
    @Test(
        "a shown time spans its resolution and the lag, and has no latest end if that overflows",
        arguments: [(1_000, 300, 6_300), (0, 0, 5_000), (.max, 1, nil), (1, .max, nil)] as [(Int64, Int64, Int64?)])
    func shownTime(resolution: Int64, lag: Int64, latest: Int64?) {
        let sample = TimeSample(
            source: "a", isAuthenticated: false, sent: ElapsedInstant(nanoseconds: 10),
            received: ElapsedInstant(nanoseconds: 20), time: TrueInstant(nanoseconds: 5_000),
            resolution: Nanoseconds(resolution), lag: Nanoseconds(lag))
        #expect(sample.earliest == TrueInstant(nanoseconds: 5_000))
        #expect(sample.latest == latest.map { TrueInstant(nanoseconds: $0) })
        #expect(sample.operator == "a")
    }
}

@Suite struct SystemClockVerdictTests {
    static let tolerance = Nanoseconds.seconds(2)
    static func trusted(_ lower: Nanoseconds, _ upper: Nanoseconds?) throws -> TrustedTime {
        TrustedTime(
            try #require(Bounds(lower: lower, upper: upper ?? .max)), earliestSupport: .lone, latestSupport: .lone,
            isAuthenticated: true)
    }

    /// The wall clock shows 1,000 s; the true time lies between these.
    @Test(
        "the system clock agrees, runs ahead or runs behind only if the bounds prove it",
        arguments: [
            (.seconds(998), .seconds(1_002), .agrees), (.seconds(998) - .nanosecond, .seconds(1_002), .unknown),
            (.seconds(998), .seconds(1_002) + .nanosecond, .unknown), (.seconds(900), .seconds(998), .unknown),
            (.seconds(900), .seconds(998) - .nanosecond, .ahead), (.seconds(1_002), .seconds(1_100), .unknown),
            (.seconds(1_002) + .nanosecond, .seconds(1_100), .behind), (.seconds(1_002) + .nanosecond, nil, .behind),
            (.seconds(1_002), nil, .unknown), (.seconds(998), nil, .unknown),
        ] as [(Nanoseconds, Nanoseconds?, SystemClockVerdict.Answer)])
    func judges(lower: Nanoseconds, upper: Nanoseconds?, expected: SystemClockVerdict.Answer) throws {
        let verdict = SystemClockVerdict(
            wall: WallInstant(nanoseconds: 1_000_000_000_000), trusted: try Self.trusted(lower, upper),
            tolerance: Self.tolerance)
        #expect(verdict.answer == expected)
        #expect(verdict.atMost == .seconds(1_000) - lower)
        #expect(verdict.atLeast == upper.map { .seconds(1_000) - $0 })
    }

    @Test("without trusted time, the verdict on the system clock is unknown")
    func nothingKnownIsUnknown() {
        let verdict = SystemClockVerdict(
            wall: WallInstant(nanoseconds: 5), trusted: .unknown, tolerance: Self.tolerance)
        #expect(verdict.answer == .unknown && verdict.atLeast == nil && verdict.atMost == nil)
    }

    @Test("the kind of a trusted time follows from the ends that are known")
    func kinds() throws {
        #expect(try Self.trusted(.seconds(1), .seconds(2)).kind == .bounded)
        #expect(try Self.trusted(.seconds(1), nil).kind == .atLeast)
        #expect(try Self.trusted(.seconds(1), nil).latest == nil)
        #expect(try Self.trusted(.min, .seconds(2)) == .unknown)
    }
}
