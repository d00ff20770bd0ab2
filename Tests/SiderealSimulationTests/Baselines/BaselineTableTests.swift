import SiderealCore
import SiderealSimulation
import Testing

@Suite("the table of baselines") struct BaselineTableTests {
    @Test(
        "a baseline's answer is rated by whether the device rebooted",
        arguments: [
            (.first, true, .open), (.first, false, .open), (.sameBoot, false, .right), (.sameBoot, true, .wrong),
            (.rebooted, true, .right), (.rebooted, false, .wrong),
        ] as [(BootBaselineAnswer, Bool, AnswerWorth)])
    func weighsABaseline(answer: BootBaselineAnswer, rebooted: Bool, worth: AnswerWorth) {
        #expect(answer.worth(rebooted: rebooted) == worth)
    }

    @Test(
        "a verdict is rated by its certainty and by whether the device rebooted",
        arguments: [
            (BootVerdict(.sameBoot, .proven, evidence: .bootIdentity), .right, .wrong),
            (BootVerdict(.rebooted, .proven, evidence: .bootIdentity), .wrong, .right),
            (BootVerdict(.sameBoot, .probable, evidence: .bootTime), .rightGuess, .wrongGuess),
            (BootVerdict(.rebooted, .probable, evidence: .bootTime), .wrongGuess, .rightGuess),
            (BootVerdict(.indeterminate, evidence: .tooEarly), .open, .open),
            (BootVerdict(.firstObservation, evidence: .noEvidence), .open, .open),
            (BootVerdict(.damaged, evidence: .noEvidence), .open, .open),
        ] as [(BootVerdict, AnswerWorth, AnswerWorth)])
    func weighsAVerdict(verdict: BootVerdict, inTheSameBoot: AnswerWorth, afterAReboot: AnswerWorth) {
        #expect(verdict.worth(rebooted: false) == inTheSameBoot)
        #expect(verdict.worth(rebooted: true) == afterAReboot)
    }

    @Test(
        "a date is right if it is within two seconds of the true time",
        arguments: [
            (nil, .open), (0, .right), (2_000, .right), (-2_000, .right), (2_001, .wrong), (-2_001, .wrong),
        ] as [(Int64?, AnswerWorth)])
    func weighsADate(error: Int64?, worth: AnswerWorth) {
        let truth = TrueInstant(nanoseconds: 1_700_000_000_000_000_000)
        #expect(AnswerWorth(date: error.map { truth + .milliseconds($0) }, truth: truth) == worth)
    }

    @Test(
        "bounds are wrong if they exclude the true time, and open if one end is missing",
        arguments: [
            (nil, nil, .open), (0, 0, .right), (-1, 1, .right), (1, 2, .wrong), (-2, -1, .wrong), (1, nil, .wrong),
            (-1, nil, .open), (nil, -1, .wrong), (nil, 1, .open),
        ] as [(Int64?, Int64?, AnswerWorth)])
    func weighsBounds(earliest: Int64?, latest: Int64?, worth: AnswerWorth) {
        let truth = TrueInstant(nanoseconds: 1_700_000_000_000_000_000)
        let bounds = (earliest.map { truth + .seconds($0) }, latest.map { truth + .seconds($0) })
        #expect(AnswerWorth(earliest: bounds.0, latest: bounds.1, truth: truth) == worth)
    }

    @Test("a table adds the counts of another table, by kind and contestant")
    func addsAnotherTable() {
        var table = BaselineTable()
        for _ in 0..<3 { table.count(.wrong, kind: "reboot and wait", contestant: "uptimeDecreased") }
        table.count(.right, kind: "reboot and wait", contestant: "uptimeDecreased")
        var elsewhere = BaselineTable()
        elsewhere.count(.wrong, kind: "reboot and wait", contestant: "uptimeDecreased")
        elsewhere.count(.right, kind: "steady use", contestant: "Sidereal")
        table.add(elsewhere)
        #expect(table.kinds == ["reboot and wait", "steady use"])
        #expect(table.contestants == ["uptimeDecreased", "Sidereal"])
        let tally = table[kind: "reboot and wait", contestant: "uptimeDecreased"]
        #expect(tally[.wrong] == 4 && tally[.right] == 1 && tally.asked == 5)
        #expect(table[kind: "steady use", contestant: "nobody"].asked == 0)
    }

    @Test("each baseline keeps its own state between launches")
    func contestantsKeepWhatIsTheirs() {
        func reading(boot: Int64, up: Int64) -> ClockReading {
            ClockReading(
                wall: WallInstant(nanoseconds: (boot + up) * 1_000_000_000),
                elapsed: ElapsedInstant(nanoseconds: up * 1_000_000_000),
                awake: AwakeInstant(nanoseconds: up * 1_000_000_000),
                kernelBootTime: WallInstant(nanoseconds: boot * 1_000_000_000))
        }
        var boots = BootContest()
        let first = boots.launch(reading(boot: 5_000, up: 100), at: .linux)
        #expect(first.map { $0.answer } == [.first, .first, .rebooted, .first])
        let second = boots.launch(reading(boot: 5_140, up: 300), at: .linux)
        #expect(second.map { $0.name } == ["bootTimeEqual", "uptimeDecreased", "threeClocks", "frozenUptime"])
        #expect(second.map { $0.answer } == [.rebooted, .sameBoot, .sameBoot, .rebooted])

        var times = TimeContest()
        let now = reading(boot: 5_000, up: 100)
        let truth = TrueInstant(nanoseconds: 9_000_000_000_000)
        let reported = TrueInstant(nanoseconds: now.wall.nanoseconds)
        #expect(times.now(now).map { $0.date } == [reported, nil, nil, nil, nil])
        times.received(server: truth, roundTrip: .zero, source: "a", now)
        #expect(times.now(now).map { $0.date } == [reported, truth, truth, truth, truth])
        #expect(times.now(now).map { $0.name }.first == "wallClock")
        times.rebootedProcess()
        #expect(times.now(now).map { $0.date } == [reported, nil, nil, nil, nil])
    }
}
