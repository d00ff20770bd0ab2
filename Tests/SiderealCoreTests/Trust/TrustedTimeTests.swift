import SiderealCore
import Testing

/// Conclusions from bounds: deadlines, and the effect of an input. Seconds.
struct TrustedTimeTests {
    private static func time(_ earliest: Int64?, _ latest: Int64?) -> TrustedTime {
        let bounds = Bounds(
            lower: earliest.map { .seconds($0) } ?? .min, upper: latest.map { .seconds($0) } ?? .max)
        return TrustedTime(
            bounds ?? .unbounded, earliestSupport: .lone, latestSupport: .lone, isAuthenticated: true)
    }

    @Test(
        "a deadline has passed or is pending only if the bounds prove it",
        arguments: [
            (10, 20, deadline: 10, TrustedTime.DeadlineStatus.passed),
            (10, 20, deadline: 9, .passed),
            (10, 20, deadline: 11, .undetermined),
            (10, 20, deadline: 20, .undetermined),
            (10, 20, deadline: 21, .pending),
            (10, nil, deadline: 10, .passed),
            (10, nil, deadline: 1_000, .undetermined),
            (nil, nil, deadline: 0, .undetermined),
        ] as [(Int64?, Int64?, Int64, TrustedTime.DeadlineStatus)])
    func aDeadlineHasPassedWhenItCertainlyHas(
        earliest: Int64?, latest: Int64?, deadline: Int64, status: TrustedTime.DeadlineStatus
    ) {
        let deadline = TrueInstant(nanoseconds: 0) + .seconds(deadline)
        #expect(Self.time(earliest, latest).status(of: deadline) == status)
    }

    @Test("the time until a deadline is bounded on each side on which the true time is bounded")
    func whatRemainsIsBoundedAsFarAsTheTimeIs() {
        let deadline = TrueInstant(nanoseconds: 0) + .seconds(100)
        let known = Self.time(10, 20).remaining(until: deadline)
        #expect(known == Bounds(lower: .seconds(80), upper: .seconds(90)))
        let after = Self.time(110, 120).remaining(until: deadline)
        #expect(after == Bounds(lower: .seconds(-20), upper: .seconds(-10)))
        let open = Self.time(10, nil).remaining(until: deadline)
        #expect(!open.hasLower && open.upper == .seconds(90))
        #expect(Self.time(nil, nil).remaining(until: deadline) == .unbounded)
    }

    @Test(
        "a change of trusted time is classified as synchronized, withheld, tightened or none",
        arguments: [
            (nil, nil, TrustChange.none),
            (nil, 5, .synchronized),
            (5, nil, .withheld),
            (100, 91, .none),
            (100, 90, .tightened),
            (100, 120, .none),
            (0, 0, .none),
        ] as [(Int64?, Int64?, TrustChange)])
    func aChangeIsNamed(before: Int64?, after: Int64?, change: TrustChange) {
        func time(_ width: Int64?) -> TrustedTime { Self.time(0, width) }
        #expect(TrustChange(from: time(before), to: time(after)) == change)
    }

    @Test(
        "bounds that exclude the earlier bounds count as a new time, however wide they are",
        arguments: [
            (50, 100, TrustChange.none), (51, 200, .synchronized), (0, 9, .tightened), (-60, -1, .synchronized),
        ]
            as [(Int64, Int64, TrustChange)])
    func aReplacedTimeIsNamed(earliest: Int64, latest: Int64, change: TrustChange) {
        #expect(TrustChange(from: Self.time(0, 50), to: Self.time(earliest, latest)) == change)
    }
}

@Suite("trusted time carried to another moment") struct CarriedTrustedTimeTests {
    /// Either of two threads may read the clock first, and both answers are true.
    @Test(
        "a trusted time carried forward or back moves with the clock and widens by the drift",
        arguments: [-1_000, 0, 1_000] as [Int64])
    func itIsCarriedEitherWay(seconds: Int64) throws {
        let here = TrustedTime(
            try #require(Bounds(lower: .seconds(50_000), upper: .seconds(50_001))), earliestSupport: .corroborated,
            latestSupport: .corroborated, isAuthenticated: true)
        let there = here.carried(over: .seconds(seconds), drift: .partsPerMillion(500))
        let error: Nanoseconds = seconds == 0 ? .zero : .milliseconds(500)
        #expect(there.earliest == TrueInstant(nanoseconds: 0) + .seconds(50_000 + seconds) - error)
        #expect(there.latest == TrueInstant(nanoseconds: 0) + .seconds(50_001 + seconds) + error)
    }
}
