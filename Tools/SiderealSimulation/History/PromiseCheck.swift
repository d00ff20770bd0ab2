import SiderealCore
import SiderealTesting

/// The truth at a moment of a history, for the current machine.
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

/// The boot and the machine in which a process ran, and for which its marks stand.
struct LaunchTruth {
    var boot: TrueBoot
    /// The identities of that boot and that machine.
    var bootIdentity: BootIdentity?
    var machine: MachineIdentity?

    init(_ truth: Truth) {
        boot = truth.boot
        bootIdentity = truth.machine.bootIdentity
        let named = truth.machine.machineIdentity
        // The record stands for the machine on which it lies.
        machine = named == .thatOfTheRecord ? MachineIdentity("device \(truth.machineNumber)") : named
    }

    func isSameBoot(as other: LaunchTruth) -> Bool { boot == other.boot }
}

/// A mark that the app keeps, and the true time when it was made.
struct KeptMark {
    var moment: Moment
    var madeAt: TrueInstant
    var launch: LaunchTruth
    /// The identity of the machine, as the timekeeper knew it.
    var machine: MachineIdentity?
    /// Indicates whether the mark rests on something learned while the premise failed.
    var isTainted: Bool
    /// Indicates whether few enough operators had given false answers.
    var premiseHeld: Bool

    var mark: BootMark { moment.mark }

    /// Indicates whether the mark's bounds of the true time are right. A pause before the mark may have put them in the
    /// past.
    var isRight: Bool {
        let offset = Nanoseconds(madeAt.nanoseconds) - Nanoseconds(mark.reading.elapsed.nanoseconds)
        return mark.offset?.contains(offset) ?? true
    }
}

/// A comparison of one process's claims with the truth.
struct PromiseCheck {
    let setting: HistorySetting
    private let ideal: IdealDecider
    /// The launches, by the salt that their marks carry.
    private(set) var launches: [Salt: LaunchTruth] = [:]
    /// The operators that gave a false answer in a boot.
    private var liars: [TrueBoot: Set<ExactName>] = [:]
    /// The operators that may lie in any boot.
    private var suspects: Set<ExactName> = []
    /// The operators that any process has named in a boot.
    var names: [TrueBoot: Set<ExactName>] = [:]
    /// The machines that were paused without reporting it.
    private var paused: Set<Int> = []
    /// All operators, and whether each is authenticated.
    let voices: [ExactName: Bool]
    /// The operators that have wrong sources, which are fewer than half of theirs.
    private let partlyBroken: Set<ExactName>

    /// Creates a check. `name` maps a server's number to its operator, or to the first of its operators.
    init(_ setting: HistorySetting, name: (Int) -> String = { "\($0)" }) {
        self.setting = setting
        let servers = setting.servers.enumerated()
        let named = servers.flatMap { number, server in server.operatorNames(name(number)).map { ($0, server) } }
        voices = Dictionary(named.map { (ExactName($0), $1.isAuthenticated) }) { first, _ in first }
        partlyBroken = Set(named.filter { $1.broken > 0 }.map { ExactName($0.0) })
        ideal = IdealDecider(model: setting.machineMake(number: 0).model)
    }

    /// Indicates whether machines can be distinguished. With the same boot identities, two take each other's clocks for
    /// their own.
    var distinguishesMachines: Bool { setting.identities != .repeated || !setting.hasOtherMachine }

    mutating func recordLaunch(_ salt: Salt, _ truth: Truth) { launches[salt] = LaunchTruth(truth) }

    /// Records that an operator gave a false answer in this boot.
    mutating func recordLie(of operator: ExactName, _ truth: Truth) {
        liars[truth.boot, default: []].insert(`operator`)
    }

    /// Records that the host of a machine paused it.
    mutating func recordPause(_ truth: Truth) {
        if !truth.machine.make.tellsDisruptions { paused.insert(truth.machineNumber) }
    }

    /// Returns whether values that rest on no pause may be false: upper bounds of the time, and conclusions from
    /// servers that seem to contradict themselves.
    func wasPaused(_ truth: Truth) -> Bool { paused.contains(truth.machineNumber) }

    /// Returns whether values that also rest on a mark may be false because of a pause.
    func wasPaused(_ truth: Truth, since kept: KeptMark) -> Bool {
        wasPaused(truth) || paused.contains(kept.launch.boot.machineNumber)
    }

    /// Assumes that an operator may give a false answer at any time.
    mutating func suspect(_ operator: ExactName) { suspects.insert(`operator`) }

    /// Returns whether all sources of an operator, and so everything shown, are right.
    func isWhollyRight(_ operator: ExactName, in boot: TrueBoot) -> Bool {
        !isLiar(`operator`, in: boot) && !partlyBroken.contains(`operator`)
    }

    func isLiar(_ operator: ExactName, in boot: TrueBoot) -> Bool {
        suspects.contains(`operator`) || liars[boot]?.contains(`operator`) == true
    }

