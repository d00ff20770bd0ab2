import SiderealCore
import SiderealTime
import Testing

/// The rules of an observatory need no disk, and no clocks that tick.
@Suite("actions of an observatory's state") struct ObservatoryStateTests {
    enum Input: Sendable {
        /// Passes so many seconds, of which the device sleeps some, and then reads the clocks.
        case reading(after: Int64, asleep: Int64 = 0, suspensions: Int64 = 0, clockSetBy: Int64 = 0)
        /// Passes an operator's answer, off by so many seconds, so many seconds after the latest reading.
        case sample(String, wrongBy: Int64 = 0, late: Int64 = 0)
        /// A sample that was received before it was sent.
        case impossibleSample
        case names([String])
        case unlock
        case forgetTrust
        case opens(String, saves: Bool = false)
        case recordIsRead
        case saveBegins
        /// A save of the present state has become durable.
        case saved
    }

    struct Row: Sendable, CustomTestStringConvertible {
        let testDescription: String
        var savesAutomatically = true
        var isRecordLocked = false
        /// The inputs before, from the launch and its save on.
        var before: [Input] = []
        let input: Input
        /// The journal's line, the log's, the broadcasts, and whether a save begins.
        let actions: [String]
        var saving = ObservatoryState.Saving.idle

        init(
            _ name: String, savesAutomatically: Bool = true, isRecordLocked: Bool = false, after before: [Input] = [],
            _ input: Input, _ actions: [String], _ saving: ObservatoryState.Saving = .idle
        ) {
            testDescription = name
            self.savesAutomatically = savesAutomatically
            self.isRecordLocked = isRecordLocked
            self.before = before
            self.input = input
            self.actions = actions
            self.saving = saving
        }
    }

    static let readings = [
        Row("a reading soon after the last save", .reading(after: 59), ["reading"]),
        Row("a reading a minute after it", .reading(after: 60), ["reading", "save"], .scheduled),
        Row(
            "one more while that save waits", after: [.reading(after: 60)], .reading(after: 60), ["reading"], .scheduled
        ),
        Row(
            "one more once it has begun", after: [.reading(after: 60), .saveBegins], .reading(after: 60),
            ["reading", "save"], .scheduled),
        Row(
            "a reading where automatic saving is off", savesAutomatically: false, .reading(after: 60), ["reading"],
            .wanted),
        Row(
            "a clock that was set", .reading(after: 1, clockSetBy: 3_600),
            ["reading", "found step", "event step", "save"], .scheduled),
        Row(
            "a sleep that is counted", .reading(after: 5, asleep: 4, suspensions: 1), ["reading", "event slept 4"]),
        Row("a sleep that is not counted yet", .reading(after: 5, asleep: 4), ["reading", "event slept 4"]),
        Row(
            "its count alone, soon after", after: [.reading(after: 5, asleep: 4)],
            .reading(after: 9, suspensions: 1), ["reading"]),
        Row(
            "a count alone, long after", after: [.reading(after: 5, asleep: 4)], .reading(after: 10, suspensions: 1),
            ["reading", "event slept 0"]),
        Row("no count at all", after: [.reading(after: 5, asleep: 4)], .reading(after: 1), ["reading"]),
        Row("a count alone", .reading(after: 1, suspensions: 1), ["reading", "event slept 0"]),
        Row(
            "a second count alone", after: [.reading(after: 1, suspensions: 1)], .reading(after: 1, suspensions: 1),
            ["reading", "event slept 0"]),
        Row(
            "a count after that of a sleep",
            after: [.reading(after: 5, asleep: 4), .reading(after: 1, suspensions: 1)],
            .reading(after: 1, suspensions: 1), ["reading", "event slept 0"]),
        Row(
            "a second sleep, with the count of the first", after: [.reading(after: 5, asleep: 4)],
            .reading(after: 6, asleep: 5, suspensions: 1), ["reading", "event slept 5"]),
    ]

    static let trust = [
        Row("operators that are named", .names(["a", "b"]), ["operators", "save"], .scheduled),
        Row("the same ones again", after: [.names(["a", "b"])], .names(["b", "a"]), [], .scheduled),
        Row(
            "the first answer of a named operator", after: [.names(["a"]), .saveBegins], .sample("a"),
            ["sample", "event synchronized", "save"], .scheduled),
        Row(
            "an answer that changes nothing, soon after", after: [.names(["a"]), .sample("a"), .saveBegins],
            .sample("a", late: 9), ["sample"]),
        Row(
            "an answer that changes nothing, later", after: [.names(["a"]), .sample("a"), .saveBegins],
            .sample("a", late: 10), ["sample", "save"], .scheduled),
        Row(
            "an answer that contradicts the last one", after: [.names(["a"]), .sample("a"), .saveBegins],
            .sample("a", wrongBy: -100),
            ["sample", "found floor", "found rejected", "event floor", "event rejected", "save"],
            .scheduled),
        Row("an answer before its question", .impossibleSample, ["sample", "found rejected", "event rejected"]),
        Row(
            "trust to forget that no bounds show, right after a save", .forgetTrust, ["reset", "save"], .scheduled),
        Row(
            "trust to forget", after: [.names(["a"]), .sample("a"), .saveBegins], .forgetTrust,
            ["reset", "event withheld", "save"], .scheduled),
    ]

