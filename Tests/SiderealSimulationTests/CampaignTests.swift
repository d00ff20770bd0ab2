import SiderealCore
import SiderealSimulation
import SiderealTesting
import TestSupport
import Testing

@Suite("campaigns of random histories") struct CampaignTests {
    @Test("random histories break no promise, and one in twenty of them uses the store", .computesForLong)
    func theUnbrokenCoreKeepsItsPromises() {
        let count = TestExtent.choose(part: UInt64(200), whole: 600)
        let result = Campaign(seed: 20, histories: count, storeEvery: 20).run()
        #expect(result.histories == count)
        #expect(result.withStore == count / 20)
        #expect(result.events == count * 20)
        #expect(result.violations.map { $0.violation.text } == [])
    }

    @Test("the same seed draws the same histories, and another seed draws other histories")
    func sameSeedDrawsSameHistories() throws {
        for index in 0..<50 as Range<UInt64> {
            let withStore = index % 2 == 0
            try #require(
                HistoryMaker.history(seed: 3, index: index, withStore: withStore)
                    == HistoryMaker.history(seed: 3, index: index, withStore: withStore))
        }
        #expect(HistoryMaker.history(seed: 3, index: 0) != HistoryMaker.history(seed: 4, index: 0))
    }

    /// A server's error is larger than it states, in a history that claims to keep the premises.
    static let lied = History(
        setting: HistorySetting(
            make: .linux, identities: .hidden,
            servers: [.init(isAuthenticated: true, error: 90_000, lie: 0, isStale: false)], keepsPremises: true,
            hasOtherMachine: false, crystal: 500, upFor: 1_000),
        events: [
            .launch(observer: 0, isRecordLocked: false), .name([0]), .pass(milliseconds: 12_345),
            .setClock(by: -5_000), .readClocks,
            .ask([.init(server: 0, outbound: 12, inbound: 13, lag: 5, isLost: false, jitter: 1_000)]),
            .pass(milliseconds: 5_000),
        ])

    static func server(lie: Int64 = 0) -> HistorySetting.Server {
        HistorySetting.Server(isAuthenticated: true, error: 0, lie: lie, isStale: false)
    }

    static func ask(_ servers: Int..., jitter: Int64 = 1_000) -> HistoryEvent {
        .ask(servers.map { .init(server: $0, outbound: 12, inbound: 13, lag: 0, isLost: false, jitter: jitter) })
    }

    @Test("a violation is found if a history breaks a premise that it claims to keep", arguments: [false, true])
    func falselyKeptPremiseIsFound(withStore: Bool) throws {
        let violation = try #require(HistoryRun.violation(of: Self.lied, withStore: withStore))
        #expect([.bounds, .floor].contains(violation.promise))
        #expect(violation.event == 5)
    }

    /// A lone wrong server is believed. If it is declared a liar, no promise covers that.
    @Test(
        "a wrong server breaks a promise only until other servers answer, and never if it is declared a liar",
        arguments: [
            ([.name([0]), ask(0)], true), ([ask(0)], false), ([.name([0, 1, 2]), ask(0)], true),
            ([.name([0, 1, 2]), ask(0, 1, 2)], false), ([.name([0, 1]), ask(0, 1)], false),
        ] as [([HistoryEvent], Bool)])
    func whoIsNamedCountsHeardOrNot(_ events: [HistoryEvent], isBroken: Bool) {
        var history = Self.lied
        history.setting.servers += [Self.server(), Self.server()]
        history.events = [.launch(observer: 0, isRecordLocked: false)] + events
        #expect((HistoryRun.violation(of: history) != nil) == isBroken)
        history.setting.servers[0] = Self.server(lie: 90_000)
        #expect(HistoryRun.violation(of: history) == nil)
    }

    /// This covers the next launch, the next boot and marks.
    @Test("no promise covers times learned while too many servers lied")
    func aTaintStays() {
        var history = Self.lied
        history.setting.identities = .fresh
        history.setting.servers = [Self.server(lie: 86_400_000), Self.server(lie: 86_400_000), Self.server()]
        let launch = HistoryEvent.launch(observer: 0, isRecordLocked: false)
        history.events = [
            launch, .name([0, 1]), Self.ask(0, 1), .mark, launch, .name([2]), Self.ask(2),
            .reboot(off: 1_000, calendar: .kept, isWarm: false), launch, .name([2]), Self.ask(2), .readClocks,
        ]
        #expect(HistoryRun.violation(of: history) == nil)
        history.setting.servers[0] = .init(isAuthenticated: true, error: 86_400_000, lie: 0, isStale: false)
        history.setting.servers[1] = history.setting.servers[0]
        #expect(HistoryRun.violation(of: history) != nil)
    }

    @Test("random histories contain the events that attacks need often enough")
    func whatAttacksNeedIsDrawn() {
        let all = (0..<4_000 as Range<UInt64>).map { HistoryMaker.history(seed: 11, index: $0) }
        func count(_ isSo: (History) -> Bool) -> Int { all.count { isSo($0) } }
        func questions(_ history: History) -> [[HistoryEvent.Question]] {
            history.events.compactMap { if case .ask(let questions) = $0 { questions } else { nil } }
        }
        func lists(_ history: History) -> Set<[Int]> {
            Set(history.events.compactMap { if case .name(let servers) = $0 { servers } else { nil } })
        }
        func lies(_ history: History, _ question: HistoryEvent.Question) -> Bool {
            !history.setting.servers[question.server].isHonest
        }
        // The first poll of some histories includes a liar, but not all servers.
        #expect(
            count { history in
                questions(history).first.map { first in
                    first.count < history.setting.servers.count && first.contains { lies(history, $0) }
                } ?? false
            } > 100)
        #expect(
            count { history in
                questions(history).contains { poll in
                    poll.contains { $0.isLost } && poll.contains { !$0.isLost && lies(history, $0) }
                }
            } > 200)
        #expect(count { lists($0).count > 1 } > 200)
        #expect(count { $0.setting.servers.contains { $0.operators >= 63 } } > 10)
        #expect(count { $0.setting.servers.contains { $0.sources >= 63 } } > 20)
        #expect(count { $0.setting.servers.count { !$0.isAuthenticated } > 1 } > 200)
        #expect(count { $0.setting.make == .shyLinux } > 200)
        #expect(count { $0.setting.servers.contains { $0.stoppedAt != nil && $0.isDate } } > 50)
        #expect(
            count { history in
                let identities = history.events.map { event -> MachineMake.Identities? in
                    if case .launch(_, _, let identities) = event { identities } else { nil }
                }
                return identities.contains(.fresh) && identities.contains(.hidden)
            } > 100)
        #expect(
            count {
                $0.events.contains { if case .setClock(let step) = $0 { step > 4 * 365 * 86_400_000 } else { false } }
            } > 20)
        #expect(count { $0.events.contains(.reinstall) } > 50)
        #expect(
            count { $0.setting.hasOtherMachine && $0.events.contains(.mark) && $0.events.contains(.changeMachine) } > 40
        )
        #expect(count { questions($0).contains { $0.contains { !$0.readsClocks } } } > 200)
        #expect(count { questions($0).contains { $0.contains { $0.isReportedLate } } } > 200)
    }

    @Test("a history is shrunk to the events that break the promise")
    func historyIsShrunk() throws {
        let promise = try #require(HistoryRun.violation(of: Self.lied)).promise
        let short = HistoryRun.shrunk(Self.lied, breaking: promise)
        #expect(short.events.count == 3)
        #expect(short.setting.crystal == 0)
        #expect(HistoryRun.violation(of: short)?.promise == promise)
    }

    @Test("a history is read back as it was written")
    func aHistoryIsReadBackAsItWasWritten() throws {
        for index in 0..<200 as Range<UInt64> {
            let history = HistoryMaker.history(seed: 8, index: index, withStore: true)
            let lines = HistoryFile.lines(of: history, withStore: true).map { Array($0.utf8) }
            let read = try HistoryFile.history(from: lines)
            let isSame = read.history == history
            try #require(isSame, "history \(index) of seed 8")
            try #require(read.withStore)
        }
    }

    @Test(
        "a malformed history is refused, with its line and the reason",
        arguments: [
            ([], 1, "missing"), (["{}"], 1, "setting"), (["nonsense"], 1, "not a line"),
            (["HEAD", #"{"pass":{"milliseconds":"a"}}"#], 2, "milliseconds"),
            (["HEAD", "", #"{"fly":{}}"#], 3, "not a line"),
            (["HEAD", #"{"pass":{"milliseconds":9223372036854775807}}"#], 1, "10 years"),
        ] as [([String], Int, String)])
    func aMalformedHistoryIsRefusedByItsLine(_ lines: [String], line: Int, reason: String) {
        let head = HistoryFile.lines(of: Self.lied, withStore: false)[0]
        let bytes = lines.map { Array(($0 == "HEAD" ? head : $0).utf8) }
        #expect {
            _ = try HistoryFile.history(from: bytes)
        } throws: { error in
            guard let malformed = error as? HistoryFile.Malformed else { return false }
            return malformed.line == line && malformed.reason.contains(reason)
        }
    }
}
