import Sidereal
import SiderealCore
import SiderealSystem
import SiderealTesting

/// A run of one history with the timekeeper alone. Each save writes the record as bytes, and each launch reads these
/// bytes.
struct CoreRun {
    /// A running process. The type is a class because a process is large and most events change only a small part of
    /// it.
    final class Process {
        var keeper: Timekeeper
        var memory: PromiseCheck.Memory
        var wantsSave = false
        /// The boot identities that the process reads.
        let identities: MachineMake.Identities
        let isRecordLocked: Bool
        var isUnlocked = false
        /// The operators that have answered since the process discarded its trust, or `nil` if it didn't discard its
        /// trust.
        var receivedSince: Set<ExactName>?

        init(
            _ keeper: Timekeeper, _ memory: PromiseCheck.Memory, _ identities: MachineMake.Identities,
            isRecordLocked: Bool
        ) {
            self.keeper = keeper
            self.memory = memory
            self.identities = identities
            self.isRecordLocked = isRecordLocked
        }

        var copy: Process {
            let copy = Process(keeper, memory, identities, isRecordLocked: isRecordLocked)
            (copy.wantsSave, copy.isUnlocked, copy.receivedSince) = (wantsSave, isUnlocked, receivedSince)
            return copy
        }
    }

    /// The record on the disk.
    struct Kept {
        var bytes: [UInt8]?
        var record: TimekeeperRecord?
        var isDamaged = false
        var isNewer = false
        /// A Boolean value that indicates whether the record contains data that a process received while the premise
        /// failed.
        var isTainted = false
        /// The boot in which a launch found contradictory clocks, or `nil` if the record does not report a
        /// contradiction.
        var contradicted: TrueBoot?
        /// The process that saved the record.
        var writer: Salt?
        /// The boot to which the next launch assigns the record, and the operators that processes have named in that
        /// boot.
        var boot: TrueBoot?
        var named = NamedTruth()

        var loaded: LoadedRecord {
            if isNewer { return .unavailable(.newerVersion(2)) }
            if isDamaged { return .damaged }
            return record.map { .loaded($0, isRecovered: false) } ?? .absent
        }
    }

    let setting: HistorySetting
    var check: PromiseCheck
    var now = SimulatedMachine.beginning
    var machines: [SimulatedMachine]
    var machine = 0
    /// The running processes, by machine and observer.
    var processes: [Int: Process] = [:]
    var observer = 0
    /// The records by place. On Linux all machines share place 0. On Darwin each machine has its own place.
    var records: [Int: Kept] = [:]
    var backups: [Int: Kept] = [:]
    var marks: [KeptMark] = []
    var meters: [KeptMeter] = []
    var launchCount: UInt64 = 0
    var snapshot:
        (number: Int, machine: SimulatedMachine, records: [Int: Kept], processes: [Int: Process], observer: Int)?
    /// The process or processes that discarded their trust and have received nothing new since then.
    enum Forgotten: Equatable {
        case nothing
        case byProcess(Salt)
        /// The reset is saved.
        case byAll
    }
    var forgottenByPlace: [Int: Forgotten] = [:]
    var forgotten: Forgotten {
        get { forgottenByPlace[place] ?? .nothing }
        set { forgottenByPlace[place] = newValue }
    }
    private(set) var journal: HistoryJournal?
    /// The servers' answers in the latest event, in the form that any client would receive.
    var received: [ReceivedAnswer] = []

    /// Creates a run. If `hasExactBootTime` is `true`, the kernel reports an exact boot time, as real kernels do.
    /// Otherwise the run is unfair to checks that compare whole seconds.
    init(_ setting: HistorySetting, journal: HistoryJournal? = nil, hasExactBootTime: Bool = false) {
        self.setting = setting
        self.journal = journal
        check = PromiseCheck(setting)
        machines = (0...(setting.hasOtherMachine ? 1 : 0)).map { [now] number in
            var make = setting.machineMake(number: number)
            // Each process reads other identities.
            make.identities = .fresh
            if hasExactBootTime { make.bootTimeError = .zero }
            return SimulatedMachine(make, truth: now)
        }
        for index in machines.indices {
            let sign: Int64 = index == 0 ? 1 : -1
            machines[index].setDrift(thousandthsOfBound: sign * setting.crystal)
            machines[index].setBatteryCrystal(thousandthsOfBound: sign * setting.batteryCrystal)
        }
        pass(.milliseconds(setting.upFor))
    }

