import SiderealCore
import SiderealTesting

/// What is true at a moment of a history, for the machine that is looked at.
struct Truth {
    var now: TrueInstant
    var machine: SimulatedMachine
    var machineNumber: Int

    var boot: TrueBoot { TrueBoot(machineNumber: machineNumber, bootCount: machine.bootCount) }
    var wallError: Nanoseconds { Nanoseconds(machine.wall.nanoseconds) - Nanoseconds(now.nanoseconds) }
}

/// A boot of a machine.
struct TrueBoot: Hashable {
    var machineNumber: Int
    var bootCount: Int
}

/// In which boot of which machine a process ran: what its marks stand for.
struct LaunchTruth {
    var boot: TrueBoot
    /// What identified that boot and that machine.
    var bootIdentity: BootIdentity?
    var machine: MachineIdentity?

    init(_ truth: Truth) {
        boot = truth.boot
        bootIdentity = truth.machine.bootIdentity
        let named = truth.machine.machineIdentity
        // The record stands for the machine where it lies.
        machine = named == .thatOfTheRecord ? MachineIdentity("device \(truth.machineNumber)") : named
    }

    func isSameBoot(as other: LaunchTruth) -> Bool { boot == other.boot }
}

/// A mark that the app keeps, and when it was really made.
struct KeptMark {
    var moment: Moment
    var madeAt: TrueInstant
    var launch: LaunchTruth
    /// What stood for the machine, as the timekeeper knew it.
    var machine: MachineIdentity?
    /// Whether something that it rests on was learned where the premise failed.
    var isTainted: Bool
    /// Whether those who had said something false were few enough.
    var premiseHeld: Bool

    var mark: BootMark { moment.mark }

    /// Whether what it holds of the true time is right: a pause before it was made may have put that in the past.
    var isRight: Bool {
        let offset = Nanoseconds(madeAt.nanoseconds) - Nanoseconds(mark.reading.elapsed.nanoseconds)
        return mark.offset?.contains(offset) ?? true
    }
}

/// Compares what one process claims with what is true.
struct PromiseCheck {
    let setting: HistorySetting
    private let ideal: IdealDecider
    /// By the salt that its marks carry.
    private(set) var launches: [Salt: LaunchTruth] = [:]
    /// Who said something false in a boot.
    private var liars: [TrueBoot: Set<ExactName>] = [:]
    /// Who may lie in any boot.
    private var suspects: Set<ExactName> = []
    /// Whom some process has named in a boot.
    var names: [TrueBoot: Set<ExactName>] = [:]
    /// The machines that were paused, and did not tell.
    private var paused: Set<Int> = []
    /// All operators, and whether they prove who they are.
    let voices: [ExactName: Bool]
    /// Those of whose sources fewer than half are wrong.
    private let partlyBroken: Set<ExactName>

    /// Each server's operator, or the first of them, is called so by the server's number.
    init(_ setting: HistorySetting, name: (Int) -> String = { "\($0)" }) {
        self.setting = setting
        let servers = setting.servers.enumerated()
        let named = servers.flatMap { number, server in server.operatorNames(name(number)).map { ($0, server) } }
        voices = Dictionary(named.map { (ExactName($0), $1.isAuthenticated) }) { first, _ in first }
        partlyBroken = Set(named.filter { $1.broken > 0 }.map { ExactName($0.0) })
        ideal = IdealDecider(model: setting.machineMake(number: 0).model)
    }

    /// Two machines whose boots are called alike take each other's clocks for their own.
    var distinguishesMachines: Bool { setting.identities != .repeated || !setting.hasOtherMachine }

    mutating func recordLaunch(_ salt: Salt, _ truth: Truth) { launches[salt] = LaunchTruth(truth) }

    /// Notes that an operator said something false in this boot.
    mutating func recordLie(of operator: ExactName, _ truth: Truth) {
        liars[truth.boot, default: []].insert(`operator`)
    }

    /// Notes that the host of a machine paused it.
    mutating func recordPause(_ truth: Truth) {
        if !truth.machine.make.tellsDisruptions { paused.insert(truth.machineNumber) }
    }

    /// Whether what rests on the premise of no pause may be false: all that bounds the time from above, and what is
    /// concluded from servers that seem to contradict themselves.
    func wasPaused(_ truth: Truth) -> Bool { paused.contains(truth.machineNumber) }

    /// The same, of what rests on a mark, too.
    func wasPaused(_ truth: Truth, since kept: KeptMark) -> Bool {
        wasPaused(truth) || paused.contains(kept.launch.boot.machineNumber)
    }

    /// Takes it that an operator may say something false at any time.
    mutating func suspect(_ operator: ExactName) { suspects.insert(`operator`) }

