import SiderealCore
import Testing

@Suite("trusted time as evidence of a boot") struct TrustCheckTests {
    static let linux = Pair()
    static let darwin = Pair(
        before: .invented(elapsed: .seconds(20_000), sinceBoot: .seconds(9_000)),
        now: .invented(elapsed: .seconds(21_000), sinceBoot: .seconds(10_000)), model: .darwin)

    /// rho dR + sigma + 10 ms over a thousand seconds: 510 ms on Linux, 110 on Darwin.
    @Test(
        "the same boot is possible only if the offset changed no more than drift allows",
        arguments: [
            (linux, .milliseconds(510), true), (linux, .milliseconds(510) + .nanosecond, false),
            (linux, .milliseconds(-510), true), (linux, .milliseconds(-510) - .nanosecond, false),
            (darwin, .milliseconds(110), true), (darwin, .milliseconds(110) + .nanosecond, false),
            (darwin, .milliseconds(-110), true), (darwin, .milliseconds(-110) - .nanosecond, false),
        ] as [(Pair, Nanoseconds, Bool)])
    func sameBootAsFarAsTheClocksDrift(pair: Pair, change: Nanoseconds, fits: Bool) {
        #expect(pair.learning(change: .exactly(change)).comparison.trustCheck.sameBoot == fits)
    }

    /// A single common point is enough, and one end may be unknown.
    @Test("the same boot is possible if the bounds share at least one point")
    func boundsNeedOnlyMeet() throws {
        let limit = Nanoseconds.milliseconds(510)
        let above = try #require(Bounds(lower: limit, upper: .seconds(9_999)))
        #expect(Self.linux.learning(change: above).comparison.trustCheck.sameBoot)
        #expect(!Self.linux.learning(change: above + .nanosecond).comparison.trustCheck.sameBoot)
        #expect(Self.linux.learning(change: .unbounded).comparison.trustCheck == .both)
        #expect(Self.darwin.learning(change: .unbounded).comparison.trustCheck == .both)
        let early = try #require(Bounds(lower: .min, upper: -limit - .nanosecond))
        #expect(!Self.linux.learning(change: early).comparison.trustCheck.sameBoot)
        #expect(!Self.linux.learning(change: .exactly(.seconds(1)).withoutUpper).comparison.trustCheck.sameBoot)
    }

    @Test("trusted time excludes a verdict only if both readings have bounds")
    func silentWithoutBoundsOfBothEnds() {
        var pair = Self.linux.learning(change: .exactly(.seconds(5_000_000)))
        #expect(pair.comparison.trustCheck == .onlyReboot)
        pair.offsetNow = nil
        #expect(pair.comparison.trustCheck == .both)
        pair.learn(change: .exactly(.seconds(5_000_000)))
        pair.offsetBefore = nil
        #expect(pair.comparison.trustCheck == .both)
    }

    /// A fall within the tolerance of the counters counts as no time: no drift, but 10 ms.
    @Test(
        "a counter that fell within its tolerance counts as unchanged",
        arguments: [(0, true), (1, false)] as [(Int64, Bool)])
    func aClockThatFellStoodStill(beyond: Int64, fits: Bool) {
        let pair = Pair(now: .invented(elapsed: .milliseconds(9_999_500)))
        let change = Bounds.exactly(.milliseconds(10) + Nanoseconds(beyond))
        #expect(pair.learning(change: change).comparison.trustCheck.sameBoot == fits)
    }

    /// Darwin's time since boot follows the slewed calendar: (1 - 36,850 ppm)(l + dR) <= dU + 0.51 s.
    @Test(
        "on Darwin, the same boot is possible only if the time since boot also grew enough",
        arguments: [
            (Nanoseconds.zero, Nanoseconds.milliseconds(962_640), true),
            (.zero, .milliseconds(962_640) - .nanosecond, false),
            // A tenth more true time: 1,000.1 * 0.96315 - 0.51.
            (.milliseconds(100), Nanoseconds(962_736_315_000), true),
            (.milliseconds(100), Nanoseconds(962_736_315_000) - .nanosecond, false),
        ])
    func onDarwinSameBootNeedsTimeSinceBoot(change: Nanoseconds, growth: Nanoseconds, fits: Bool) {
        var pair = Self.darwin
        pair.now = .invented(elapsed: .seconds(21_000), sinceBoot: .seconds(9_000) + growth)
        #expect(pair.learning(change: .exactly(change)).comparison.trustCheck.sameBoot == fits)
        pair.model = .linux
        #expect(pair.learning(change: .exactly(change)).comparison.trustCheck.sameBoot)
    }

    /// A new boot lies entirely after the reading before it: dR + h >= T_boot.
    @Test(
        "a reboot is possible only if enough true time passed for the new boot",
        arguments: [(0, true), (-1, false), (1, true)] as [(Int64, Bool)])
    func aRebootNeedsItsTime(beyond: Int64, fits: Bool) {
        // T_boot: 1,000 s less 500 ppm, less a second for the one sleep that may be uncounted, less 10 ms.
        let reboot = Pair(now: .invented(elapsed: .seconds(1_000)))
        let change = Nanoseconds.milliseconds(9_000_000 + 998_490) + Nanoseconds(beyond)
        #expect(reboot.learning(change: .exactly(change)).comparison.trustCheck.reboot == fits)
        // Darwin: 1,000 s less 36,850 ppm, less 510 ms; the elapsed clock doesn't matter.
        let warm = Pair(
            before: .invented(elapsed: .seconds(20_000)),
            now: .invented(elapsed: .seconds(20_900), sinceBoot: .seconds(1_000)), model: .darwin)
        let passed = Nanoseconds.milliseconds(962_640) + Nanoseconds(beyond)
        let growth = Bounds.exactly(passed - .seconds(900))
        #expect(warm.learning(change: growth).comparison.trustCheck.reboot == fits)
        #expect(warm.learning(change: growth.withoutUpper).comparison.trustCheck.reboot)
        // An unknown end stays unknown however far the clock fell.
        let unknown = Bounds.exactly(.zero).withoutUpper
        #expect(reboot.learning(change: unknown).comparison.trustCheck.reboot)
    }

    /// Sleeps widen the tolerance of one boot: counted ones by seconds, uncounted ones without limit, except for the
    /// time awake.
    @Test(
        "counted sleeps widen the tolerance of one boot by seconds, and uncounted sleeps widen it without limit",
        arguments: [
            // Suspensions before and after, time asleep between, change of the offset in milliseconds.
            (0, 2, 100, 9_510, true), (0, 2, 100, 9_511, false), (0, 2, 100, -9_510, true), (0, 2, 100, -9_511, false),
            (0, 2, 0, 99_999_999, true), (0, 2, 0, -510, true), (0, 2, 0, -511, false),
            (nil, nil, 100, 99_999_999, true), (nil, nil, 100, -100_460, true), (nil, nil, 100, -100_461, false),
            (nil, nil, 0, 510, true), (nil, nil, 0, 511, false),
        ] as [(Int64?, Int64?, Int64, Int64, Bool)])
    func sleepsWidenTheBounds(_ before: Int64?, _ now: Int64?, asleep: Int64, change: Int64, fits: Bool) {
        let pair = Pair(
            before: .invented(suspends: before),
            now: .invented(elapsed: .seconds(11_000), asleep: .seconds(asleep), suspends: now))
        #expect(pair.learning(change: .exactly(.milliseconds(change))).comparison.trustCheck.sameBoot == fits)
    }
}