    var truth: Truth { Truth(now: now, machine: machines[machine], machineNumber: machine) }
    var slot: Int { machine &* 8 &+ observer }
    private func machineNumber(ofSlot slot: Int) -> Int { slot / 8 }
    var place: Int { setting.sharesRecord ? 0 : machine }
    var kept: Kept {
        get { records[place] ?? Kept() }
        set { records[place] = newValue }
    }
    /// The timekeeper of the frontmost process, or `nil` if no process runs.
    var keeper: Timekeeper? { processes[slot]?.keeper }
    /// The timekeeper of the other process on this machine.
    var otherKeeper: Timekeeper? { processes[machine &* 8 &+ (1 - observer)]?.keeper }
    /// The record that a launch would read now, and the record that it would read after the backup is restored.
    var saved: LoadedRecord { kept.loaded }
    var backup: LoadedRecord { backups[place]?.loaded ?? .absent }
    /// The operators that processes named and saved in this boot.
    var savedNames: NamedTruth { kept.boot == truth.boot ? kept.named : NamedTruth() }

    // MARK: - Time

    mutating func pass(_ span: Nanoseconds) {
        let span = span.orZero
        now = now + span
        for index in machines.indices { machines[index].run(for: span) }
    }

    /// Changes the current machine over a length of time. The other machine runs during that time.
    mutating func during(_ span: Nanoseconds, _ body: (inout SimulatedMachine, TrueInstant) -> Void) {
        let span = span.orZero
        now = now + span
        for index in machines.indices where index != machine { machines[index].run(for: span) }
        body(&machines[machine], now)
    }

    // MARK: - Events

    /// Applies an event, then checks the claims of the running process.
    mutating func step(_ event: HistoryEvent) throws(Breach) {
        received = []
        try saveWanted(unless: event)
        let began = now
        // In the journal, a launch or a question comes before its inputs. The journal records any other event after the
        // event's time has passed.
        switch event {
        case .launch, .ask: journal?.record(event, began: began, at: now)
        default: break
        }
        try happen(event)
        switch event {
        case .launch, .ask: break
        default: journal?.record(event, began: began, at: now)
        }
        try checkClaims()
    }

    mutating func happen(_ event: HistoryEvent) throws(Breach) {
        switch event {
        case .pass(let span): pass(.milliseconds(span))
        case .sleep(let span, let error, let isHibernation):
            during(.milliseconds(span)) { machine, _ in
                machine.sleep(
                    for: .milliseconds(span).orZero, miscountedBy: .milliseconds(error), isCounted: !isHibernation)
            }
        case .setClock(let step): machines[machine].setClock(by: .milliseconds(step))
        case .matchBootTime(let residue):
            guard let saved = kept.record?.checkpoint.newest.reading else { return }
            let target = saved.kernelBootTime + .milliseconds(residue)
            machines[machine].setClock(by: target - machines[machine].reading.kernelBootTime)
        case .correctClock(let error):
            machines[machine].setClock(by: -truth.wallError + .milliseconds(error))
        case .slew(let millionths): machines[machine].slew(byMillionths: millionths)
        case .adjust(let step): machines[machine].adjustClock(by: .milliseconds(step))
        case .setFrequency(let rate): machines[machine].setFrequency(partsPerBillion: rate)
        case .correctPhase(let step, let constant):
            machines[machine].correctPhase(by: .milliseconds(step), timeConstant: constant)
        case .wander(let thousandths): machines[machine].setDrift(thousandthsOfBound: thousandths)
        case .reboot(let off, let calendar, let isWarm): reboot(off: off, calendar, isWarm: isWarm)
        case .waitPastUptime(let excess):
            guard let saved = kept.record?.checkpoint.newest.reading else { return }
            let model = machines[machine].make.model
            let left = model.timeSinceBoot(saved) - model.timeSinceBoot(machines[machine].reading)
            pass(min(left, .seconds(86_400 * 400)) + .milliseconds(excess))
        case .launch(let observer, let isLocked, let identities):
            try launch(observer, isRecordLocked: isLocked, identities ?? setting.identities)
        case .turnTo(let observer): if processes[machine &* 8 &+ observer] != nil { self.observer = observer }
        case .unlock: try unlock()
        case .readClocks: try readClocks()
        case .name(let servers): try name(servers)
        case .ask(let questions): try ask(questions)
        case .save: try save()
        case .kill: processes[slot] = nil
        case .mark:
            try readClocks()
            guard let process = processes[slot], let moment = process.keeper.moment() else { return }
            marks.append(
                KeptMark(
                    moment: moment, madeAt: now, launch: process.memory.launch,
                    machine: process.keeper.latest?.machine, isTainted: process.memory.mayBeMisled))
        case .meter:
            try readClocks()
            guard let process = processes[slot] else { return }
            try check.update(&meters, process.keeper, truth, process.memory)
        case .reset:
            let before = processes[slot]?.keeper.resets
            processes[slot]?.memory.named.forgetAnswers()
            try ingest(.forgetTrust)
            if let before, let keeper = processes[slot]?.keeper { check.recordReset(keeper, before: before, truth) }
            processes[slot]?.memory.floor = nil
            processes[slot]?.memory.isForgotten = true
            processes[slot]?.memory.isTainted = false
            if let salt = processes[slot]?.keeper.salt { forgotten = .byProcess(salt) }
            processes[slot]?.receivedSince = []
        case .changeMachine: machine = (machine + 1) % machines.count
        case .reinstall:
            for key in processes.keys where setting.sharesRecord || key / 8 == machine { processes[key] = nil }
            (kept, backups[place], forgotten) = (Kept(), nil, .nothing)
        case .backUp: backups[place] = kept
        case .restore: (kept, forgotten) = (backups[place] ?? Kept(), .nothing)
        case .damage:
            guard kept.bytes != nil else { return }
            (kept, forgotten) = (Kept(bytes: kept.bytes, isDamaged: true, isNewer: kept.isNewer), .nothing)
        case .upgradeRecord: (kept.isNewer, kept.record) = (kept.bytes != nil, nil)
        case .disturbPowerManagement(let step): machines[machine].disturbBattery(by: .milliseconds(step))
        case .pauseMachine(let span):
            check.recordPause(truth)
            during(.milliseconds(span)) { machine, _ in machine.pause() }
        case .takeSnapshot: snapshot = (machine, machines[machine], records, processes.mapValues { $0.copy }, observer)
        case .goBackToSnapshot:
            // A host can restore only the machine of the snapshot.
            guard let snapshot, snapshot.number == machine else { return }
            (machines[machine], records, observer) = (snapshot.machine, snapshot.records, snapshot.observer)
            processes = processes.filter { machineNumber(ofSlot: $0.key) != machine }
            for (slot, process) in snapshot.processes where machineNumber(ofSlot: slot) == machine {
                processes[slot] = process.copy
            }
            forgotten = .nothing
        case .lock, .cutPower, .readSetting, .writeSetting, .writeSettingKilled: break
        }
    }

