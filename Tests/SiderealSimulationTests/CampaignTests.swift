import SiderealCore
import SiderealSimulation
import TestSupport
import Testing

/// Histories that nobody wrote, against what is promised.
@Suite struct CampaignTests {
    @Test(.computesForLong) func theUnbrokenCoreKeepsItsPromises() {
        let result = Campaign(seed: 20, histories: 600, storeEvery: 20).run()
        #expect(result.histories == 600)
        #expect(result.withStore == 30)
        #expect(result.events == 12_000)
        #expect(result.violations.isEmpty, "\(result.violations.map { $0.violation })")
    }

    @Test func theSameSeedInventsTheSameHistories() {
        for index in 0..<50 as Range<UInt64> {
            let withStore = index % 2 == 0
            #expect(
                HistoryMaker.history(seed: 3, index: index, withStore: withStore)
                    == HistoryMaker.history(seed: 3, index: index, withStore: withStore))
        }
        #expect(HistoryMaker.history(seed: 3, index: 0) != HistoryMaker.history(seed: 4, index: 0))
    }

    /// A lone liar, in a history that says that it keeps the premises: what the campaign has to find.
    static let lied = History(
        setting: HistorySetting(
            make: .linux, identities: .hidden,
            servers: [.init(isAuthenticated: true, error: 0, lie: 86_400_000, isStale: false)], keepsPremises: true,
            hasOtherMachine: false, crystal: 500, upFor: 1_000),
        events: [
            .launch(observer: 0, isRecordLocked: false), .pass(milliseconds: 12_345), .setClock(by: -5_000), .look,
            .ask([.init(server: 0, outbound: 12, inbound: 13, lag: 5, isLost: false, whim: 1_000)]),
            .pass(milliseconds: 5_000),
        ])

    @Test(arguments: [false, true])
    func aBrokenPremiseThatIsCalledKeptIsFound(withStore: Bool) throws {
        let violation = try #require(HistoryRun.violation(of: Self.lied, withStore: withStore))
        #expect([.bounds, .floor].contains(violation.promise))
        #expect(violation.event == 4)
    }

    @Test func whatKeepsThePremisesIsNotShrunkToWhatDoesNot() throws {
        // Three who are asked together, of whom one lies: lawful. One of them alone is not.
        var history = Self.lied
        let honest = HistorySetting.Server(isAuthenticated: true, error: 0, lie: 0, isStale: false)
        history.setting.servers += [honest, honest]
        history.events[4] = .ask(
            (0..<3).map { .init(server: $0, outbound: 12, inbound: 13, lag: 0, isLost: false, whim: 1_000) })
        #expect(history.isLawful)
        #expect(HistoryRun.violation(of: history) == nil)
        history.events[4] = .ask([.init(server: 0, outbound: 12, inbound: 13, lag: 0, isLost: false, whim: 1_000)])
        #expect(!history.isLawful)
    }

    /// One of three who lies, asked alone after what was done since all were asked.
    @Test(
        arguments: [
            ([], true), ([.sleep(milliseconds: 5, miscounted: 0, isHibernation: false)], true),
            ([.launch(observer: 0, isRecordLocked: false)], false), ([.reset], false), ([.turnTo(observer: 1)], false),
        ] as [([HistoryEvent], Bool)])
    func aLiarIsAskedAloneOnlyWhereAllAreStillHeard(_ since: [HistoryEvent], isLawful: Bool) {
        let honest = HistorySetting.Server(isAuthenticated: true, error: 0, lie: 0, isStale: false)
        var history = Self.lied
        history.setting.servers += [honest, honest]
        func question(_ server: Int) -> HistoryEvent.Question {
            .init(server: server, outbound: 12, inbound: 13, lag: 0, isLost: false, whim: 1_000)
        }
        history.events =
            [.launch(observer: 0, isRecordLocked: false), .ask((0..<3).map(question))] + since + [.ask([question(0)])]
        #expect(history.isLawful == isLawful)
        if isLawful { #expect(HistoryRun.violation(of: history) == nil) }
    }

    @Test func inventedHistoriesAreLawful() {
        for index in 0..<3_000 as Range<UInt64> {
            #expect(HistoryMaker.history(seed: 11, index: index, withStore: index % 2 == 0).isLawful)
        }
    }

    @Test func aHistoryIsShrunkToWhatBreaksThePromise() throws {
        var history = Self.lied
        history.setting.keepsPremises = true
        let promise = try #require(HistoryRun.violation(of: history)).promise
        // A lone liar is never lawful, so that nothing may be left out.
        #expect(HistoryRun.shrunk(history, breaking: promise).events.count == 5)
        // An NTP server that is off by more than it says, with nothing to hold it against.
        history.setting.servers = [.init(isAuthenticated: true, error: 90_000, lie: 0, isStale: false)]
        let other = try #require(HistoryRun.violation(of: history)).promise
        let short = HistoryRun.shrunk(history, breaking: other)
        #expect(short.events.count == 2)
        #expect(short.setting.crystal == 0)
        #expect(HistoryRun.violation(of: short)?.promise == other)
    }

    @Test func aHistoryIsReadBackAsItWasWritten() throws {
        for index in 0..<200 as Range<UInt64> {
            let history = HistoryMaker.history(seed: 8, index: index, withStore: true)
            let lines = HistoryFile.lines(of: history, withStore: true).map { Array($0.utf8) }
            let read = try HistoryFile.history(from: lines)
            #expect(read.history == history)
            #expect(read.withStore)
        }
    }

    @Test(
        arguments: [
            ([], 1, "missing"), (["{}"], 1, "setting"), (["nonsense"], 1, "not a line"),
            (["HEAD", #"{"pass":{"milliseconds":"a"}}"#], 2, "milliseconds"),
            (["HEAD", "", #"{"fly":{}}"#], 3, "not a line"),
            (["HEAD", #"{"pass":{"milliseconds":9223372036854775807}}"#], 1, "ten"),
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
