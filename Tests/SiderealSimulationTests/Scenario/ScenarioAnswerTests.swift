import SiderealSimulation
import Testing

/// The expected answers in the canonical history of a scenario.
struct Expected: Sendable, CustomTestStringConvertible {
    let name: String
    /// The answers at each launch but the first.
    let threeClocks: [String]
    /// The same, and again after more samples.
    let sidereal: [String]
    /// The contestants that are wrong at least once.
    var boot: Set<String> = []
    var time: Set<String> = []
    var data: Set<String> = []

    var testDescription: String { name }

    static let same = "same boot, proven"
    static let rebooted = "rebooted, proven"
    static let locked = "can't tell: its record can't be read now"

    static let bootTime: Set = ["bootTimeEqual", "frozenUptime"]
    static let nearest: Set = [
        "serverPlusUptime(awake)", "serverPlusUptime(calendar)", "serverPlusUptime(continuous)",
    ]
    static let servers = nearest.union(["ntpMedian"])
    static let everybody = servers.union(["wallClock"])
    static let unreadable: Set = ["defaultsOrDefault", "emptyOnFailure"]
    static let stores = unreadable.union(["flagGate"])

    static let all: [Expected] = [
        Expected(name: "steady-use", threeClocks: ["same boot", "same boot"], sidereal: [same, same]),
        Expected(
            name: "clock-set-forward", threeClocks: ["same boot"], sidereal: [same], boot: bootTime,
            time: ["wallClock"]),
        Expected(
            name: "clock-set-back", threeClocks: ["same boot"], sidereal: [same], boot: bootTime, time: ["wallClock"]),
        Expected(
            name: "clock-there-and-back", threeClocks: ["same boot", "same boot"], sidereal: [same, same],
            boot: bootTime, time: ["wallClock"]),
        Expected(name: "time-zone", threeClocks: ["same boot"], sidereal: [same]),
        Expected(
            name: "sleep-for-hours", threeClocks: ["same boot"], sidereal: [same], time: ["serverPlusUptime(awake)"]),
        Expected(
            name: "slewed-for-weeks", threeClocks: ["same boot", "same boot"], sidereal: [same, same], boot: bootTime,
            time: everybody),
        Expected(name: "reboot", threeClocks: ["rebooted"], sidereal: [rebooted]),
        Expected(
            name: "reboot-and-wait", threeClocks: ["same boot"], sidereal: [rebooted],
            boot: ["uptimeDecreased", "threeClocks"]),
        Expected(
            name: "reboot-matched", threeClocks: ["same boot"], sidereal: [rebooted],
            boot: bootTime.union(["uptimeDecreased", "threeClocks"]), time: ["wallClock"]),
        Expected(
            name: "hardware-clock-wrong", threeClocks: ["rebooted", "same boot"], sidereal: [rebooted, same],
            boot: bootTime, time: ["wallClock"]),
        Expected(
            name: "no-battery-clock", threeClocks: ["rebooted", "same boot"], sidereal: [rebooted, same],
            boot: bootTime, time: ["wallClock"]),
        Expected(
            name: "reboot-offline", threeClocks: ["rebooted", "same boot"], sidereal: [rebooted, same],
            time: ["wallClock"]),
        Expected(name: "lying-server", threeClocks: [], sidereal: [], time: nearest),
        Expected(name: "stale-server", threeClocks: [], sidereal: [], time: nearest),
        Expected(name: "cached-answers", threeClocks: [], sidereal: [], time: servers),
        Expected(name: "slow-server", threeClocks: [], sidereal: [], time: servers),
        Expected(
            name: "offline-for-weeks", threeClocks: ["same boot"], sidereal: [same], boot: bootTime, time: everybody),
        Expected(name: "clock-years-off", threeClocks: [], sidereal: [], time: ["wallClock"]),
        Expected(
            name: "launch-before-unlock", threeClocks: ["rebooted"], sidereal: [locked, rebooted], data: unreadable),
        Expected(
            name: "write-before-unlock", threeClocks: ["rebooted", "same boot"], sidereal: [locked, rebooted, same],
            data: unreadable),
        Expected(name: "locked-again", threeClocks: ["same boot"], sidereal: [same]),
        Expected(name: "app-extension", threeClocks: ["same boot", "same boot"], sidereal: [same, same]),
        Expected(name: "killed", threeClocks: ["same boot", "same boot"], sidereal: [same, same]),
        Expected(name: "power-cut", threeClocks: ["rebooted"], sidereal: [rebooted], data: stores),
        Expected(name: "disk-full", threeClocks: ["same boot"], sidereal: [same]),
        Expected(name: "read-error", threeClocks: ["same boot"], sidereal: [same], data: stores),
        Expected(
            name: "damaged-file", threeClocks: ["rebooted", "same boot"],
            sidereal: ["can't tell: its record is damaged", same], boot: ["threeClocks"], data: stores),
        Expected(
            name: "newer-version", threeClocks: ["rebooted", "same boot"], sidereal: [locked, locked],
            boot: ["threeClocks"], data: stores),
        Expected(
            name: "restored-backup", threeClocks: ["same boot", "same boot"], sidereal: [same, "can't tell"],
            boot: ["uptimeDecreased", "threeClocks"], data: unreadable),
        // Here a premise is broken.
        Expected(
            name: "machine-paused", threeClocks: ["same boot"], sidereal: [same], time: everybody.union(["Sidereal"])),
        Expected(
            name: "machine-restored", threeClocks: ["rebooted", "same boot"], sidereal: [rebooted, same],
            time: everybody.union(["Sidereal"])),
    ]
}