    /// Whether all of its sources, and so anything that is shown, are right.
    func isWhollyRight(_ operator: ExactName, in boot: TrueBoot) -> Bool {
        !isLiar(`operator`, in: boot) && !partlyBroken.contains(`operator`)
    }

    func isLiar(_ operator: ExactName, in boot: TrueBoot) -> Bool {
        suspects.contains(`operator`) || liars[boot]?.contains(`operator`) == true
    }

    // MARK: - What a process claims

    /// What one process said so far, as far as later answers must fit it.
    struct Memory {
        var observer: String
        /// The truth about the newest mark that it was launched with; nil where there was none.
        var newest: (launch: LaunchTruth, mark: BootMark)?
        var oldest: BootMark?
        var launch: LaunchTruth
        var floor: TrueInstant?
        /// Who was named in this boot, as far as this process can know, of those that prove who they are; nil where
        /// that is not followed.
        var named: NamedTruth?
        /// How many operators are known. With more of them what was learned before is judged again.
        var known: Int?
        /// What was trusted was thrown away: then the floor may fall.
        var mayFloorFall = false
        /// What was trusted was thrown away, or replaced, where these grow.
        var trustRevision: UInt32?
        var timesGivenUp: UInt32?
        /// The answer that was last found to be right: a proven one stays, even where its evidence is forgotten.
        var judged: BootVerdict?
        var isForgotten = false
        /// Whether the premise holds for those who count now, whether nobody who was heard lies, and whether none of
        /// those who count does.
        var premiseHolds = true
        var nobodyLies = true
        var nobodyCountedLies = true
        /// The premise failed where it decides what lasts: floor, bounds and proofs are not promised any more.
        var isTainted = false
        /// It was so when the answer at launch was settled.
        var isVerdictTainted = false
        /// The clocks contradicted each other at a launch in this boot.
        var isContradicted = false
        /// What this process had answered before another one saw that: it stays.
        var saidBeforeContradiction: BootVerdict?
        /// The error of the wall clock when it was last read.
        var wallError: Nanoseconds?
    }

    /// What a process remembers that starts with a record.
    func memory(of observer: String, _ record: TimekeeperRecord?, salt: Salt) -> Memory? {
        guard let launch = launches[salt] else { return nil }
        let checkpoint = record?.observers[ExactName(observer)]
        let newest = checkpoint.flatMap { kept in launches[kept.newest.salt].map { ($0, kept.newest) } }
        return Memory(
            observer: observer, newest: newest, oldest: checkpoint?.oldest, launch: launch,
            floor: record?.floors.later(model: setting.machineMake(number: 0).model)?.earliest,
            trustRevision: record?.trustRevision,
            timesGivenUp: record?.floors.timesGivenUp)
    }

    /// The answer to the launch's question: the one that apps see, and the one that trusted time may yet settle.
    func checkVerdict(_ keeper: Timekeeper, _ memory: inout Memory) throws(Breach) {
        guard let verdict = keeper.verdict(for: memory.observer) else { return }
        guard let shown = keeper.steadyVerdict(for: memory.observer) else { throw Breach(.proof, "apps see no answer") }
        if memory.newest != nil, memory.isTainted, verdict != memory.judged { memory.isVerdictTainted = true }
        for answer in shown == verdict ? [verdict] : [shown, verdict] { try checkAnswer(answer, keeper, memory) }
        guard setting.keepsPremises, memory.newest != nil, !memory.isForgotten, !memory.isTainted,
            !memory.isVerdictTainted, !(verdict.isProven && verdict == memory.judged)
        else { return }
        try checkOpenness(verdict, keeper, memory)
        memory.judged = verdict
    }

    /// Whether an answer claims nothing false.
    private func checkAnswer(_ verdict: BootVerdict, _ keeper: Timekeeper, _ memory: Memory) throws(Breach) {
        if case .loaded = keeper.record {
            switch verdict.answer {
            case .unavailable, .damaged: throw Breach(.proof, "\(verdict.answer), though the record was read")
            case .firstObservation, .sameBoot, .rebooted, .indeterminate: break
            }
        }
        guard let newest = memory.newest else {
            switch verdict.answer {
            case .sameBoot, .rebooted, .indeterminate:
                throw Breach(.proof, "\(verdict.answer) with nothing to compare with")
            case .firstObservation, .unavailable, .damaged: return
            }
        }
        if verdict.certainty == .probable, !setting.machineMake(number: 0).hasBattery {
            throw Breach(.proof, "\(verdict.answer), probably, where no hardware clock runs through a reboot")
        }
        if memory.isContradicted, verdict.isProven, verdict != memory.saidBeforeContradiction {
            throw Breach(.proof, "\(verdict.answer), proven in a boot whose checks contradict each other")
        }
        guard setting.keepsPremises else { return }
        if verdict.answer == .firstObservation {
            throw Breach(.proof, "a first observation, though there is an earlier one")
        }
        // No lie moves identities and counters.
        if memory.isVerdictTainted, [.trustedTime, .contradiction].contains(verdict.evidence) { return }
        let isSame = newest.launch.isSameBoot(as: memory.launch)
        if let didReboot = verdict.didReboot, newest.launch.boot.machineNumber != memory.launch.boot.machineNumber {
            throw Breach(.proof, "\(didReboot ? "rebooted" : "the same boot"), proven by another machine's clocks")
        }
        if let didReboot = verdict.didReboot, didReboot == isSame {
            throw Breach(.proof, "\(verdict.answer), proven by \(verdict.evidence): it is not so")
        }
        if verdict.evidence == .contradiction { throw Breach(.proof, "a contradiction where there is none") }
    }

