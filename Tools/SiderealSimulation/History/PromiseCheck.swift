import SiderealCore
import SiderealTesting

/// The checks that compare the claims of processes with the truth.
struct PromiseCheck {
    let setting: HistorySetting
    private let ideal: IdealDecider
    /// The launches of all processes. The key is the salt that the marks of the launch contain.
    private(set) var launches: [Salt: LaunchTruth] = [:]
    /// A Boolean value that indicates whether all processes so far read fresh boot identities.
    private(set) var areIdentitiesFresh = true
    /// A Boolean value that indicates whether processes can distinguish the machines. If boot identities repeat, each
    /// machine can mistake the other machine's clocks for its own.
    private(set) var distinguishesMachines = true
    /// The operators that gave a false answer, by boot.
    private var liars: [TrueBoot: Set<ExactName>] = [:]
    /// The operators with Dates that are older than the time, by boot.
    private var standing: [TrueBoot: Set<ExactName>] = [:]
    /// The Dates that sources gave, by boot.
    private var dates: [TrueBoot: [ExactName: TrueDates]] = [:]
    /// The operators that may lie in any boot.
    private var suspects: Set<ExactName> = []
    /// The operators that any process has named, by boot.
    var names: [TrueBoot: Set<ExactName>] = [:]
    /// The resets of trust, by their identities.
    var trueResets: [UInt64: TrueReset] = [:]
    /// The machines that a host paused and that did not report the pause.
    private var paused: Set<Int> = []
    /// All operators. The dictionary's value is `true` if the operator is authenticated.
    let voices: [ExactName: Bool]
    /// The operators that have wrong sources, but for which fewer than half of their sources are wrong.
    private let partlyBroken: Set<ExactName>

    /// Creates a check. `name` takes a server's number and returns the name of the server's operator, or of its first
    /// operator.
    init(_ setting: HistorySetting, name: (Int) -> String = { "\($0)" }) {
        self.setting = setting
        let servers = setting.servers.enumerated()
        let named = servers.flatMap { number, server in server.operatorNames(name(number)).map { ($0, server) } }
        voices = Dictionary(named.map { (ExactName($0), $1.isAuthenticated) }) { first, _ in first }
        partlyBroken = Set(named.filter { $1.broken > 0 }.map { ExactName($0.0) })
        ideal = IdealDecider(model: setting.machineMake(number: 0).model)
    }

    mutating func recordLaunch(_ salt: Salt, _ truth: Truth, _ identities: MachineMake.Identities) {
        launches[salt] = LaunchTruth(truth, identities)
        if identities != .fresh { areIdentitiesFresh = false }
        if identities == .repeated, setting.hasOtherMachine { distinguishesMachines = false }
    }

    /// Records an answer. `offset` is the true offset at its arrival.
    mutating func record(_ sample: TimeSample, _ offset: Nanoseconds, drift: Rate, _ truth: Truth) {
        guard let claimed = sample.offset(drift: drift) else { return }
        var isFalse = !claimed.contains(offset)
        if sample.isDate {
            // Until a Date advances, it claims no latest time.
            var told = dates[truth.boot]?[ExactName(sample.source)] ?? TrueDates(first: sample.earliest)
            told.hasAdvanced = told.hasAdvanced || told.first != sample.earliest
            told.isTooEarly = told.isTooEarly || isFalse
            dates[truth.boot, default: [:]][ExactName(sample.source)] = told
            if isFalse { standing[truth.boot, default: []].insert(ExactName(sample.operator)) }
            isFalse = told.hasAdvanced ? told.isTooEarly : !claimed.withoutUpper.contains(offset)
        }
        if isFalse { liars[truth.boot, default: []].insert(ExactName(sample.operator)) }
    }

    /// Records that the host of a machine paused the machine, unless the machine reports pauses.
    mutating func recordPause(_ truth: Truth) {
        if !truth.machine.make.tellsDisruptions { paused.insert(truth.machineNumber) }
    }

