package import SiderealClocks
package import SiderealCore
package import SiderealSystem

/// What all observatories of one directory share: the lock around what they know, and all that they do about it.
///
/// Every input goes one way: the clocks are read under the lock, ``ObservatoryState`` decides, and its actions are
/// carried out.
package final class SharedObservatory: Sendable {
    /// What the lock guards.
    struct Guarded: Sendable {
        var state: ObservatoryState
        var clocks: any ClockSource
        var journal: Journal
        /// Whether a save is to begin once the lock is free.
        var isSaveDue = false
    }

    /// The journal of inputs, if there is one. A recorder that fails must not ground the app: the first error is kept.
    struct Journal: Sendable {
        var writer: JournalWriter?
        var error: ObservatoryError?

        mutating func append(_ entry: JournalEntry) {
            do throws(ObservatoryError) {
                try writer?.append(entry)
            } catch {
                self.error = self.error ?? error
                // No call has failed: the file is somebody else's, and nothing more may be written to it.
                if error.errno == nil { writer = nil }
            }
        }
    }

    let directory: String
    package let environment: Environment
    package let clocks: DeviceClocks
    let log: @Sendable (ObservatoryMessage) -> Void
    private let machine: MachineIdentity?
    let guarded: Lock<Guarded>
    /// What was trusted a moment ago.
    let recentTrust = RecentTrustCells()
    package let events = Broadcaster<ObservatoryEvent>()
    /// Why each save in the background failed, or nil: no caller waits for them.
    let backgroundSaves = Broadcaster<ObservatoryError?>()
    /// Begins with the first listener, and lasts as long as the process.
    private let clockSetObservation = Lock<(any Sendable)?>(nil)
    package let turns = Lock<[ExactName: ElapsedInstant]>([:])
    /// Apart from the state, so that no question waits for a sync.
    private let file: RecordFile

    // MARK: - Opening

    /// The one registry: two openers of a directory share.
    private static let registry = Lock<[ExactName: SharedObservatory]>([:])

    static func of(
        directory: String, observer: String, journal: String?, savesAutomatically: Bool, drift: Rate?
    ) throws(ObservatoryError) -> SharedObservatory {
        // The record lies where the key says, even if a link or the working directory leads elsewhere later.
        let directory = RealFileSystem().resolved(directory)
        let key = ExactName(directory)
        let (shared, isNew) = try registry.withLock { all throws(ObservatoryError) in
            if let shared = all[key] { return (shared, false) }
            var clocks = DeviceClocks.live
            if let drift { clocks.model = clocks.model.withDrift(drift) }
            let shared = try SharedObservatory(
                directory: directory, observer: observer, journal: journal, savesAutomatically: savesAutomatically,
                environment: .live, clocks: clocks, log: ObservatoryMessage.toSystemLog)
            all[key] = shared
            return (shared, true)
        }
        if isNew { shared.awaitUnlock(at: .shared) }
        if let drift, drift != shared.clocks.model.drift { throw .otherOptions(directory, "another drift") }
        try shared.open(observer: observer, journal: journal, savesAutomatically: savesAutomatically)
        return shared
    }

    /// One that shares nothing, as if it were of a process of its own.
    init(
        directory: String, observer: String, journal: String?, savesAutomatically: Bool, environment: Environment,
        clocks: DeviceClocks, log: @escaping @Sendable (ObservatoryMessage) -> Void = { _ in }
    ) throws(ObservatoryError) {
        self.directory = directory
        self.environment = environment
        self.clocks = clocks
        self.log = log
        file = RecordFile(directory: directory, disk: environment.disk)
        // The record first, the clocks afterwards: whatever another process saves in between is then older than ours.
        let loaded = file.load()
        machine = clocks.machineIdentity(directory)
        try SharedObservatory.admit(observer, to: loaded, directory: directory)
        var random = SystemRandomNumberGenerator()
        let salt = Salt(high: random.next(), low: random.next())
        let keeper = Timekeeper(
            .init(
                record: loaded, model: clocks.model, salt: salt, observers: [observer],
                softwareDate: .codeExists))
        var recorder = Journal(writer: journal.map { JournalWriter(path: $0, disk: environment.disk) })
        recorder.append(.launch(.init(model: keeper.model, machine: machine, softwareDate: keeper.softwareDate)))
        var source = clocks.source
        let reading = try SharedObservatory.reading(&source, of: clocks, machine: machine)
        let (state, actions) = ObservatoryState.launch(
            keeper, reading: reading, savesAutomatically: savesAutomatically)
        guarded = Lock(Guarded(state: state, clocks: source, journal: recorder))
        change { carryOut(actions, &$0) }
    }

    /// Reads a locked record at the first unlock. Never under the registry's lock: a gate that is found open here runs
    /// what others gave it, and that may open an observatory.
    func awaitUnlock(at gate: FirstUnlockGate) {
        // A record in the tier `always` is never locked; one that another version or a backup left may be.
        if case .unavailable(.locked) = keeper.record { gate.onFirstUnlock { [weak self] in self?.unlocked() } }
    }

    /// Adds what a further opener wants: its observer, a journal where there is none, saving where it was off.
    private func open(observer: String, journal: String?, savesAutomatically: Bool) throws(ObservatoryError) {
        try change { guarded throws(ObservatoryError) in
            let keeper = guarded.state.keeper
            try SharedObservatory.admit(observer, to: keeper.record, open: keeper.observers, directory: directory)
            if guarded.journal.writer == nil, let journal {
                guarded.journal.writer = JournalWriter(path: journal, disk: environment.disk)
                guarded.journal.append(
                    .launch(.init(model: keeper.model, machine: machine, softwareDate: keeper.softwareDate)))
                for entry in guarded.state.journalSoFar { guarded.journal.append(entry) }
            }
            carryOut(guarded.state.open(observer: observer, savesAutomatically: savesAutomatically), &guarded)
        }
    }

    private static func admit(
        _ observer: String, to record: LoadedRecord, open: [ExactName] = [], directory: String
    ) throws(ObservatoryError) {
        guard !ObservatoryState.admits(observer, in: record, open: open) else { return }
        throw ObservatoryError(
            .tooManyObservers, path: directory,
            "\(directory) keeps \(ObservatoryState.mostObservers) observers already; '\(observer)' would be one more")
    }

    // MARK: - One way for every input

    /// Holds the lock while `body` runs, and then begins the save that an action asked for.
    private func change<Result: Sendable, Failure: Error>(
        _ body: (inout Guarded) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        var isSaveDue = false
        defer { if isSaveDue { saveInBackground() } }
        return try guarded.withLock { guarded throws(Failure) in
            defer { (isSaveDue, guarded.isSaveDue) = (guarded.isSaveDue, false) }
            return try body(&guarded)
        }
    }

    private func carryOut(_ actions: ObservatoryState.Actions, _ guarded: inout Guarded) {
        // From here on now() does not use what was trusted at an earlier input.
        while recentTrust.inputs.count < guarded.state.input { recentTrust.inputs.raise() }
        if let entry = actions.journal { guarded.journal.append(entry) }
        for finding in actions.findings { log(.finding(finding)) }
        for event in actions.events { events.send(event) }
        guarded.isSaveDue = guarded.isSaveDue || actions.save
    }

    /// Reads all clocks.
    private func read(_ guarded: inout Guarded) throws(ObservatoryError) {
        let reading = try SharedObservatory.reading(&guarded.clocks, of: clocks, machine: machine)
        carryOut(guarded.state.receive(reading), &guarded)
    }

    private static func reading(
        _ source: inout any ClockSource, of clocks: DeviceClocks, machine: MachineIdentity?
    ) throws(ObservatoryError) -> DeviceReading {
        do throws(ClockError) {
            let reading = try source.read()
            return DeviceReading(reading: reading, bootIdentity: clocks.bootIdentity(), machine: machine)
        } catch {
            throw ObservatoryError(error)
        }
    }

    /// Where the elapsed clock stands, and the sleep in it, after a reading of all clocks where the device has slept.
    private func clockState(_ guarded: inout Guarded) -> ClockState? {
        guard let now = try? guarded.clocks.state(slept: guarded.state.slept) else { return nil }
        if guarded.state.receive(now) { return now }
        try? read(&guarded)
        return try? guarded.clocks.state(slept: guarded.state.slept)
    }

    /// Takes a sample, tied to a fresh reading of the clocks. Why it was rejected, or nil.
    package func receive(_ sample: TimeSample) -> AnswerRejection? {
        change { guarded in
            // Clocks that can't be read now were readable at the start: the sample is tied to the latest reading.
            if guarded.state.needsReading(before: sample) { try? read(&guarded) }
            let actions = guarded.state.receive(sample)
            carryOut(actions, &guarded)
            return actions.rejection(of: sample.source)
        }
    }

    /// From now on only named operators count, whether they answer or not.
    package func name(_ sources: [NamedSource]) { change { carryOut($0.state.name(sources), &$0) } }

    /// Forgets all that is trusted.
    package func forgetTrust() { change { carryOut($0.state.forgetTrust(), &$0) } }

    /// From now on the clocks are read as soon as the system clock is set.
    package func observeClockChanges() {
        let isFirst = clockSetObservation.withLock { registration in
            guard registration == nil else { return false }
            registration = environment.notifications.observe([.clockSet, .willEnterForeground]) { [weak self] _ in
                self?.clockWasSet()
            }
            return registration != nil
        }
        // Before now the clock may have been set and set back, unnoticed.
        if isFirst { clockWasSet() }
    }

    private func clockWasSet() {
        change { guarded in
            guarded.state.clockWasSet()
            try? read(&guarded)
        }
    }

    /// The device was unlocked for the first time: what could not be read at launch can be now.
    private func unlocked() {
        change { carryOut($0.state.unlock(), &$0) }
        // Where that fails, the next save tries again.
        try? loadIfUnavailable()
    }

    // MARK: - Questions

    package var keeper: Timekeeper { guarded.withLock { $0.state.keeper } }

    var journalError: ObservatoryError? { guarded.withLock { $0.journal.error } }

    /// The verdict for an observer, and when the kernel says that this boot began, as the launch's first reading has
    /// it.
    func launchAnswer(for observer: String) -> (verdict: BootVerdict, kernelBootTime: WallInstant?) {
        guarded.withLock { ($0.state.verdict(for: observer), $0.state.keeper.first?.reading.kernelBootTime) }
    }

    package var knownOffset: Bounds? { guarded.withLock { $0.state.knownOffset } }

    /// The timekeeper after a fresh reading.
    package func freshKeeper() throws(ObservatoryError) -> Timekeeper {
        try change { guarded throws(ObservatoryError) in
            try read(&guarded)
            return guarded.state.keeper
        }
    }

    /// Reads the record if it could not be read before. If that fails again, the verdict still says why.
    func readRecordAgain() { try? loadIfUnavailable() }

    package func moment(on basis: TrustBasis = .standard) throws(ObservatoryError) -> Moment {
        guard let moment = try freshKeeper().moment(on: basis) else { throw ObservatoryError.clocksUnread }
        return moment
    }

    /// The elapsed clock, after a reading of all clocks where the device has slept since the last one: what comes next
    /// is then tied to the right sleep.
    package func elapsed() -> ElapsedInstant {
        let known = guarded.withLock { $0.state.known }
        if let now = stateNow(since: known) { return now.elapsed }
        return change { clockState(&$0) ?? $0.state.known }.elapsed
    }

    /// What is trusted after a reading of all clocks, where the device has slept.
    func trustedAfterReading(_ basis: TrustBasis) -> TrustedTime {
        change { guarded in
            guard let now = clockState(&guarded) else { return .unknown }
            return guarded.state.trust.trusted(at: now, on: basis)
        }
    }

    /// The best estimate to show, never before an earlier one; nil while nothing bounds the time.
    package func estimate(_ basis: TrustBasis) -> TrueInstant? {
        change { guarded in
            clockState(&guarded).flatMap { guarded.state.estimate(at: $0, on: basis) }
        }
    }

    /// Whether the system clock tells the true time, by a fresh reading of both.
    package func systemClock(tolerance: Nanoseconds, on basis: TrustBasis) throws(ObservatoryError)
        -> SystemClockVerdict
    {
        try change { guarded throws(ObservatoryError) in
            try read(&guarded)
            return guarded.state.systemClock(tolerance: tolerance, on: basis)
        }
    }

    /// When two instants of the wall clock were, by a fresh reading; nil where nothing ties them.
    package func span(from start: WallInstant, to end: WallInstant) -> (start: ElapsedInstant, end: ElapsedInstant)? {
        change { guarded in
            guard (try? read(&guarded)) != nil else { return nil }
            return guarded.state.span(from: start, to: end)
        }
    }

    // MARK: - Saving

    private func saveInBackground() {
        environment.scheduler.background {
            self.guarded.withLock { $0.state.saveBegins() }
            do throws(ObservatoryError) {
                try self.save(readingAgain: false)
                self.backgroundSaves.send(nil)
            } catch {
                // A checkpoint that lags is still true, and the next save tries again.
                self.log(.notSaved(error))
                self.backgroundSaves.send(error)
            }
        }
    }

    func save(readingAgain: Bool) throws(ObservatoryError) {
        try loadIfUnavailable()
        let (keeper, namings) = try change { guarded throws(ObservatoryError) in
            if readingAgain { try read(&guarded) }
            return guarded.state.snapshot
        }
        if case .unavailable(let cause) = keeper.record {
            throw ObservatoryError(unread: cause, path: "\(directory)/state")
        }
        guard let saved = try file.save(keeper) else { return }
        change { carryOut($0.state.adopt(saved, namings: namings), &$0) }
    }

    /// Waits until the names of the operators are in the record: another process may be launched before their answers
    /// are.
    package func saveNames() async {
        guard guarded.withLock({ $0.state.hasUnsavedNames }) else { return }
        await withCheckedContinuation { saved in
            environment.scheduler.background {
                // Without a record no later process can know: what is learned then ends with this one.
                try? self.save(readingAgain: false)
                saved.resume()
            }
        }
    }

    /// Reads the record again where it could not be read at launch, and then the clocks.
    private func loadIfUnavailable() throws(ObservatoryError) {
        guard case .unavailable = keeper.record else { return }
        let loaded = file.load()
        if case .unavailable = loaded { return }
        try change { guarded throws(ObservatoryError) in
            let reading = try SharedObservatory.reading(&guarded.clocks, of: clocks, machine: machine)
            carryOut(guarded.state.receive(loaded, with: reading), &guarded)
        }
    }
}