    /// An open question is one that the evidence leaves open.
    private func checkOpenness(
        _ verdict: BootVerdict, _ keeper: Timekeeper, _ memory: Memory
    ) throws(Breach) {
        guard let newest = memory.newest, let first = keeper.first, !keeper.isFaulty else { return }
        let offset = keeper.authenticatedOffset(at: first.reading.clockState)
        let now = ClockSnapshot(
            reading: first.reading, bootIdentity: first.bootIdentity, machine: memory.launch.machine, offset: offset)
        let before = snapshot(newest.mark.counting(in: keeper.trustGeneration))
        if let complaint = self.complaint(verdict, before, now) {
            // What settled it may have been overtaken: those who are carried over have a vote from then on. Whether the
            // answer is right is another promise.
            if verdict.isSettled, complaint == .claimsTooMuch { return }
            // The same boot since the oldest mark is the same boot since the newest.
            if verdict.didReboot == false, let oldest = memory.oldest,
                self.complaint(verdict, snapshot(oldest.counting(in: keeper.trustGeneration)), now) == nil
            {
                return
            }
            throw Breach(
                .openness,
                "\(complaint): \(verdict.answer) by \(verdict.evidence), true less elapsed \(Self.text(before.offset))"
                    + ", then \(Self.text(offset))"
            )
        }
    }

    private func complaint(_ verdict: BootVerdict, _ before: ClockSnapshot, _ now: ClockSnapshot) -> Complaint? {
        // Of a count that could not be read at first, an ideal decider knows that it began at zero. The core does not
        // use that.
        if setting.make == .shyLinux, before.reading.suspendMark == nil, now.reading.suspendMark != nil { return nil }
        return ideal.judge(verdict, before: before, now: now)
    }

    private static func text(_ bounds: Bounds?) -> String {
        bounds.map { "\($0.lower.count)...\($0.upper.count)" } ?? "unknown"
    }

    private func snapshot(_ mark: BootMark) -> ClockSnapshot {
        let launch = launches[mark.salt]
        return ClockSnapshot(
            reading: mark.reading, bootIdentity: launch?.bootIdentity, machine: launch?.machine, offset: mark.offset)
    }

    /// What came to light.
    func check(_ findings: [Timekeeper.Finding], _ truth: Truth, _ memory: inout Memory) throws(Breach) {
        for finding in findings {
            switch finding {
            case .floorReplaced:
                // Whose words before a pause it passed seems to deny it.
                guard setting.keepsPremises, !memory.isTainted, !wasPaused(truth) else { continue }
                throw Breach(.floor, "it was given up where it holds")
            case .clockFault:
                if setting.keepsPremises { throw Breach(.bounds, "a clock fault where nothing is wrong") }
            case .elapsedClockWrong:
                guard setting.keepsPremises, memory.premiseHolds, !memory.isTainted, !wasPaused(truth) else { continue }
                throw Breach(.bounds, "the elapsed clock is said to be wrong, and is not")
            case .clockStepped(let step, let direction):
                guard setting.keepsPremises, memory.nobodyLies, !memory.isTainted, !wasPaused(truth) else { continue }
                let after = truth.wallError
                let before = after - step
                let isRight =
                    switch direction {
                    case .towardTruth: after.magnitude <= before.magnitude
                    case .awayFromTruth: after.magnitude >= before.magnitude
                    case .unknown: true
                    }
                if !isRight { throw Breach(.bounds, "a step of \(step.count) ns, \(direction)") }
            case .rejected(let source, let reason):
                // An answer that the device slept over, that comes late, or of one whom nobody named is refused for
                // that. Where nobody lies, no other one is.
                guard setting.keepsPremises, memory.nobodyLies, !memory.isTainted, !wasPaused(truth),
                    ![.slept, .tooLate, .notNamed, .tooManyOperators].contains(reason)
                else { continue }
                throw Breach(.bounds, "an honest answer of \(source) was refused: \(reason)")
            case .boot, .settled: continue
            }
        }
    }

