import SiderealSimulation
import TestSupport
import Testing

@Suite("the table of scenarios") struct ScenarioTableTests {
    @Test("the same seed gives the same table, and another seed gives another table", .computesForLong)
    func aSeedGivesTheSameTable() async {
        let table = await ScenarioTable.make(histories: 1, seed: 5)
        let again = await ScenarioTable.make(histories: 1, seed: 5)
        #expect(table.text == again.text)
        let other = await ScenarioTable.make(histories: 1, seed: 6)
        #expect(table.time != other.time)
    }

    @Test("Sidereal's answers are right, and the baselines show their faults", .computesForLong)
    func oursIsRightWhereItAnswersAndTheOthersShowTheirFaults() async {
        let table = await ScenarioTable.make(histories: 10, seed: 1)
        #expect(table.violations == 0)
        for scenario in Scenario.all where scenario.history().setting.keepsPremises {
            #expect(table.provenWrong(in: scenario.name) == 0)
            #expect(table.time[kind: scenario.name, contestant: ScenarioRun.ours][.wrong] == 0)
        }
        #expect(table.provenWrong(in: "machine-restored") > 0, "a broken premise is not hidden")

        func boot(_ kind: String, _ contestant: String) -> BaselineTable.Tally {
            table.boot[kind: kind, contestant: contestant]
        }
        // A contestant that never answers is never wrong, but Sidereal does answer.
        #expect(boot("reboot", ScenarioRun.ours)[.right] == 10)
        #expect(boot("clock-set-forward", "bootTimeEqual")[.wrong] == 10)
        #expect(boot("reboot-and-wait", "uptimeDecreased")[.wrong] == 10)
        #expect(boot("reboot-matched", "threeClocks")[.wrong] == 10)
        #expect(boot("steady-use", "threeClocks")[.wrong] == 0)
        #expect(boot("launch-before-unlock", ScenarioRun.ours)[.open] == 10)
        #expect(table.rightInTheEnd(in: "launch-before-unlock") == 10, "settled after the unlock")
        #expect(table.rightInTheEnd(in: "steady-use") == boot("steady-use", ScenarioRun.ours).asked)
        #expect(table.rightInTheEnd(in: "newer-version") == 0)

        func time(_ kind: String, _ contestant: String) -> BaselineTable.Tally {
            table.time[kind: kind, contestant: contestant]
        }
        #expect(time("sleep-for-hours", "serverPlusUptime(awake)")[.wrong] == 10)
        #expect(time("lying-server", "serverPlusUptime(continuous)")[.wrong] == 20)
        #expect(time("lying-server", ScenarioRun.ours)[.right] == 20)
        #expect(time("steady-use", "wallClock")[.wrong] == 0)
        #expect(table.data.count("emptyOnFailure", in: "file of a newer version, then a write").losses > 10)
    }

    @Test("the table prints all three questions and all scenarios")
    func itPrintsAllThreeQuestions() async {
        let table = await ScenarioTable.make(histories: 1, seed: 2)
        let heads = ["Did the device reboot?", "What time is it?", "What do the app's settings say?"]
        for head in heads { #expect(table.text.contains(head) && table.markdown.contains(head)) }
        let columns = "| history | asked | Sidereal | proven wrong | right in the end | bootTimeEqual |"
        #expect(table.markdown.contains(columns))
        for scenario in Scenario.all {
            #expect(table.markdown.contains("| \(scenario.name) | "), "\(scenario.name)")
        }
        #expect(table.text.contains("1 histories of each kind, seed 2"))
        #expect(!table.text.split(separator: "\n").contains { $0.hasSuffix(" ") })
    }
}