    /// Returns whether a pause may make values false. Upper bounds of the time assume that there was no pause.
    /// Conclusions from servers that seem to contradict themselves also assume it.
    func wasPaused(_ truth: Truth) -> Bool { paused.contains(truth.machineNumber) }

    /// Returns whether a pause may have made answers in the record contradict each other. A restored record carries the
    /// answers of a paused machine to the other machine.
    func mayKnowPausedAnswers(_ truth: Truth) -> Bool { setting.hasOtherMachine ? !paused.isEmpty : wasPaused(truth) }

    /// Returns whether a pause may make false a value that is computed from a mark.
    func wasPaused(_ truth: Truth, since kept: KeptMark) -> Bool {
        wasPaused(truth) || paused.contains(kept.launch.boot.machineNumber)
    }

    /// Records that an operator may give a false answer at any time.
    mutating func suspect(_ operator: ExactName) { suspects.insert(`operator`) }

    /// Returns whether all sources of an operator are right, and so all times that the operator gives.
    func isWhollyRight(_ operator: ExactName, in boot: TrueBoot) -> Bool {
        !isLiar(`operator`, in: boot) && !isStanding(`operator`, in: boot) && !partlyBroken.contains(`operator`)
    }

    func isLiar(_ operator: ExactName, in boot: TrueBoot) -> Bool {
        suspects.contains(`operator`) || liars[boot]?.contains(`operator`) == true
    }

    /// Returns whether an operator gave a Date that was older than the time. It may not advance.
    func isStanding(_ operator: ExactName, in boot: TrueBoot) -> Bool { standing[boot]?.contains(`operator`) == true }

    // MARK: - The claims of a process

    /// The previous claims of one process. Later answers must be consistent with these claims.
    struct Memory {
        var observer: String
        /// The record's newest mark at the launch, and the true launch that made it. The value is `nil` if there was no
        /// mark.
        var newest: (launch: LaunchTruth, mark: BootMark)?
        var oldest: BootMark?
        var launch: LaunchTruth
        var floor: TrueInstant?
        /// The operators that any process named in this boot and that this process can know.
        var named = NamedTruth()
        /// The conclusions of the process that outlast the answers behind them.
        var settled = Conclusions()

        struct Conclusions: Equatable {
            var settled = 0
            var timesGivenUp: UInt32 = 0
        }
        /// The names of the known operators. When a name is added, the timekeeper judges its earlier answers again.
        var known: Set<ExactName>?
        /// A Boolean value that indicates whether the floor may fall, because the timekeeper discarded its trust or
        /// judges earlier answers again.
        var mayFloorFall = false
        /// The resets and the count, which grow when the timekeeper discards or replaces its trust.
        var resets: TrustResets?
        var timesGivenUp: UInt32?
        /// The last verdict that passed the check. A proven verdict stays valid even if the process discards its
        /// evidence.
        var judged: BootVerdict?
        var isForgotten = false
        /// Three conditions. First, the premise holds for the operators that this process knows now. Second, no
        /// operator that answered lies. Third, no authenticated operator that answered lies.
        var premiseHolds = true
        var nobodyLies = true
        var nobodyCountedLies = true
        /// A Boolean value that indicates whether the premise would hold if Dates that don't advance were lies.
        var datesRun = true
        /// A Boolean value that indicates whether the premise failed at some time, even with the operators of the
        /// record. After a failure, the library no longer promises a right floor, right bounds and right proofs.
        var isTainted = false
        /// A Boolean value that indicates whether the present answers may be wrong. If the process knows fewer
        /// operators than the record, its answers can be wrong until it reads the record.
        var mayBeMisled: Bool { isTainted || !premiseHolds }
        /// A Boolean value that indicates whether the premise had failed when the process settled the question of its
        /// launch.
        var isVerdictTainted = false
        /// A Boolean value that indicates whether the clocks contradicted each other at a launch in this boot.
        var isContradicted = false
        /// The answer that this process gave before another process found the contradiction. That answer stays valid.
        var saidBeforeContradiction: BootVerdict?
        /// The error of the wall clock at its last reading.
        var wallError: Nanoseconds?
    }