    mutating func reboot(off: Int64, _ calendar: HistoryEvent.Calendar, isWarm: Bool) {
        let fate: SimulatedMachine.CalendarFate =
            switch calendar {
            case .kept: .kept
            case .offBy(let error): .offBy(.milliseconds(error))
            case .lost: .lost
            case .restarted: .restarted
            }
        for key in processes.keys where key / 8 == machine { processes[key] = nil }
        during(.milliseconds(off)) { machine, now in
            machine.reboot(offFor: .milliseconds(off).orZero, truth: now, calendar: fate, isWarm: isWarm)
        }
    }

    // MARK: - Processes

    /// The date of the app's build: a day before the history begins.
    static var softwareDate: TrueInstant { SimulatedMachine.beginning - .seconds(86_400) }

    mutating func launch(
        _ observer: Int, isRecordLocked: Bool, _ identities: MachineMake.Identities
    ) throws(Breach) {
        self.observer = observer
        launchCount &+= 1
        let salt = Salt(high: launchCount, low: 0)
        check.recordLaunch(salt, truth, identities)
        let found: LoadedRecord =
            isRecordLocked && kept.bytes != nil ? .unavailable(.locked) : saved
        let keeper = Timekeeper(
            .init(
                record: found, model: machines[machine].make.model, salt: salt, observers: ["\(observer)"],
                softwareDate: CoreRun.softwareDate))
        guard var memory = check.memory(of: "\(observer)", found.record, salt: salt) else { return }
        recall(found, &memory)
        processes[slot] = Process(keeper, memory, identities, isRecordLocked: isRecordLocked && kept.bytes != nil)
        journal?.record(
            .launch(
                .init(
                    model: keeper.model, machine: machines[machine].machineIdentity, softwareDate: CoreRun.softwareDate)
            ), at: now)
        try readClocks()
        if found != .absent, found.record == nil,
            processes[slot]?.keeper.verdict(for: "\(observer)")?.answer == .firstObservation
        {
            throw Breach(.presence, "the answer is firstObservation, although a record exists")
        }
        recordContradiction()
        try checkVerdict()
    }

    /// Adds the true facts about a record to the memory of the process that loads the record.
    func recall(_ found: LoadedRecord, _ memory: inout PromiseCheck.Memory) {
        guard found.record != nil else { return }
        memory.isTainted = memory.isTainted || kept.isTainted
        memory.named.join(savedNames)
        let isNamed = memory.launch.bootIdentity != nil
        memory.isContradicted = memory.isContradicted || isNamed && kept.contradicted == memory.launch.boot
    }