    static let saving = [
        Row("a save that begins though nobody scheduled it", .saveBegins, []),
        Row(
            "the same where something is wanted", savesAutomatically: false, after: [.reading(after: 60)], .saveBegins,
            [], .wanted),
        Row("a save of what everybody knows", after: [.reading(after: 60)], .saved, [], .scheduled),
        Row("an observer that comes later", .opens("widget"), ["found boot", "save"], .scheduled),
        Row("an observer that is there", .opens("app"), []),
        Row(
            "an opener that wants automatic saving, once it is due", savesAutomatically: false,
            after: [.reading(after: 60)], .opens("app", saves: true), ["save"], .scheduled),
        Row("the first unlock", .unlock, ["protectedData"]),
        Row(
            "a record that can be read at last", isRecordLocked: true, .recordIsRead,
            ["reading", "found boot", "save"], .scheduled),
        Row(
            "a record that another thread has read before", isRecordLocked: true,
            after: [.recordIsRead, .saveBegins], .recordIsRead, ["reading"]),
        Row("a record that was never locked", .recordIsRead, ["reading"]),
    ]

    @Test("each input leads to exactly the expected actions", arguments: readings + trust + saving)
    func actions(of row: Row) throws {
        var story = try Story(savesAutomatically: row.savesAutomatically, isRecordLocked: row.isRecordLocked)
        for input in row.before { _ = story.take(input) }
        let actions = story.take(row.input)
        #expect(actions.map { Story.text($0) } ?? [] == row.actions)
        #expect(story.state.saving == row.saving)
    }

    @Test("a launch journals its reading, reports its verdict and requests a save")
    func launch() {
        let clocks = Story.Clocks()
        let (state, actions) = ObservatoryState.launch(
            Story.keeper(.absent), reading: clocks.reading, savesAutomatically: true)
        #expect(Story.text(actions) == ["reading", "found boot", "save"])
        #expect(state.input == 1 && state.saving == .scheduled)
        #expect(state.verdict(for: "app").answer == .firstObservation)
        #expect(state.verdict(for: "nobody") == BootVerdict(.indeterminate, evidence: .noEvidence))
    }

    @Test("the names count as recorded once a save that includes them is durable")
    func unsavedNames() throws {
        var story = try Story()
        #expect(!story.state.hasUnsavedNames)
        _ = story.take(.names(["a"]))
        #expect(story.state.hasUnsavedNames)
        let snapshot = story.state.snapshot
        _ = story.take(.names(["b"]))
        let saved = try #require(snapshot.keeper.recordToSave)
        _ = story.state.adopt(saved, of: snapshot)
        #expect(story.state.hasUnsavedNames, "the save does not know of the second name")
        _ = story.take(.saved)
        #expect(!story.state.hasUnsavedNames)
    }

    @Test("a journal that begins late contains the latest reading and the names")
    func journalSoFar() throws {
        var story = try Story()
        #expect(story.state.journalSoFar.map { Story.text($0) } == ["reading"])
        _ = story.take(.names(["a"]))
        #expect(story.state.journalSoFar.map { Story.text($0) } == ["reading", "operators"])
    }

    @Test("a quick reading shows whether all clocks must be read")
    func quickReading() throws {
        var story = try Story()
        let known = story.state.known
        let awake = known.at(known.elapsed + .seconds(60))
        let isAwake = story.state.receive(awake)
        #expect(isAwake)
        var asleep = awake
        asleep.slept = asleep.slept + .seconds(1)
        let isStillAwake = story.state.receive(asleep)
        #expect(!isStillAwake)
        #expect(story.state.known == known, "only a reading of all clocks counts")
    }
}

/// An observatory's state that was launched and saved, and its further inputs.
struct Story {
    struct Clocks {
        var now: Int64 = 5_000
        var slept: Int64 = 0
        var suspensions: Int64 = 0
        var wallError: Int64 = 0

        private static let second: Int64 = 1_000_000_000
        private static let boot: Int64 = 1_800_000_000

