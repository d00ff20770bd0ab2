import SiderealCore
import SiderealSystem

/// What all observatories of one directory share: the timekeeper, the clocks and the file.
final class SharedObservatory: Sendable {
    struct State: Sendable {
        var keeper: Timekeeper
        var clocks: any ClockSource
        /// What the timekeeper trusts, and the sleep it knows of, apart: all that now() needs.
        var trust: TrustView
        /// The same at the latest input, for the common questions.
        var believed = TrustAtInput()
        var usual = TrustAtInput()
        var proven = TrustAtInput()
        var known = ClockState(elapsed: ElapsedInstant(nanoseconds: 0), slept: .zero, suspendMark: nil)
        /// The least sleep in this boot that a look has proven.
        var slept = Nanoseconds.zero
        var ties = WallTies()
        /// The latest estimate that was shown: the next one is not before it.
        var lastShown: TrueInstant?
        var saveAsked: ElapsedInstant?
        /// Who was known when that was last worth saving.
        var counted: [OperatorKey]?
        /// Whom this process named.
        var named: [NamedOperator] = []
        /// How often operators were named, and how many of these times are in the record.
        var namings = 0
        var savedNamings = 0
        /// When a sleep showed that the kernel had not counted.
        var uncountedSleep: ElapsedInstant?
        var journal: JournalWriter?
        var journalError: ObservatoryError?
        var savesAutomatically: Bool
        var wantsSave = false
        var isSaveScheduled = false

    }

    let directory: String
    let device: Environment
    let log: @Sendable (ObservatoryNote) -> Void
    private let machine: MachineIdentity?
    let state: Lock<State>
    /// What was trusted a moment ago.
    let lately = TrustedLatelyCells()
    let events = Broadcaster<TrustedClockEvent>()
    /// Begins with the first who listens, and lasts as long as the process.
    private let clockSetNotice = Lock<(any Sendable)?>(nil)
    let turns = Lock<[ExactName: ElapsedInstant]>([:])
    /// Apart from the state, so that nobody who asks a question waits for a sync.
    private let file: RecordFile

    // MARK: - Opening

    /// The one registry: two openers of a directory share.
    private static let registry = Lock<[ExactName: SharedObservatory]>([:])

    static func of(
        directory: String, observer: String, journal: String?, savesAutomatically: Bool, drift: Rate?,
        readsPowerManagement: Bool
    ) throws(ObservatoryError) -> SharedObservatory {
        // The record lies where the key says, even if a link or the working directory leads elsewhere later.
        let directory = RealFileSystem().resolved(directory)
        let key = ExactName(directory)
        let (shared, isNew) = try registry.withLock { all throws(ObservatoryError) in
            if let shared = all[key] { return (shared, false) }
            var device = Environment.live
            device.clocks = SystemClocks(model: device.model, readsPowerManagement: readsPowerManagement)
            if let drift { device.model = device.model.withDrift(drift) }
            let shared = try SharedObservatory(
                directory: directory, observer: observer, journal: journal, savesAutomatically: savesAutomatically,
                device: device, log: ObservatoryNote.toSystemLog)
            all[key] = shared
            return (shared, true)
        }
        if isNew { shared.awaitUnlock(at: .shared) }
        try shared.open(observer: observer, journal: journal, savesAutomatically: savesAutomatically)
        return shared
    }

    /// One that shares nothing, as if it were of a process of its own.
    init(
        directory: String, observer: String, journal: String?, savesAutomatically: Bool, device: Environment,
        log: @escaping @Sendable (ObservatoryNote) -> Void = { _ in }
    ) throws(ObservatoryError) {
        self.directory = directory
        self.device = device
        self.log = log
        file = RecordFile(directory: directory, disk: device.disk)
        // The record first, the clocks afterwards: whatever another process saves in between is then older than ours.
        let loaded = file.load()
        machine = device.identity.machine(directory)
        var random = SystemRandomNumberGenerator()
        let salt = Salt(high: random.next(), low: random.next())
        let keeper = Timekeeper(.init(record: loaded, model: device.model, salt: salt, observers: [observer]))
        let writer = journal.map { JournalWriter(path: $0, disk: device.disk) }
        state = Lock(
            State(
                keeper: keeper, clocks: device.clocks, trust: keeper.trust, journal: writer,
                savesAutomatically: savesAutomatically))
        try state.withLock { state throws(ObservatoryError) in
            try admit(observer, to: state.keeper)
            note(.launch(.init(model: device.model, machine: machine)), in: &state)
            try look(&state)
        }
        saveIfWanted()
    }

    /// Reads a locked record at the first unlock. Never under the registry's lock: a gate that is found open here runs
    /// what others gave it, and that may open an observatory.
    func awaitUnlock(at gate: FirstUnlockGate) {
        // A record in the tier `always` is never locked; one that another version or a backup left may be.
        if case .unavailable(.locked) = keeper.record { gate.whenReady { [weak self] in self?.noteUnlock() } }
    }