    // MARK: - What a process claims

    /// The claims of one process so far that later answers must fit.
    struct Memory {
        var observer: String
        /// The truth about the newest mark at the launch, or `nil` if there was none.
        var newest: (launch: LaunchTruth, mark: BootMark)?
        var oldest: BootMark?
        var launch: LaunchTruth
        var floor: TrueInstant?
        /// The authenticated operators named in this boot, as far as this process can know, or `nil` if that is not
        /// followed.
        var named: NamedTruth?
        /// The number of known operators. When it grows, what was learned before is judged again.
        var known: Int?
        /// Indicates whether the floor may fall, because trust was discarded or is judged again.
        var mayFloorFall = false
        /// The counts that grow when trust is discarded or replaced.
        var trustRevision: UInt32?
        var timesGivenUp: UInt32?
        /// The verdict last found right. A proven one stays, even if its evidence is forgotten.
        var judged: BootVerdict?
        var isForgotten = false
        /// Indicates whether the premise holds for the operators that count now, whether no operator that was heard
        /// lies, and whether no operator that counts lies.
        var premiseHolds = true
        var nobodyLies = true
        var nobodyCountedLies = true
        /// Indicates whether the premise failed with lasting effect: floor, bounds and proofs are no longer promised.
        var isTainted = false
        /// Indicates whether that was so when the answer at launch was settled.
        var isVerdictTainted = false
        /// Indicates whether the clocks contradicted each other at a launch in this boot.
        var isContradicted = false
        /// This process's answer from before another process saw the contradiction. It stays.
        var saidBeforeContradiction: BootVerdict?
        /// The error of the wall clock at its last reading.
        var wallError: Nanoseconds?
    }

    /// Returns the memory of a process that starts with a record.
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

    /// Checks the answers to the launch's question: the one that apps see, and the one that trusted time may yet
    /// settle.
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

    /// Checks that an answer claims nothing false.
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
        // Lies don't affect identities and counters.
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

    /// Checks that a question is open only if the evidence leaves it open.
    private func checkOpenness(
        _ verdict: BootVerdict, _ keeper: Timekeeper, _ memory: Memory
    ) throws(Breach) {
        guard let newest = memory.newest, let first = keeper.first, !keeper.isFaulty else { return }
        let offset = keeper.authenticatedOffset(at: first.reading.clockState)
        let now = ClockSnapshot(
            reading: first.reading, bootIdentity: first.bootIdentity, machine: memory.launch.machine, offset: offset)
        let before = snapshot(newest.mark.counting(in: keeper.trustGeneration))
        if let complaint = self.complaint(verdict, before, now) {
            // The evidence that settled it may be overtaken, because operators that are carried over vote from then on.
            // Another promise covers whether the answer is right.
            if verdict.isSettled, complaint == .claimsTooMuch { return }
            // The same boot since the oldest mark is the same boot since the newest mark.
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
        // An ideal decider can conclude that a count that was unknown at first began at zero. The core does not use
        // that.
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

    /// Checks the findings of an input.
    func check(_ findings: [Timekeeper.Finding], _ truth: Truth, _ memory: inout Memory) throws(Breach) {
        for finding in findings {
            switch finding {
            case .floorReplaced:
                // After a pause, answers from before it may seem to contradict the floor.
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
                // Answers are refused if the device slept over them, or if they come late or from an unnamed operator.
                // If no operator lies, all others are accepted.
                guard setting.keepsPremises, memory.nobodyLies, !memory.isTainted, !wasPaused(truth),
                    ![.slept, .tooLate, .notNamed, .tooManyOperators].contains(reason)
                else { continue }
                throw Breach(.bounds, "an honest answer of \(source) was refused: \(reason)")
            case .boot, .settled: continue
            }
        }
    }

    /// Checks the time between two of the app's own marks, the later one second.
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

    /// Checks the app's own mark against the latest reading, which was made at this very moment.
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
        // A process that made both readings knows that they are of one boot, as if it had read an identity.
        let isOwn = kept.mark.salt == keeper.salt
        let own = isOwn && latest.bootIdentity == nil ? BootIdentity("that of the process") : nil
        let before = ClockSnapshot(
            reading: kept.mark.reading, bootIdentity: own ?? kept.launch.bootIdentity, machine: kept.machine,
            offset: keeper.isVoid(kept.mark) ? nil : kept.mark.offset)
        let now = ClockSnapshot(
            reading: latest.reading, bootIdentity: own ?? latest.bootIdentity, machine: latest.machine,
            offset: keeper.authenticatedOffset(at: latest.reading.clockState))
        // A process lives in one boot. The launch's proof about that boot, by other marks, holds for each of its marks.
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

/// A violation without its place in the history.
struct Breach: Error {
    var promise: Promise
    var text: String

    init(_ promise: Promise, _ text: String) {
        self.promise = promise
        self.text = text
    }
}