    /// Returns the memory for a process that starts and loads a record.
    func memory(of observer: String, _ record: TimekeeperRecord?, salt: Salt) -> Memory? {
        guard let launch = launches[salt] else { return nil }
        let checkpoint = record?.observers[ExactName(observer)]
        let newest = checkpoint.flatMap { kept in launches[kept.newest.salt].map { ($0, kept.newest) } }
        return Memory(
            observer: observer, newest: newest, oldest: checkpoint?.oldest, launch: launch,
            floor: record?.floors.later(model: setting.machineMake(number: 0).model)?.earliest,
            known: record.map { Set($0.authenticated.all.map { $0.name }) }, resets: record?.resets,
            timesGivenUp: record?.floors.timesGivenUp)
    }

    /// Checks the two answers to the launch's question: the answer that apps see, and the answer that trusted time can
    /// still change.
    func checkVerdict(_ keeper: Timekeeper, _ memory: inout Memory) throws(Breach) {
        guard let verdict = keeper.verdict(for: memory.observer) else { return }
        guard let shown = keeper.steadyVerdict(for: memory.observer) else { throw Breach(.proof, "apps see no answer") }
        if memory.newest != nil, memory.mayBeMisled, verdict != memory.judged { memory.isVerdictTainted = true }
        for answer in shown == verdict ? [verdict] : [shown, verdict] { try checkAnswer(answer, keeper, memory) }
        guard setting.keepsPremises, memory.newest != nil, !memory.isForgotten, !memory.mayBeMisled,
            !memory.isVerdictTainted, !(verdict.isProven && verdict == memory.judged)
        else { return }
        try checkOpenness(verdict, keeper, memory)
        memory.judged = verdict
    }

    /// Checks that an answer makes no false claim.
    private func checkAnswer(_ verdict: BootVerdict, _ keeper: Timekeeper, _ memory: Memory) throws(Breach) {
        if case .loaded = keeper.record {
            switch verdict.answer {
            case .unavailable, .damaged: throw Breach(.proof, "answer: \(verdict.answer), although the record was read")
            case .firstObservation, .sameBoot, .rebooted, .indeterminate: break
            }
        }
        guard let newest = memory.newest else {
            switch verdict.answer {
            case .sameBoot, .rebooted, .indeterminate:
                throw Breach(.proof, "\(verdict.answer) without an earlier reading")
            case .firstObservation, .unavailable, .damaged: return
            }
        }
        if verdict.certainty == .probable, !setting.machineMake(number: 0).hasBattery {
            throw Breach(.proof, "\(verdict.answer) is probable, although no hardware clock runs through a reboot")
        }
        if memory.isContradicted, verdict.isProven, verdict != memory.saidBeforeContradiction {
            throw Breach(.proof, "\(verdict.answer) is proven in a boot whose checks contradict each other")
        }
        guard setting.keepsPremises else { return }
        if verdict.answer == .firstObservation {
            throw Breach(.proof, "the answer is firstObservation, although an earlier observation exists")
        }
        // False answers from servers don't affect identities and counters.
        if memory.isVerdictTainted, [.trustedTime, .contradiction].contains(verdict.evidence) { return }
        let isSame = newest.launch.isSameBoot(as: memory.launch)
        if let didReboot = verdict.didReboot, newest.launch.boot.machineNumber != memory.launch.boot.machineNumber {
            throw Breach(.proof, "\(didReboot ? "rebooted" : "the same boot"), proven by another machine's clocks")
        }
        if let didReboot = verdict.didReboot, didReboot == isSame {
            throw Breach(.proof, "\(verdict.answer), which counts as proven by \(verdict.evidence), is false")
        }
        if verdict.evidence == .contradiction { throw Breach(.proof, "the reported contradiction does not exist") }
    }

