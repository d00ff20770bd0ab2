import SiderealSimulation
import SiderealTesting
import TestSupport
import Testing

@Suite("scenarios") struct ScenarioTests {
    @Test(
        "Sidereal breaks no promise, and is never wrong while the premises hold",
        arguments: Scenario.all.map { $0.name })
    func oursBreaksNoPromiseAndProvesNothingWrong(name: String) throws {
        let scenario = try #require(Scenario.named(name))
        for seed in 0..<TestExtent.choose(part: 5, whole: 15) as Range<UInt64> {
            let run = ScenarioRun(scenario.history(seed: seed))
            #expect(run.violation == nil, "seed \(seed): \(run.violation?.text ?? "")")
            guard run.history.setting.keepsPremises else { continue }
            let boot = run.answers(of: ScenarioRun.ours, to: .boot) + run.answers(of: ScenarioRun.ours, to: .bootAgain)
            #expect(!boot.contains { $0.worth == .wrong }, "seed \(seed)")
            #expect(!run.answers(of: ScenarioRun.ours, to: .time).contains { $0.worth == .wrong }, "seed \(seed)")
        }
    }

    @Test("only paused and restored virtual machines break premises")
    func premisesAreBrokenInVirtualMachinesAlone() {
        let broken = Scenario.all.filter { !$0.history().setting.keepsPremises }.map { $0.name }
        #expect(broken == ["machine-paused", "machine-restored"])
    }

    @Test("each scenario has a name of its own in plain letters, and a story in one line")
    func namesCanBeTyped() {
        #expect(Set(Scenario.all.map { $0.name }).count == Scenario.all.count)
        for scenario in Scenario.all {
            let isPlain = scenario.name.unicodeScalars.allSatisfy { ("a"..."z").contains($0) || $0 == "-" }
            #expect(isPlain, "\(scenario.name)")
            #expect(scenario.story.hasSuffix(".") && !scenario.story.contains("\n"), "\(scenario.name)")
        }
        #expect(Scenario.named("no such story") == nil)
    }

    @Test("each seed gives its own history, and the same history each time", arguments: Scenario.all.map { $0.name })
    func aSeedVariesTheHistoryAndGivesTheSameAgain(name: String) throws {
        let scenario = try #require(Scenario.named(name))
        let histories = (0..<20 as Range<UInt64>).map { scenario.history(seed: $0) }
        #expect(Set(histories).count == 20)
        #expect(histories == (0..<20 as Range<UInt64>).map { scenario.history(seed: $0) })
        #expect(histories.allSatisfy { $0.events.count == histories[0].events.count }, "they are of one kind")
        #expect(histories[0].setting.identities == .fresh)
    }

    @Test("a scenario is read back as it was written", arguments: Scenario.all.map { $0.name })
    func aScenarioFitsAFile(name: String) throws {
        let history = try #require(Scenario.named(name)).history(seed: 3)
        let lines = HistoryFile.lines(of: history, withStore: false)
        #expect(try HistoryFile.history(from: lines.map { Array($0.utf8) }).history == history)
    }

    @Test("the whole library, with its files, breaks no promise", arguments: Scenario.all.map { $0.name })
    func theWholeLibraryBreaksNoPromise(name: String) throws {
        let scenario = try #require(Scenario.named(name))
        for seed in 0..<TestExtent.choose(part: 2, whole: 4) as Range<UInt64> {
            let violation = HistoryRun.violation(of: scenario.history(seed: seed), withStore: true)
            #expect(violation == nil, "seed \(seed): \(violation?.text ?? "")")
        }
    }
}
