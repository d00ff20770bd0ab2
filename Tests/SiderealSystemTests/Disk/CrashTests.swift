import SiderealSystem
import SiderealTesting
import TestSupport
import Testing

/// Histories that end in a power cut, each explored at each call and with each answer of the medium.
@Suite("power cuts and kills at each call") struct CrashTests {
    struct Scenario: Sendable, CustomTestStringConvertible {
        let name: String
        let leastStates: Int
        let steps: [CrashStep]
        /// Larger sectors in histories that create many files, which take the most time to simulate.
        let sectorSize: Int
        var testDescription: String { name }

        init(_ name: String, atLeast states: Int, sectors: Int = 512, _ steps: [CrashStep]) {
            self.name = name
            self.leastStates = states
            self.steps = steps
            self.sectorSize = sectors
        }
    }

    static let scenarios: [Scenario] = [
        Scenario(
            "killed, reopened, committed, cut", atLeast: 300,
            [.commits(2, by: 1), .commits(2, by: 1, meeting: .kill), .commits(2, by: 1, meeting: .kill)]),
        Scenario(
            "killed within a write, reopened, committed, cut", atLeast: 300,
            [.commits(1, by: 1), .commits(2, by: 1, meeting: .killHalfway), .commits(2, by: 1, meeting: .kill)]),
        Scenario(
            "two processes, the first one killed", atLeast: 300,
            [
                .commits(2, by: 1), .commits(1, by: 2), .commits(2, by: 1, meeting: .killHalfway),
                .commits(3, by: 2, meeting: .kill),
            ]),
        Scenario(
            "two processes in turn, both killed", atLeast: 300,
            [
                .commits(1, by: 1), .commits(1, by: 2, meeting: .kill), .commits(1, by: 1, meeting: .kill),
                .commits(2, by: 2, meeting: .kill),
            ]),
        Scenario(
            "a call fails, the same process goes on", atLeast: 300,
            [
                .commits(2, by: 1), .commits(2, by: 1, meeting: .fail(.inputOutput)),
                .commits(2, by: 1, meeting: .kill),
            ]),
        Scenario(
            "a call fails, another process goes on", atLeast: 300,
            [
                .commits(2, by: 1), .commits(1, by: 2), .commits(1, by: 1, meeting: .fail(.inputOutput)),
                .commits(2, by: 2, meeting: .kill),
            ]),
        Scenario(
            "a call fails, the cache is dropped, the same process goes on", atLeast: 200,
            [
                .commits(2, by: 1), .commits(1, by: 1, meeting: .failHalfway(.inputOutput)), .evictCleanPages,
                .commits(2, by: 1, meeting: .kill),
            ]),
        Scenario(
            "two calls fail, then a kill", atLeast: 5000, sectors: 1024,
            [
                .commits(1, by: 1, meeting: .fail(.inputOutput)), .commits(1, by: 1, meeting: .fail(.inputOutput)),
                .commits(2, by: 1, meeting: .kill),
            ]),
        Scenario(
            "cut, nothing kept, and cut again", atLeast: 300,
            [
                .commits(1, by: 1), .commits(2, by: 1, meeting: .kill), .cutPower(.oldest),
                .commits(2, by: 1, meeting: .kill),
            ]),
        Scenario(
            "cut, all kept, and cut again", atLeast: 300,
            [
                .commits(1, by: 1), .commits(2, by: 1, meeting: .kill), .cutPower(.newest),
                .commits(2, by: 1, meeting: .kill),
            ]),
        Scenario(
            "cut in the middle, and cut again", atLeast: 5000, sectors: 1024,
            [
                .commits(1, by: 1, meeting: .kill), .cutPower(.seeded(7)), .commits(2, by: 1, meeting: .kill),
                .cutPower(.seeded(8)), .commits(1, by: 1, meeting: .kill),
            ]),
    ]

    static let checkedEvery = TestExtent.choose(part: 48, whole: 1)

    @Test(
        "no acknowledged commit is lost, whichever call a kill or a power cut interrupts",
        .computesForLong, arguments: scenarios)
    func loses(nothingIn scenario: Scenario) {
        var explorer = CrashExplorer()
        explorer.sectorSize = scenario.sectorSize
        explorer.exhaustiveLimit = scenario.sectorSize == 512 ? 64 : 12
        explorer.sampleCount = 2
        explorer.checkedEvery = Self.checkedEvery
        let report = explorer.explore(scenario.steps)
        print("\(scenario.name): \(report.histories) histories, \(report.checked) of \(report.states) states")
        #expect(report.violations == [])
        #expect(report.states >= scenario.leastStates)
        #expect(report.checked >= report.states / Self.checkedEvery)
    }

    /// Each rule is disabled by a disk that lies about the rule's steps: the explorer has to find a loss.
    static let disarmed: [(DiskDeceit, Scenario)] = [
        (
            .skipsRewrites,
            Scenario(
                "the newest commit is written again before its neighbour is overwritten", atLeast: 0,
                [.commits(2, by: 1), .commits(1, by: 1, meeting: .kill), .commits(1, by: 1, meeting: .kill)])
        ),
        (
            .skipsRewrites,
            Scenario(
                "the same, another process going on", atLeast: 0,
                [.commits(2, by: 1), .commits(1, by: 1, meeting: .kill), .commits(1, by: 2, meeting: .kill)])
        ),
        (
            .skipsRewritesAfterFailedSync,
            Scenario(
                "a failed sync makes a process forget what was durable", atLeast: 0,
                [
                    .commits(2, by: 1), .commits(1, by: 1, meeting: .fail(.inputOutput)),
                    .commits(1, by: 1, meeting: .kill),
                ])
        ),
        (
            .skipsDirectorySync,
            Scenario("a new name is synced", atLeast: 0, [.commits(1, by: 1)])
        ),
        (
            .skipsDirectorySyncOfOthers,
            Scenario(
                "each process syncs the name, created by itself or not", atLeast: 0,
                [.commits(1, by: 1), .commits(1, by: 1, size: 17_000, meeting: .kill), .commits(1, by: 2)])
        ),
        (
            .skipsSyncOfNewFile,
            Scenario("a new file is synced before it takes the name", atLeast: 0, [.commits(1, by: 1)])
        ),
    ]

    @Test("the explorer finds a loss if any one of the rules is disabled", .computesForLong, arguments: disarmed)
    func findsTheLoss(without deceit: DiskDeceit, in scenario: Scenario) {
        #expect(CrashExplorer().explore(scenario.steps).violationCount == 0)
        var explorer = CrashExplorer()
        explorer.deceit = deceit
        let report = explorer.explore(scenario.steps)
        print("without \"\(scenario.name)\": \(report.violationCount) losses in \(report.states) states")
        #expect(report.violationCount > 0)
    }

    @Test("skipped rewrites lose nothing in the history of one process")
    func honestHistoriesAreNotMistakenForRewrites() {
        // The lie about rewrites alone loses nothing if no process dies: it disables the rule and no more.
        var explorer = CrashExplorer()
        explorer.deceit = .skipsRewrites
        #expect(explorer.explore([.commits(4, by: 1), .commits(1, by: 1, meeting: .kill)]).violationCount == 0)
    }
}