    func recordContradiction() {
        guard let process = processes[slot],
            process.keeper.questions[ExactName("\(observer)")]?.initial.evidence == .contradiction
        else { return }
        process.memory.isContradicted = true
    }

    mutating func unlock() throws(Breach) {
        guard let process = processes[slot], process.isRecordLocked, !process.isUnlocked else { return }
        process.isUnlocked = true
        // The record also contains data that other processes have received since then.
        process.receivedSince = nil
        let found = saved
        try ingest(.record(found))
        if var memory = check.memory(of: "\(observer)", found.record, salt: process.keeper.salt) {
            // The process's own data and the record are merged, because neither takes precedence.
            let own = process.memory
            memory.isTainted = own.isTainted
            (memory.known, memory.named) = (own.known, own.named)
            // If the process discarded its trust while the record was locked, the record's trust is now discarded, too.
            memory.isForgotten = own.isForgotten
            recall(found, &memory)
            process.memory = memory
            if let own = own.floor { process.memory.floor = memory.floor.map { max($0, own) } ?? own }
            // Another process may have reset the record after this process received its answers.
            if let record = found.record, !record.resets.isEmpty {
                process.memory.isForgotten = true
                process.memory.mayFloorFall = true
            }
        }
        try readClocks()
        recordContradiction()
        try checkVerdict()
    }

    mutating func readClocks() throws(Breach) {
        guard let process = processes[slot] else { return }
        var deviceReading = machines[machine].deviceReading
        deviceReading.bootIdentity = machines[machine].bootIdentity(process.identities)
        process.memory.wallError = truth.wallError
        process.memory.named.read(at: machines[machine].reading.elapsed)
        journal?.record(.reading(deviceReading.reading, bootIdentity: deviceReading.bootIdentity), at: now)
        try ingest(.reading(deviceReading))
    }

    mutating func ingest(_ input: Timekeeper.Input) throws(Breach) {
        guard let process = processes[slot] else { return }
        var received: (sample: TimeSample, before: Timekeeper)?
        if case .sample(let sample) = input { received = (sample, process.keeper) }
        let outcome = process.keeper.handle(input)
        if outcome.hasUnsavedFacts { process.wantsSave = true }
        if let received {
            let refusals: [TrustedTime.Rejection] = [.slept, .tooLate, .impossible, .notNamed]
            let isHeard = !refusals.contains { why in
                outcome.findings.contains(.rejected(source: received.sample.source, why))
            }
            // The timekeeper ignores an answer from before the software's date. Here such an answer is at least a day
            // old. If the elapsed clock may have jumped, every answer can seem that old.
            let isOld =
                received.sample.latest.map { $0 < now - (SimulatedMachine.beginning - CoreRun.softwareDate) } == true
                || !setting.keepsPremises
                    && outcome.findings.contains(.rejected(source: received.sample.source, .belowFloor))
            let isRefused = received.sample.latest.map { $0 < CoreRun.softwareDate - .seconds(60) } == true
            if isHeard, !isRefused {
                process.memory.named.hear(ExactName(received.sample.operator), isCertain: !isOld)
            }
        }
        try check.judgePremise(process.keeper, truth, &process.memory, saved: savedNames)
        if let received {
            // The timekeeper may not have used the answer.
            if !check.isWhollyRight(ExactName(received.sample.operator), in: truth.boot) {
                process.memory.nobodyLies = false
            }
            try check.check(
                received.sample, outcome.findings, before: received.before, after: process.keeper,
                isTainted: process.memory.mayBeMisled)
        }
        try check.check(outcome.findings, truth, &process.memory)
    }

    /// The process saves new names before it asks a server, because each event that doesn't kill the process begins
    /// with a save.
    mutating func name(_ servers: [Int]) throws(Breach) {
        guard processes[slot] != nil else { return }
        try readClocks()
        guard processes[slot] != nil else { return }
        let names = servers.filter { setting.servers.indices.contains($0) }.flatMap { number in
            setting.servers[number].named("\(number)")
        }
        journal?.record(.sources(names), at: now)
        check.names[truth.boot, default: []].formUnion(names.map { ExactName($0.operator) })
        processes[slot]?.memory.named.name(
            names.filter { $0.isAuthenticated }.map { ExactName($0.operator) },
            room: KnownOperators.most - (processes[slot]?.keeper.authenticated.all.count ?? 0),
            at: machines[machine].reading.elapsed)
        try ingest(.sources(names))
        let known = processes[slot]?.keeper.authenticated
        let isFull = known.map { $0.all.count >= KnownOperators.most } ?? true
        if !isFull, names.contains(where: { $0.isAuthenticated && known?[ExactName($0.operator)] == nil }) {
            throw Breach(.durability, "the timekeeper refused a name")
        }
    }

}
