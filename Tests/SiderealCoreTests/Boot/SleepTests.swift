import SiderealCore
import Testing

@Suite("the clocks' count of sleep, and its error") struct SleepTests {
    static func state(_ elapsed: Nanoseconds, asleep: Nanoseconds, _ count: Int64?) -> ClockState {
        ClockState(elapsed: ElapsedInstant(nanoseconds: elapsed.count), slept: asleep, suspendMark: count)
    }

    static let noticed = Nanoseconds.milliseconds(100) + .nanosecond

    static let exact = Bounds.exactly(.zero)
    static let atMost3 = Bounds.plusOrMinus(.seconds(3))
    static let atMost6 = Bounds.plusOrMinus(.seconds(6))
    static let atMost9 = Bounds.plusOrMinus(.seconds(9))
    /// Returns the error of two crystals at 100 ppm over 20,000 s awake, less the given sleep, and a millisecond.
    static func crystals(asleep: Nanoseconds) -> Nanoseconds {
        let one = Rate.partsPerMillion(100).error(over: .seconds(20_000) - asleep)
        return one + one + .milliseconds(1)
    }

    @Test(
        "each counted suspension adds a bounded error, and uncounted sleep adds an unbounded error",
        arguments: [
            // Model, suspensions counted before and after, growth of the time asleep, sigma.
            (.linux, 3, 3, .zero, exact), (.linux, 3, 3, .milliseconds(100), exact),
            (.linux, 3, 3, noticed, atMost3), (.linux, 3, 5, noticed, atMost9),
            (.linux, 0, 1, .seconds(9_000), atMost6),
            (.linux, 0, 1, ClockModel.longestSleep, atMost6),
            (.linux, 0, 1, ClockModel.longestSleep + .nanosecond, atMost6.withoutLower),
            (.linux, 3, 4, .milliseconds(100), atMost3.withoutUpper), (.linux, 3, 5, .zero, atMost6.withoutUpper),
            (.linux, 3, 5, -.seconds(1), atMost6.withoutUpper),
            (.linux, nil, nil, .zero, exact), (.linux, nil, 4, .milliseconds(10), exact),
            (.linux, nil, 4, .milliseconds(10) + .nanosecond, .unbounded), (.linux, 4, nil, .seconds(1), .unbounded),
            (.linux, nil, nil, .seconds(1), .unbounded), (.linux, 5, 3, .seconds(1), atMost3),
            (.linux, -1, 3, .seconds(1), .unbounded), (.linux, 5, 3, .zero, exact),
            (.darwin, nil, nil, .seconds(9_000), exact), (.darwin, 0, 9, .zero, exact),
        ] as [(ClockModel, Int64?, Int64?, Nanoseconds, Bounds)])
    func sigma(_ model: ClockModel, _ before: Int64?, _ after: Int64?, growth: Nanoseconds, expected: Bounds) {
        let earlier = Self.state(.seconds(10_000), asleep: .seconds(500), before)
        let later = Self.state(.seconds(20_000), asleep: .seconds(500) + growth, after)
        #expect(model.sleepError(from: earlier, to: later) == expected)
    }

    /// The evidence of a sleep on Darwin, without a counter that runs through it: the last wake, as the kernel recorded
    /// it.
    @Test(
        "if no counter runs during sleep, only an unchanged last wake proves that the device did not sleep",
        arguments: [
            // Last wake before and after, growth of the time asleep, whether sleep is excluded.
            (7, 7, .zero, true), (0, 0, .milliseconds(10), true), (7, 7, -.milliseconds(10), true),
            (7, 7, .milliseconds(10) + .nanosecond, false), (7, 7, -.milliseconds(10) - .nanosecond, false),
            (7, 8, .zero, false), (nil, nil, .zero, false), (7, nil, .zero, false), (nil, 7, .zero, false),
            (7, 8, .seconds(9_000), false),
        ] as [(Int64?, Int64?, Nanoseconds, Bool)])
    func lastWake(_ before: Int64?, _ after: Int64?, growth: Nanoseconds, isAwake: Bool) {
        let earlier = Self.state(.seconds(10_000), asleep: .seconds(500), before)
        let later = Self.state(.seconds(20_000), asleep: .seconds(500) + growth, after)
        let intel = ClockModel.darwinIntel.sleepError(from: earlier, to: later)
        #expect(intel == Bounds(lower: -growth.orZero, upper: isAwake ? .zero : .max))
        let most = Self.crystals(asleep: later.slept)
        let crystals = ClockModel.darwinPowerManagement.sleepError(from: earlier, to: later)
        #expect(crystals == Bounds(lower: -min(growth.orZero, most), upper: isAwake ? .zero : most))
    }