    /// Checks that a question stays open only if the evidence can't answer the question.
    private func checkOpenness(
        _ verdict: BootVerdict, _ keeper: Timekeeper, _ memory: Memory
    ) throws(Breach) {
        guard let newest = memory.newest, let first = keeper.first, !keeper.isFaulty else { return }
        let offset = keeper.authenticatedOffset(at: first.reading.clockState)
        let now = ClockSnapshot(
            reading: first.reading, bootIdentity: first.bootIdentity, machine: memory.launch.machine, offset: offset)
        let before = snapshot(newest.mark.counting(in: keeper.trustGeneration))
        if let complaint = self.complaint(verdict, before, now) {
            // The evidence that settled the question may no longer be valid, because the saved operators can vote
            // after that. Another check verifies that proven answers are right.
            if verdict.isSettled, complaint == .claimsTooMuch { return }
            // If the device did not reboot after the oldest mark, it did not reboot after the newest mark.
            if verdict.didReboot == false, let oldest = memory.oldest,
                self.complaint(verdict, snapshot(oldest.counting(in: keeper.trustGeneration)), now) == nil
            {
                return
            }
            throw Breach(
                .openness,
                "\(complaint): \(verdict.answer) by \(verdict.evidence), true minus elapsed \(Self.text(before.offset))"
                    + ", then \(Self.text(offset))"
            )
        }
    }