    /// Adds what a further opener wants: its observer, a journal where there is none, saving where it was off.
    private func open(observer: String, journal: String?, savesAutomatically: Bool) throws(ObservatoryError) {
        try state.withLock { state throws(ObservatoryError) in
            try admit(observer, to: state.keeper)
            state.savesAutomatically = state.savesAutomatically || savesAutomatically
            if state.journal == nil, let journal, let latest = state.keeper.latest {
                state.journal = JournalWriter(path: journal, disk: device.disk)
                note(.launch(.init(model: device.model, machine: machine)), in: &state)
                note(.reading(latest.reading, bootIdentity: latest.bootIdentity), in: &state)
                if !state.named.isEmpty { note(.operators(state.named), in: &state) }
            }
            let isNew = !state.keeper.observers.contains(ExactName(observer))
            _ = state.keeper.open(observer: observer)
            state.wantsSave = state.wantsSave || isNew
        }
        saveIfWanted()
    }

    /// Forgetting an observer would make its next launch a first one, so there is a limit instead.
    private func admit(_ observer: String, to keeper: Timekeeper) throws(ObservatoryError) {
        let saved = keeper.record.record?.observers ?? [:]
        guard saved[ExactName(observer)] != nil || saved.count < SharedObservatory.mostObservers else {
            throw ObservatoryError(
                .tooManyObservers, path: directory,
                "\(directory) keeps \(saved.count) observers already; '\(observer)' would be one more")
        }
    }

    private static let mostObservers = 256

    // MARK: - Looking

    /// From now on the clocks are read as soon as somebody sets the system clock.
    func noticeClockChanges() {
        let isFirst = clockSetNotice.withLock { notice in
            guard notice == nil else { return false }
            notice = device.notifications.observe([.clockSet, .willEnterForeground]) { [weak self] _ in
                self?.noteClockChange()
            }
            return notice != nil
        }
        // Before now the clock may have been set and set back, and nobody was told.
        if isFirst { noteClockChange() }
    }

    /// Reads the clocks and tells the timekeeper.
    func look(_ state: inout State) throws(ObservatoryError) {
        let reading: ClockReading
        do throws(ClockError) {
            reading = try state.clocks.read()
        } catch {
            throw ObservatoryError(error)
        }
        let identity = device.identity.boot()
        note(.reading(reading, bootIdentity: identity), in: &state)
        state.ties.note(reading)
        feed(.reading(DeviceReading(reading: reading, bootIdentity: identity, machine: machine)), &state)
    }

    /// Writes to the journal, if there is one. A recorder that fails must not ground the app: the first error is kept.
    func note(_ entry: JournalEntry, in state: inout State) {
        do throws(ObservatoryError) {
            try state.journal?.append(entry)
        } catch {
            state.journalError = state.journalError ?? error
        }
    }

    var journalError: ObservatoryError? { state.withLock { $0.journalError } }

    /// The timekeeper after a fresh reading.
    func lookAgain() throws(ObservatoryError) -> Timekeeper {
        let keeper = try state.withLock { state throws(ObservatoryError) in
            try look(&state)
            return state.keeper
        }
        saveIfWanted()
        return keeper
    }

    func mark() throws(ObservatoryError) -> BootMark {
        guard let mark = try lookAgain().mark else {
            throw ObservatoryError(.clocks, "the clocks have not been read")
        }
        return mark
    }

    var keeper: Timekeeper { state.withLock { $0.keeper } }

    func verdict(for observer: String) -> BootVerdict {
        keeper.verdict(for: observer) ?? BootVerdict(.indeterminate, evidence: .none)
    }

    // MARK: - Saving

    /// Saves in the background what the timekeeper wants saved, once for all who ask meanwhile.
    func saveIfWanted() {
        let isFirst = state.withLock { state in
            guard state.savesAutomatically, state.wantsSave, !state.isSaveScheduled else { return false }
            state.isSaveScheduled = true
            return true
        }
        guard isFirst else { return }
        device.scheduler.background {
            self.state.withLock { state in
                state.isSaveScheduled = false
                state.wantsSave = false
            }
            do throws(ObservatoryError) {
                try self.save(readingAgain: false)
            } catch {
                // A checkpoint that lags is still true, and the next save tries again.
                self.log(.notSaved(error))
            }
        }
    }

    func save(readingAgain: Bool) throws(ObservatoryError) {
        try loadIfUnavailable()
        let namings = state.withLock { $0.namings }
        let keeper = readingAgain ? try lookAgain() : self.keeper
        if case .unavailable(let cause) = keeper.record {
            throw ObservatoryError(unread: cause, path: "\(directory)/state")
        }
        guard let saved = try file.save(keeper) else { return }
        state.withLock { state in
            state.savedNamings = max(state.savedNamings, namings)
            adopt(saved, in: &state)
        }
    }

    /// The device was unlocked for the first time: what could not be read at launch can be now.
    private func noteUnlock() {
        state.withLock { state in
            note(.protectedData(.available), in: &state)
            _ = feed(.protectedData(.available), &state)
        }
        // Where that fails, the next save tries again.
        try? loadIfUnavailable()
        saveIfWanted()
    }

    /// Reads the record again where it could not be read at launch, and then the clocks.
    private func loadIfUnavailable() throws(ObservatoryError) {
        guard case .unavailable = keeper.record else { return }
        let loaded = file.load()
        if case .unavailable = loaded { return }
        try state.withLock { state throws(ObservatoryError) in
            feed(.record(loaded), &state)
            try look(&state)
        }
    }
}
