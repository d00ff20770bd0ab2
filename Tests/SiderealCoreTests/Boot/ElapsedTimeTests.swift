import SiderealCore
import Testing

@Suite("the true time that passed between two readings") struct ElapsedTimeTests {
    static func milliseconds(_ lower: Int64, _ upper: Int64?) throws -> Bounds {
        try #require(Bounds(lower: .milliseconds(lower), upper: upper.map { .milliseconds($0) } ?? .max))
    }

    /// A pair without events, or with a shorter boot: each verdict bounds the elapsed time in its own way.
    static let quiet = Pair()
    static let sameProven = Pair(identityBefore: "a", identityNow: "a")
    static let fresh = ClockReading.invented(elapsed: .seconds(500), bootTime: .seconds(1_700_020_000))

    @Test(
        "the time that passed is bounded as far as the verdict allows",
        arguments: [
            ("proven same boot: dR +- rho dR", sameProven, 999_500, 1_000_500),
            ("proven reboot: T_boot", Pair(now: fresh), 498_740, nil),
            (
                "reboot by identity, counters grown: T_boot", Pair(identityBefore: "a", identityNow: "b"), 10_993_490,
                nil
            ),
            ("probable: the lesser of both", quiet, 999_500, nil),
            (
                "open: the lesser of both",
                Pair(
                    before: .invented(elapsed: .seconds(300)),
                    now: .invented(elapsed: .seconds(9_000), bootTime: .seconds(1_700_020_000))), 8_695_650, nil
            ),
            (
                "open, slept uncounted: T_boot may be less",
                Pair(
                    before: .invented(elapsed: .seconds(100), suspends: nil),
                    now: .invented(elapsed: .seconds(9_000), suspends: nil)), 8_895_550, nil
            ),
            ("another machine: nothing", Pair(machineNow: "n"), 0, nil),
            ("contradiction: nothing", Pair(now: fresh, identityBefore: "a", identityNow: "a"), 0, nil),
            (
                "contradiction while R grows: nothing",
                Pair(
                    now: .invented(elapsed: .seconds(11_000), sinceBoot: .seconds(500)), identityBefore: "a",
                    identityNow: "a"), 0, nil
            ),
        ] as [(String, Pair, Int64, Int64?)])
    func byTheVerdict(_ name: String, pair: Pair, lower: Int64, upper: Int64?) throws {
        // A counter's readings are multiples of its step, so two of them can't distinguish a new boot from no time at
        // all.
        let passed = try Self.milliseconds(lower, upper)
        let isCounted = !name.contains("T_boot:") && !name.hasSuffix("T_boot") && !name.contains("nothing")
        #expect(pair.comparison.truePassed == (isCounted ? passed + .plusOrMinus(ClockModel.coarsestTick) : passed))
    }

    /// In an open comparison the new boot, if there is one, may be shorter than the time between the readings.
    @Test("if a comparison is open, the new boot's length limits the certainly elapsed time")
    func shortBootLimitsElapsedTime() throws {
        let pair = Pair(
            before: .invented(elapsed: .seconds(100), suspends: 200),
            now: .invented(elapsed: .seconds(9_000), asleep: .seconds(600), suspends: 200))
        #expect(pair.verdict.isOpen)
        #expect(try pair.comparison.truePassed == Self.milliseconds(8_395_490, nil))
    }

    @Test("trusted time narrows the elapsed time that the clocks allow")
    func trustNarrowsWhatTheClocksSay() throws {
        let exact = Self.sameProven.learning(change: try Self.milliseconds(-100, 200))
        #expect(try exact.comparison.truePassed == Self.milliseconds(999_900, 1_000_200))
        let rebooted = Pair(now: Self.fresh).learning(change: .exactly(.seconds(12_000)))
        #expect(rebooted.verdict.didReboot == true)
        #expect(try rebooted.comparison.truePassed == Self.milliseconds(2_500_000, 2_500_000))
    }

    @Test("if trusted time and the clocks disagree, no time counts as certainly elapsed")
    func whereTrustAndClocksDisagreeNothingIsClaimed() throws {
        // 600 ms is more than drift, and more than the tolerance of a verdict.
        let pair = Self.sameProven.learning(change: .exactly(.milliseconds(600)))
        #expect(pair.verdict == BootVerdict(.indeterminate, evidence: .contradiction))
        #expect(try pair.comparison.truePassed == Self.milliseconds(0, nil))
        let other = Pair(machineNow: "n").learning(change: .exactly(.seconds(-1_000_000)))
        #expect(try other.comparison.truePassed == Self.milliseconds(0, nil))
        // By the servers time ran backward, by less than the tolerance of a verdict.
        let reading = ClockReading.invented(elapsed: .seconds(9_000))
        let backward = Pair(before: reading, now: reading, identityBefore: "a", identityNow: "a")
            .learning(change: .exactly(.milliseconds(-1)))
        #expect(backward.verdict.didReboot == false)
        #expect(try backward.comparison.truePassed == Self.milliseconds(0, nil))
        // Between the tolerances: the verdict holds, but the bounds of servers and clocks don't meet.
        let between = Self.sameProven.learning(change: .exactly(.milliseconds(505)))
        #expect(between.verdict.didReboot == false)
        #expect(try between.comparison.truePassed == Self.milliseconds(0, nil))
    }
}