extension ScenarioRun {
    /// The questions, in the order of the events.
    fileprivate var exchanges: [Exchange] { steps.flatMap { $0.exchanges } + data.map { $0.exchange } }

    /// The contestants that are wrong at least once.
    fileprivate func wrong(_ question: Question) -> Set<String> {
        var wrong: Set<String> = []
        for exchange in exchanges where exchange.question == question {
            for answer in exchange.answers where answer.worth == .wrong || answer.worth == .wrongGuess {
                wrong.insert(answer.contestant)
            }
        }
        return wrong
    }
}

@Suite("answers in each scenario") struct ScenarioAnswerTests {
    @Test("each scenario has its expected answers")
    func allAreTold() {
        #expect(Scenario.all.map { $0.name } == Expected.all.map { $0.name })
    }

    @Test("Sidereal and the baselines answer as expected, and are wrong only if expected", arguments: Expected.all)
    func everybodyAnswersAsTheStorySays(expected: Expected) async throws {
        let run = await ScenarioRun(try #require(Scenario.named(expected.name)))
        #expect(run.violation == nil)
        #expect(run.answers(of: "threeClocks", to: .boot).map { $0.text } == expected.threeClocks)
        let ours = run.exchanges.filter { $0.question == .boot || $0.question == .bootAgain }
            .compactMap { $0.answers.first?.text }
        #expect(ours == expected.sidereal)
        #expect(run.wrong(.boot) == expected.boot)
        #expect(run.wrong(.time) == expected.time)
        #expect(run.wrong(.data) == expected.data)
    }

    @Test(
        "Sidereal states the error of its time",
        arguments: [
            ("reboot", ["unknown", "± 1.1 s", "± 1.4 s", "not before 44 s ago", "± 1.1 s"]),
            ("lying-server", ["unknown", "± 1.2 s", "± 1.2 s"]),
            ("cached-answers", ["unknown", "not before 2 h 1 min ago", "not before 2 h 1 min ago"]),
            ("clock-years-off", ["unknown", "unknown", "± 1.1 s", "± 4.0 s"]),
            ("slow-server", ["unknown", "± 9.2 s", "± 9.3 s", "± 1.1 s"]),
            (
                "machine-paused",
                ["unknown", "± 1.1 s", "± 1.7 s, 1 h 59 min behind", "± 1.7 s, 1 h 59 min behind", "± 1.1 s"]
            ),
        ] as [(String, [String])])
    func oursSaysHowWellItKnowsTheTime(name: String, texts: [String]) async throws {
        let run = ScenarioRun(try #require(Scenario.named(name)).history())
        #expect(run.answers(of: ScenarioRun.ours, to: .time).map { $0.text } == texts)
    }

    @Test("bounds that are too wide count as no answer")
    func boundsThatTellLittleAreNoAnswer() throws {
        let run = ScenarioRun(try #require(Scenario.named("offline-for-weeks")).history())
        let worths = run.answers(of: ScenarioRun.ours, to: .time).map { $0.worth }
        #expect(worths == [.open, .right, .open, .open, .open, .open])
    }

    @Test(
        "flagGate waits even though its file can be read, and Sidereal gives the right answer",
        arguments: ["locked-again", "app-extension"])
    func flagGateWaitsForNoReason(name: String) async throws {
        let run = await ScenarioRun(try #require(Scenario.named(name)))
        #expect(
            run.answers(of: "flagGate", to: .data).contains { $0.text.contains("waits, although its file is readable") }
        )
        #expect(run.answers(of: ScenarioRun.ours, to: .data).allSatisfy { $0.worth == .right })
    }

    @Test("bootTimeEqual treats a record that can't be read as a first launch")
    func whatCannotBeReadIsAFirstLaunchToThem() throws {
        let run = ScenarioRun(try #require(Scenario.named("launch-before-unlock")).history())
        #expect(run.answers(of: "bootTimeEqual", to: .boot).map { $0.text } == ["first launch"])
        #expect(run.answers(of: "bootTimeEqual", to: .bootAgain).map { $0.worth } == [.open])
    }

    @Test("a backup restored on another machine counts as neither the same boot nor a reboot")
    func anotherMachineIsNeitherTheSameBootNorOurs() throws {
        let run = ScenarioRun(try #require(Scenario.named("restored-backup")).history())
        let truths = run.steps.flatMap { $0.exchanges }.filter { $0.question == .boot }.map { $0.truth }
        #expect(truths == ["it did not", "this is another machine"])
    }

    @Test("a scenario prints its events, questions and answers")
    func aStoryIsToldInLines() async throws {
        let lines = await ScenarioRun(try #require(Scenario.named("reboot-matched"))).lines
        #expect(lines.contains("+ 40 s        a warm reboot, off for 40 s"))
        #expect(lines.contains("              Did the device reboot since the previous launch?  (Truth: it did.)"))
        #expect(
            lines.contains {
                $0.contains("WRONG           same boot         bootTimeEqual, uptimeDecreased, threeClocks")
            })
        #expect(lines.contains { $0.contains("right           rebooted, proven  Sidereal") })
        let stored = await ScenarioRun(try #require(Scenario.named("power-cut"))).lines
        #expect(stored.contains("The app's settings in a history of this kind:"))
        #expect(
            stored.contains { $0.contains("is lost: ") && $0.hasSuffix("defaultsOrDefault, emptyOnFailure, flagGate") })
    }
}