    @Test(
        "the certainly elapsed time never falls, whether or not the clocks show a sleep",
        arguments: [ClockModel.darwinPowerManagement, .darwinIntel], [5, nil] as [Int64?])
    func whatIsCertainNeverFalls(model: ClockModel, mark: Int64?) {
        let start = Self.state(.seconds(10_000), asleep: .seconds(500), mark)
        var (elapsed, asleep, woken) = (Nanoseconds.seconds(10_000), Nanoseconds.seconds(500), mark)
        var (least, lower) = (Nanoseconds.zero, Nanoseconds.seconds(10_000))
        // Awake, jitter in either direction, a sleep that hardly shows, and one that does.
        for (grown, slept, isWake) in [
            (1_000, 0, false), (1_000, 3, false), (1_000, -4, false), (20, 9, true), (1, 1, false), (700, 400, true),
            (9_000_000, 8_000_000, true), (1, 0, false),
        ] as [(Int64, Int64, Bool)] {
            elapsed = elapsed + .milliseconds(grown)
            asleep = asleep + .milliseconds(slept)
            if isWake { woken = woken.map { $0 + 1 } }
            let state = Self.state(elapsed, asleep: asleep, woken)
            let next = model.leastTrueTime(from: start, to: state)
            let nextLower = model.offsetChange(from: start, to: state).lower + elapsed
            #expect(next >= least && nextLower >= lower)
            (least, lower) = (next, nextLower)
        }
        #expect(least > .seconds(4))
    }

    /// Clocks with unchanged readings don't exclude a sleep: it may have counted nothing.
    @Test("unchanged clocks don't prove that the device did not sleep in between")
    func equalClocksAreNoProof() {
        let (told, untold) = (Self.state(.seconds(9), asleep: .zero, 5), Self.state(.seconds(9), asleep: .zero, nil))
        #expect(ClockModel.darwinIntel.offsetChange(from: told, to: told) == Self.exact)
        #expect(ClockModel.darwinIntel.offsetChange(from: untold, to: untold).upper == .max)
        #expect(ClockModel.darwinPowerManagement.offsetChange(from: untold, to: untold).upper > .milliseconds(1))
        #expect(ClockModel.darwin.offsetChange(from: untold, to: untold) == Self.exact)
    }

    /// Over ten thousand seconds on Linux: 5 s of drift.
    @Test(
        "the offset changes by no more than drift and sleep allow, the same in both directions",
        arguments: [
            (0, Nanoseconds.zero, Nanoseconds.seconds(-5), Nanoseconds.seconds(5), Nanoseconds.seconds(9_995)),
            (2, .seconds(600), .seconds(-14), .seconds(14), .seconds(9_986)),
            (2, .zero, .seconds(-5), .max, .seconds(9_995)),
            // Part of the time awake is always certain: 9,400 s less 4.7 s.
            (nil, .seconds(600), .milliseconds(-604_700), .max, .milliseconds(9_395_300)),
        ] as [(Int64?, Nanoseconds, Nanoseconds, Nanoseconds, Nanoseconds)])
    func carrying(
        suspensions: Int64?, asleep: Nanoseconds, lower: Nanoseconds, upper: Nanoseconds, least: Nanoseconds
    ) throws {
        let earlier = Self.state(.seconds(10_000), asleep: .zero, 0)
        let later = Self.state(.seconds(20_000), asleep: asleep, suspensions)
        let change = try #require(Bounds(lower: lower, upper: upper))
        #expect(ClockModel.linux.offsetChange(from: earlier, to: later) == change)
        #expect(ClockModel.linux.offsetChange(from: later, to: earlier) == -change)
        #expect(ClockModel.linux.leastTrueTime(from: earlier, to: later) == least)
        #expect(ClockModel.linux.leastTrueTime(from: later, to: earlier) == .zero)
    }

    /// Wrongly added sleep doesn't reduce the time awake: a tenth of a second, less its drift.
    @Test("the time awake stays certain, however wrong the added sleep may be")
    func theTimeAwakeIsCertain() {
        let earlier = Self.state(.seconds(10_000), asleep: .zero, 0)
        let later = Self.state(.seconds(10_001), asleep: .milliseconds(900), 4)
        #expect(ClockModel.linux.leastTrueTime(from: earlier, to: later) == Nanoseconds(99_950_000))
        #expect(ClockModel.linux.offsetChange(from: earlier, to: later).lower == Nanoseconds(-900_050_000))
    }

