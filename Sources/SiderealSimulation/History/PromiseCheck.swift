import SiderealCore
import SiderealTesting

/// What is true at a moment of a history, for the machine that is looked at.
struct Truth {
    var now: TrueInstant
    var machine: SimulatedMachine
    var machineNumber: Int

    var wallError: Nanoseconds { Nanoseconds(machine.wall.nanoseconds) - Nanoseconds(now.nanoseconds) }
}

/// In which boot of which machine a process ran: what its marks stand for.
struct LaunchTruth {
    var machineNumber: Int
    var bootCount: Int
    /// What identified that boot and that machine.
    var bootIdentity: BootIdentity?
    var machine: MachineIdentity?

    init(_ truth: Truth) {
        machineNumber = truth.machineNumber
        bootCount = truth.machine.bootCount
        bootIdentity = truth.machine.bootIdentity
        machine = truth.machine.machineIdentity
    }

    func isSameBoot(as other: LaunchTruth) -> Bool {
        machineNumber == other.machineNumber && bootCount == other.bootCount
    }
}

/// A mark that the app keeps, and when it was really made.
struct KeptMark {
    var mark: BootMark
    var madeAt: TrueInstant
    var launch: LaunchTruth
}

/// Compares what one process claims with what is true.
struct PromiseCheck {
    /// Where half of those who have a voice lie, nothing is promised but the floor.
    let setting: HistorySetting
    private let promisesFloor: Bool
    private let ideal: IdealDecider
    /// By the salt that its marks carry.
    private(set) var launches: [Salt: LaunchTruth] = [:]
    let unauthenticatedAreHonest: Bool
    private let allAreHonest: Bool

    init(_ setting: HistorySetting) {
        var judged = setting
        judged.keepsPremises = setting.keepsPremises && setting.isMajorityHonest
        self.setting = judged
        promisesFloor = setting.keepsPremises
        ideal = IdealDecider(model: setting.machineMake(number: 0).model)
        allAreHonest = setting.servers.allSatisfy { $0.isHonest }
        unauthenticatedAreHonest = setting.servers.allSatisfy { $0.isAuthenticated || $0.isHonest }
    }

    mutating func noteLaunch(_ salt: Salt, _ truth: Truth) { launches[salt] = LaunchTruth(truth) }

    // MARK: - What a process claims

    /// What one process said so far, as far as later answers must fit it.
    struct Memory {
        var observer: String
        /// The truth about the newest mark that it was launched with; nil where there was none.
        var newest: (launch: LaunchTruth, mark: BootMark)?
        var oldest: BootMark?
        var launch: LaunchTruth
        var floor: TrueInstant?
        /// What was trusted was thrown away, or replaced: then the floor may fall.
        var mayFloorFall = false
        /// What was trusted was thrown away where this grows.
        var trustRevision: UInt32?
        /// The answer that was last found to be right: a proven one stays, even where its evidence is forgotten.
        var judged: BootVerdict?
        var isForgotten = false
    }

    /// What a process remembers that starts with a record.
    func memory(of observer: String, _ record: TimekeeperRecord?, salt: Salt) -> Memory? {
        guard let launch = launches[salt] else { return nil }
        let checkpoint = record?.observers[ExactName(observer)]
        let newest = checkpoint.flatMap { kept in launches[kept.newest.salt].map { ($0, kept.newest) } }
        return Memory(
            observer: observer, newest: newest, oldest: checkpoint?.oldest, launch: launch,
            floor: record?.floor?.earliest)
    }

    /// The answer to the launch's question.
    func checkVerdict(_ keeper: Timekeeper, _ memory: inout Memory) throws(Breach) {
        guard let verdict = keeper.verdict(for: memory.observer) else { return }
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
        guard setting.keepsPremises else { return }
        let isSame = newest.launch.isSameBoot(as: memory.launch)
        if verdict.answer == .firstObservation {
            throw Breach(.proof, "a first observation, though there is an earlier one")
        }
        if let didReboot = verdict.didReboot, didReboot == isSame {
            throw Breach(.proof, "\(verdict.answer), proven by \(verdict.evidence): it is not so")
        }
        if verdict.evidence == .contradiction { throw Breach(.proof, "a contradiction where there is none") }
        if memory.isForgotten || (verdict.isProven && verdict == memory.judged) { return }
        try checkOpenness(verdict, keeper, memory)
        memory.judged = verdict
    }

    /// An open question is one that the evidence leaves open.
    private func checkOpenness(
        _ verdict: BootVerdict, _ keeper: Timekeeper, _ memory: Memory
    ) throws(Breach) {
        guard let newest = memory.newest, let first = keeper.first, !keeper.isFaulty else { return }
        let offset = keeper.authenticatedOffset(at: first.reading.clockState)
        let now = Sight(
            reading: first.reading, bootIdentity: first.bootIdentity, machine: first.machine, offset: offset)
        let before = sight(newest.mark)
        if let complaint = ideal.judge(verdict, before: before, now: now) {
            // What settled it may have been overtaken: those who are carried over have a vote from then on. Whether the
            // answer is right is another promise.
            if verdict.isSettled, complaint == .claimsTooMuch { return }
            // The same boot since the oldest mark is the same boot since the newest.
            if verdict.didReboot == false, let oldest = memory.oldest,
                ideal.judge(verdict, before: sight(oldest), now: now) == nil
            {
                return
            }
            throw Breach(.openness, "\(complaint)")
        }
    }

    private func sight(_ mark: BootMark) -> Sight {
        let launch = launches[mark.salt]
        return Sight(
            reading: mark.reading, bootIdentity: launch?.bootIdentity, machine: launch?.machine, offset: mark.offset)
    }