        var elapsed: ElapsedInstant { ElapsedInstant(nanoseconds: now * Clocks.second) }
        var trueTime: TrueInstant { TrueInstant(nanoseconds: (Clocks.boot + now) * Clocks.second) }

        var reading: DeviceReading {
            let reading = ClockReading(
                wall: WallInstant(nanoseconds: (Clocks.boot + now + wallError) * Clocks.second), elapsed: elapsed,
                awake: AwakeInstant(nanoseconds: (now - slept) * Clocks.second),
                kernelBootTime: WallInstant(nanoseconds: (Clocks.boot + wallError) * Clocks.second),
                suspendMark: suspensions)
            return DeviceReading(
                reading: reading, bootIdentity: BootIdentity("boot"), machine: MachineIdentity("machine"))
        }
    }

    private(set) var clocks = Clocks()
    var state: ObservatoryState
    /// The record's content, once it can be read.
    private let record: LoadedRecord

    init(savesAutomatically: Bool = true, isRecordLocked: Bool = false) throws {
        var earlier = Story.keeper(.absent)
        _ = earlier.handle(.reading(clocks.reading))
        let saved = try #require(earlier.recordToSave)
        record = .loaded(saved, isRecovered: false)
        clocks.now += 10
        let found = isRecordLocked ? .unavailable(.locked) : record
        (state, _) = ObservatoryState.launch(
            Story.keeper(found), reading: clocks.reading, savesAutomatically: savesAutomatically)
        state.saveBegins()
    }

    static func keeper(_ record: LoadedRecord) -> Timekeeper {
        Timekeeper(
            .init(record: record, model: .linux, salt: Salt(high: 1, low: 2), observers: ["app"]))
    }

    /// Returns the input's actions, or `nil` for an input without any.
    mutating func take(_ input: ObservatoryStateTests.Input) -> ObservatoryState.Actions? {
        switch input {
        case .reading(let seconds, let asleep, let suspensions, let step):
            clocks.now += seconds
            clocks.slept += asleep
            clocks.suspensions += suspensions
            clocks.wallError += step
            return state.receive(clocks.reading)
        case .sample(let source, let error, let seconds):
            clocks.now += seconds
            let told = clocks.trueTime + .seconds(error)
            return state.receive(
                TimeSample(
                    source: source, isAuthenticated: true, sent: clocks.elapsed, received: clocks.elapsed,
                    earliest: told - .seconds(1), latest: told + .seconds(1)))
        case .impossibleSample:
            return state.receive(
                TimeSample(
                    source: "a", isAuthenticated: true, sent: clocks.elapsed + .seconds(1), received: clocks.elapsed,
                    earliest: clocks.trueTime, latest: nil))
        case .names(let names): return state.name(names.map { NamedSource(of: $0, isAuthenticated: true) })
        case .unlock: return state.unlock()
        case .forgetTrust: return state.forgetTrust()
        case .opens(let observer, let saves): return state.open(observer: observer, savesAutomatically: saves)
        case .recordIsRead: return state.receive(record, with: clocks.reading)
        case .saveBegins:
            state.saveBegins()
            return nil
        case .saved:
            let snapshot = state.snapshot
            return snapshot.keeper.recordToSave.map { state.adopt($0, of: snapshot) }
        }
    }

    // MARK: - As text

    static func text(_ actions: ObservatoryState.Actions) -> [String] {
        var all = actions.journal.map { [text($0)] } ?? []
        all += actions.findings.map { "found " + text($0) }
        all += actions.events.compactMap { TrustedClock.Event($0, seenOn: .unauthenticated) }.map {
            "event " + text($0)
        }
        return all + (actions.save ? ["save"] : [])
    }

    static func text(_ entry: JournalEntry) -> String {
        switch entry {
        case .launch: "launch"
        case .reading: "reading"
        case .sample: "sample"
        case .sources: "operators"
        case .protectedData: "protectedData"
        case .reset: "reset"
        }
    }

    private static func text(_ finding: Timekeeper.Finding) -> String {
        switch finding {
        case .boot: "boot"
        case .settled: "settled"
        case .clockStepped: "step"
        case .clockFault: "fault"
        case .elapsedClockWrong: "elapsed clock"
        case .rejected: "rejected"
        case .floorReplaced: "floor"
        }
    }

    private static func text(_ event: TrustedClock.Event) -> String {
        switch event {
        case .synchronized: "synchronized"
        case .tightened: "tightened"
        case .withheld: "withheld"
        case .rejected: "rejected"
        case .failed: "failed"
        case .floorReplaced: "floor"
        case .systemClockStepped: "step"
        case .slept(let span): "slept \(span.components.seconds)"
        case .bootVerdictSettled: "settled"
        case .clockFault: "fault"
        case .elapsedClockWrong: "elapsed clock"
        }
    }
}