    /// Two of the app's own marks, the later one second.
    func check(_ start: KeptMark, to end: KeptMark, _ keeper: Timekeeper, _ truth: Truth, _ memory: Memory)
        throws(Breach)
    {
        guard setting.keepsPremises, !start.isTainted, !end.isTainted, !memory.isTainted, start.isRight, end.isRight,
            start.launch.boot.machineNumber == end.launch.boot.machineNumber
        else { return }
        let wasPaused = wasPaused(truth, since: start) || wasPaused(truth, since: end)
        let passed = end.madeAt - start.madeAt
        for known in [
            keeper.elapsed(from: start.mark, to: end.mark),
            start.premiseHeld && end.premiseHeld && memory.premiseHolds
                ? keeper.elapsed(from: start.moment, to: end.moment, on: .proven) : nil,
        ] {
            guard let known, !(wasPaused ? known.withoutUpper : known).contains(passed) else { continue }
            throw Breach(
                .bounds,
                "between two marks \(known.lower.count) to \(known.upper.count) ns, and it was \(passed.count)")
        }
    }

    /// The app's own mark against the latest reading, which was made at this very moment.
    func check(_ kept: KeptMark, _ keeper: Timekeeper, _ truth: Truth, _ memory: Memory) throws(Breach) {
        guard let latest = keeper.latest, let verdict = keeper.verdict(since: kept.mark) else { return }
        if memory.isContradicted, verdict.isProven {
            throw Breach(.proof, "since a mark \(verdict.answer), proven where the checks contradict each other")
        }
        guard setting.keepsPremises else { return }
        if verdict.isProven, kept.launch.boot.machineNumber != memory.launch.boot.machineNumber {
            throw Breach(.proof, "since a mark of another machine: \(verdict.answer), proven")
        }
        let isTainted = kept.isTainted || memory.isTainted
        if isTainted, [.trustedTime, .contradiction].contains(verdict.evidence) { return }
        if let didReboot = verdict.didReboot, didReboot == kept.launch.isSameBoot(as: memory.launch) {
            throw Breach(.proof, "since a mark: \(didReboot ? "rebooted" : "the same boot"), proven")
        }
        if isTainted { return }
        let wasPaused = wasPaused(truth, since: kept)
        let premiseHolds = kept.premiseHeld && memory.premiseHolds
        let passed = truth.now - kept.madeAt
        for known in [
            keeper.elapsed(since: kept.mark), premiseHolds ? keeper.elapsed(since: kept.moment, on: .proven) : nil,
        ] {
            guard let known, !(wasPaused ? known.withoutUpper : known).contains(passed), !wasPaused || kept.isRight
            else { continue }
            throw Breach(
                .bounds, "since a mark \(known.lower.count) to \(known.upper.count) ns, and it was \(passed.count)")
        }
        if premiseHolds, let time = keeper.time(of: kept.moment, on: .proven) {
            try check(time, ofMomentAt: kept.madeAt, wasPaused: wasPaused)
        }
        guard !keeper.isFaulty else { return }
        // Whoever made both readings knows that they are of one boot, as if it saw which one.
        let isOwn = kept.mark.salt == keeper.salt
        let own = isOwn && latest.bootIdentity == nil ? BootIdentity("that of the process") : nil
        let before = ClockSnapshot(
            reading: kept.mark.reading, bootIdentity: own ?? kept.launch.bootIdentity, machine: kept.machine,
            offset: keeper.isVoid(kept.mark) ? nil : kept.mark.offset)
        let now = ClockSnapshot(
            reading: latest.reading, bootIdentity: own ?? latest.bootIdentity, machine: latest.machine,
            offset: keeper.authenticatedOffset(at: latest.reading.clockState))
        // A process lives in one boot: what the launch proved of it, by other marks, holds for each of its marks.
        let launch = ([keeper.recordQuestion].compactMap { $0 } + keeper.questions.values).first {
            $0.checkpoint?.newest.salt == kept.mark.salt && $0.verdict.isProven
        }
        if let launch, !isOwn, !keeper.isContradicted {
            guard verdict.didReboot == launch.verdict.didReboot || verdict.evidence == .contradiction else {
                throw Breach(.openness, "since a mark: less than the launch knows of the process that made it")
            }
            return
        }
        if let complaint = self.complaint(verdict, before, now) {
            throw Breach(.openness, "since a mark: \(complaint)")
        }
    }
}

/// A violation, before its place in the history is known.
struct Breach: Error {
    var promise: Promise
    var text: String

    init(_ promise: Promise, _ text: String) {
        self.promise = promise
        self.text = text
    }
}