    private func complaint(_ verdict: BootVerdict, _ before: ClockSnapshot, _ now: ClockSnapshot) -> Complaint? {
        // The ideal decider limits an unknown earlier count, because no count is below zero. The core does not use this
        // limit.
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

    /// Checks the timekeeper's findings about an input.
    func check(_ findings: [Timekeeper.Finding], _ truth: Truth, _ memory: inout Memory) throws(Breach) {
        for finding in findings {
            switch finding {
            case .floorReplaced:
                // After a pause, answers from before the pause may seem to contradict the floor.
                guard setting.keepsPremises, !memory.mayBeMisled, !mayKnowPausedAnswers(truth) else { continue }
                throw Breach(.floor, "the clock discarded a true floor")
            case .clockFault:
                if setting.keepsPremises { throw Breach(.bounds, "the reported clock fault does not exist") }
            case .elapsedClockWrong:
                guard setting.keepsPremises, !memory.mayBeMisled, memory.datesRun, !wasPaused(truth) else { continue }
                throw Breach(.bounds, "the elapsed clock is reported wrong, but is right")
            case .clockStepped(let step, let direction):
                guard setting.keepsPremises, memory.nobodyLies, !memory.mayBeMisled, !wasPaused(truth) else { continue }
                let after = truth.wallError
                let before = after - step
                let isRight =
                    switch direction {
                    case .towardTruth: after.magnitude <= before.magnitude
                    case .awayFromTruth: after.magnitude >= before.magnitude
                    case .unknown: true
                    }
                if !isRight { throw Breach(.bounds, "the step of \(step.count) ns is not \(direction)") }
            case .rejected(let source, let reason):
                // The timekeeper may reject an answer after a sleep, a late answer, and an answer from an operator
                // that no process named. If no operator lies, the timekeeper must accept all other answers.
                guard setting.keepsPremises, memory.nobodyLies, !memory.mayBeMisled, !wasPaused(truth),
                    ![.slept, .tooLate, .notNamed, .tooManyOperators].contains(reason)
                else { continue }
                throw Breach(.bounds, "the clock rejected an honest answer from \(source): \(reason)")
            case .boot, .settled: continue
            }
        }
    }

    /// Checks the time between two of the app's own marks. The second mark must be later than the first mark.
    func check(_ start: KeptMark, to end: KeptMark, _ keeper: Timekeeper, _ truth: Truth, _ memory: Memory)
        throws(Breach)
    {
        guard setting.keepsPremises, !start.isTainted, !end.isTainted, !memory.mayBeMisled, start.isRight, end.isRight,
            start.launch.boot.machineNumber == end.launch.boot.machineNumber
        else { return }
        let wasPaused = wasPaused(truth, since: start) || wasPaused(truth, since: end)
        let passed = end.madeAt - start.madeAt
        for known in [
            keeper.elapsed(from: start.mark, to: end.mark),
            keeper.elapsed(from: start.moment, to: end.moment, on: .proven),
        ] {
            guard let known, !(wasPaused ? known.withoutUpper : known).contains(passed) else { continue }
            throw Breach(
                .bounds,
                "the time between two marks is \(known.lower.count) to \(known.upper.count) ns, "
                    + "but \(passed.count) ns passed"
            )
        }
    }

    /// Checks the app's own mark against the latest reading, which is from this moment.
    func check(_ kept: KeptMark, _ keeper: Timekeeper, _ truth: Truth, _ memory: Memory) throws(Breach) {
        guard let latest = keeper.latest, let verdict = keeper.verdict(since: kept.mark) else { return }
        if memory.isContradicted, verdict.isProven {
            throw Breach(.proof, "since a mark: \(verdict.answer) is proven, although the checks contradict each other")
        }
        guard setting.keepsPremises else { return }
        if verdict.isProven, kept.launch.boot.machineNumber != memory.launch.boot.machineNumber {
            throw Breach(.proof, "the verdict since a mark of another machine is proven: \(verdict.answer)")
        }
        let isTainted = kept.isTainted || memory.mayBeMisled
        if isTainted, [.trustedTime, .contradiction].contains(verdict.evidence) { return }
        if let didReboot = verdict.didReboot, didReboot == kept.launch.isSameBoot(as: memory.launch) {
            throw Breach(.proof, "since a mark: \(didReboot ? "rebooted" : "the same boot"), proven")
        }
        if isTainted { return }
        let wasPaused = wasPaused(truth, since: kept)
        let passed = truth.now - kept.madeAt
        for known in [keeper.elapsed(since: kept.mark), keeper.elapsed(since: kept.moment, on: .proven)] {
            guard let known, !(wasPaused ? known.withoutUpper : known).contains(passed), !wasPaused || kept.isRight
            else { continue }
            throw Breach(
                .bounds,
                "a mark's age is \(known.lower.count) to \(known.upper.count) ns, but \(passed.count) ns passed")
        }
        if let time = keeper.time(of: kept.moment, on: .proven) {
            try check(time, ofMomentAt: kept.madeAt, wasPaused: wasPaused)
        }
        guard !keeper.isFaulty else { return }
        // If one process made both readings, they are from one boot. So the check gives both readings the same boot
        // identity.
        let isOwn = kept.mark.salt == keeper.salt
        let own = isOwn && latest.bootIdentity == nil ? BootIdentity("that of the process") : nil
        let before = ClockSnapshot(
            reading: kept.mark.reading, bootIdentity: own ?? kept.launch.bootIdentity, machine: kept.machine,
            offset: keeper.isVoid(kept.mark) ? nil : kept.mark.offset)
        let now = ClockSnapshot(
            reading: latest.reading, bootIdentity: own ?? latest.bootIdentity, machine: latest.machine,
            offset: keeper.authenticatedOffset(at: latest.reading.clockState))
        // A process runs in only one boot. If the launch's proof uses another mark of that boot, it holds for all marks
        // of that process.
        let launch = ([keeper.recordQuestion].compactMap { $0 } + keeper.questions.values).first {
            $0.checkpoint?.newest.salt == kept.mark.salt && $0.verdict.isProven
        }
        if let launch, !isOwn, !keeper.isContradicted {
            guard verdict.didReboot == launch.verdict.didReboot || verdict.evidence == .contradiction else {
                throw Breach(.openness, "since a mark: the verdict lacks the launch's proof about the mark's process")
            }
            return
        }
        if let complaint = self.complaint(verdict, before, now) {
            throw Breach(.openness, "since a mark: \(complaint)")
        }
    }
}

/// The Dates of a source in a boot.
private struct TrueDates {
    var first: TrueInstant?
    var hasAdvanced = false
    /// A Boolean value that indicates whether the latest time of a Date was false.
    var isTooEarly = false
}

/// A broken promise, without the index of the event that broke it.
struct Breach: Error {
    var promise: Promise
    var text: String

    init(_ promise: Promise, _ text: String) {
        self.promise = promise
        self.text = text
    }
}