    /// Bounds, floor and the verdict on the system clock, at a state that the keeper knows the sleep of.
    func checkTime(_ keeper: Timekeeper, _ truth: Truth, _ memory: inout Memory) throws(Breach) {
        let trust = keeper.trust
        let state = truth.machine.reading.clockState
        let proven = trust.trusted(at: state, accepting: .provenOnly)
        let floor = keeper.floor?.moved(to: state, model: keeper.model)?.earliest
        if let last = memory.trustRevision, last != keeper.trustRevision { memory.mayFloorFall = true }
        memory.trustRevision = keeper.trustRevision
        if let last = memory.floor, !memory.mayFloorFall, floor.map({ $0 < last }) ?? true {
            throw Breach(.floor, "it fell by \(floor.map { "\((last - $0).count) ns" } ?? "all of it")")
        }
        memory.floor = floor
        memory.mayFloorFall = false
        if promisesFloor, let floor, floor > truth.now {
            throw Breach(.floor, "it is \((floor - truth.now).count) ns above the truth")
        }
        guard setting.keepsPremises else { return }
        try check(proven, truth)
        if unauthenticatedAreHonest { try check(trust.trusted(at: state), truth) }
        let clock = trust.systemClock(
            truth.machine.wall, at: state, tolerance: SystemClockVerdict.defaultTolerance, accepting: .provenOnly)
        try check(clock, truth)
    }

    /// A save keeps what it was asked to, and what others saved before.
    func check(
        _ saved: TimekeeperRecord, over old: TimekeeperRecord?, by keeper: Timekeeper, of observer: String
    ) throws(Breach) {
        if let latest = keeper.latest,
            saved.observers[ExactName(observer)].map({ isOlder($0.newest, than: latest, of: keeper.salt) }) ?? true
        {
            throw Breach(.durability, "the reading that was saved is not in the record")
        }
        guard let old else { return }
        if old.observers.keys.contains(where: { saved.observers[$0] == nil }) {
            throw Breach(.durability, "a save forgot another observer")
        }
        guard let before = old.floor, saved.trustRevision == old.trustRevision else { return }
        let after =
            before.isTied
            ? saved.floor?.moved(to: before.at, model: keeper.model)?.earliest : saved.floor?.earliest
        // Of two ways to carry it the roundings differ.
        if after.map({ $0 < before.earliest - Nanoseconds(10) }) ?? true {
            throw Breach(
                .floor, "it fell in the record by \(after.map { "\((before.earliest - $0).count) ns" } ?? "all of it")")
        }
    }

    /// Whether a mark is of another boot than a reading of now, or was made before it.
    private func isOlder(_ mark: BootMark, than latest: DeviceReading, of process: Salt) -> Bool {
        if setting.keepsPremises {
            guard let made = launches[mark.salt], let saving = launches[process], made.isSameBoot(as: saving) else {
                return true
            }
        }
        return mark.reading.elapsed < latest.reading.elapsed
    }

    func check(_ trusted: TrustedTime, _ truth: Truth) throws(Breach) {
        if let earliest = trusted.earliest, earliest > truth.now {
            throw Breach(.bounds, "the earliest is \((earliest - truth.now).count) ns above the truth")
        }
        if let latest = trusted.latest, latest < truth.now {
            throw Breach(.bounds, "the latest is \((truth.now - latest).count) ns below the truth")
        }
    }

    private func check(_ clock: SystemClockVerdict, _ truth: Truth) throws(Breach) {
        let error = truth.wallError
        let tolerance = SystemClockVerdict.defaultTolerance
        let isRight =
            switch clock.answer {
            case .agrees: error.magnitude <= tolerance
            case .ahead: error > tolerance
            case .behind: error < -tolerance
            case .unknown: true
            }
        guard isRight, clock.atLeast.map({ $0 <= error }) ?? true, clock.atMost.map({ error <= $0 }) ?? true else {
            throw Breach(.bounds, "the system clock \(clock.answer), and is \(error.count) ns ahead")
        }
    }

    /// What came to light.
    func check(_ findings: [Timekeeper.Finding], _ truth: Truth, _ memory: inout Memory) throws(Breach) {
        for finding in findings {
            switch finding {
            case .floorReplaced, .clockFault:
                if setting.keepsPremises, unauthenticatedAreHonest {
                    throw Breach(.bounds, "\(finding) where nothing is wrong")
                }
            case .clockStepped(let step, let direction):
                guard setting.keepsPremises, unauthenticatedAreHonest else { continue }
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
                // Who sleeps in between, or comes late, is refused for that. Where nobody lies, nobody else is.
                guard setting.keepsPremises, allAreHonest, reason != .slept, reason != .tooLate else { continue }
                throw Breach(.bounds, "an honest answer of \(source) was refused: \(reason)")
            case .boot, .settled: continue
            }
        }
    }

    /// The app's own mark against the latest reading, which was made at this very moment.
    func check(_ kept: KeptMark, _ keeper: Timekeeper, _ truth: Truth, _ memory: Memory) throws(Breach) {
        guard setting.keepsPremises else { return }
        if let didReboot = keeper.verdict(since: kept.mark)?.didReboot,
            didReboot == kept.launch.isSameBoot(as: memory.launch)
        {
            throw Breach(.proof, "since a mark: \(didReboot ? "rebooted" : "the same boot"), proven")
        }
        if let passed = keeper.elapsed(since: kept.mark), !passed.contains(truth.now - kept.madeAt) {
            throw Breach(
                .bounds,
                "since a mark \(passed.lower.count) to \(passed.upper.count) ns, and it was \((truth.now - kept.madeAt).count)"
            )
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