    /// If the counter ran on through a reboot, the old boot's sleep isn't part of the elapsed time.
    @Test("the certainly elapsed time is never more than the elapsed time")
    func timeAwakeIsNoMoreThanTimeElapsed() {
        let earlier = Self.state(.seconds(10_000), asleep: .seconds(5_000), nil)
        let later = Self.state(.seconds(10_100), asleep: .zero, nil)
        #expect(ClockModel.darwin.leastTrueTime(from: earlier, to: later) == .milliseconds(99_990))
    }
}

@Suite("the time since boot") struct SinceBootTests {
    static let linux = ClockReading.invented(elapsed: .seconds(1_000), asleep: .seconds(400), sinceBoot: .seconds(990))

    @Test(
        "on Linux the time since boot is the calendar's, on Darwin the lesser of the calendar's and elapsed clock's",
        arguments: [
            // U: by the calendar on Linux, whatever the elapsed clock; the lesser of both on Darwin.
            (.linux, 1_000, 990, 990), (.linux, 1_000, 1_010, 1_010), (.darwin, 1_000, 990, 990),
            (.darwin, 1_000, 1_010, 1_000), (.darwinIntel, 1_000, 1_010, 1_000),
        ] as [(ClockModel, Int64, Int64, Int64)])
    func timeSinceBoot(model: ClockModel, elapsed: Int64, byCalendar: Int64, expected: Int64) {
        let reading = ClockReading.invented(elapsed: .seconds(elapsed), sinceBoot: .seconds(byCalendar))
        #expect(model.timeSinceBoot(reading) == .seconds(expected))
    }

    @Test(
        "the least time since boot allows for drift, slewing and miscounted sleep",
        arguments: [
            // T_boot. Linux: (1 - rho) R - 3 s for each suspension, one more if asleep, at least 1 s - 10 ms; R = 1,000
            // s.
            (.linux, 0, 0, 998_490), (.linux, 400, 0, 996_490), (.linux, 400, 3, 987_490),
            // Uncounted sleep: only the time awake, unless sleep is excluded.
            (.linux, 0, nil, 998_490), (.linux, 400, nil, 599_690), (.linux, 400, -1, 599_690),
            // An awake clock that is ahead by jitter proves no sleep.
            (.linux, -5, nil, 998_490),
            // The error is at most the added sleep.
            (.linux, 400, 5_000, 599_490), (.linux, 0, .max, 998_490),
            // Darwin: (1 - 36,850 ppm) U - 510 ms, of U = 980 s.
            (.darwin, 400, nil, 943_377), (.darwin, 0, 7, 943_377), (.darwinIntel, 0, nil, 943_377),
            // (1 - 36,750 ppm - 100,000 ppm) U - 510 ms.
            (.darwin.withDrift(.partsPerMillion(100_000)), 0, nil, 845_475),
            // Sleep that the calendar gives may have taken no time.
            (.darwinIntel, 400, nil, 558_117), (.darwinIntel, 400, 7, 558_117),
            // Sleep counted by another crystal: at most the difference from the time awake, which is none without
            // sleep.
            (.darwinPowerManagement, 0, nil, 943_377),
        ] as [(ClockModel, Int64, Int64?, Int64)])
    func leastTimeSinceBoot(model: ClockModel, asleep: Int64, suspends: Int64?, milliseconds: Int64) {
        let reading = ClockReading.invented(
            elapsed: .seconds(1_000), asleep: .seconds(asleep), sinceBoot: .seconds(980), suspends: suspends)
        #expect(model.leastTimeSinceBoot(reading) == .milliseconds(milliseconds))
    }

    /// 600 s awake: 2 * 100 ppm and a millisecond, of 980 s; and 100 ppm of 400 s asleep.
    @Test("sleep that another crystal counted hardly lowers the least time since boot")
    func sleepOfAnotherCrystalIsNearlyExact() {
        let reading = ClockReading.invented(elapsed: .seconds(1_000), asleep: .seconds(400), sinceBoot: .seconds(980))
        let least = Nanoseconds((Nanoseconds.seconds(980) - .milliseconds(161)).count / 100_000 * 96_315)
        let found = ClockModel.darwinPowerManagement.leastTimeSinceBoot(reading)
        #expect((found - (least - .milliseconds(510))).magnitude <= Nanoseconds(10_000))
    }

    @Test("right after boot, the least time since boot is zero", arguments: [ClockModel.linux, .darwin])
    func atFirstNothingIsCertain(model: ClockModel) {
        #expect(model.leastTimeSinceBoot(.invented(elapsed: .milliseconds(500))) == .zero)
        #expect(model.leastTimeSinceBoot(.invented(elapsed: .seconds(-500))) == .zero)
    }
}
