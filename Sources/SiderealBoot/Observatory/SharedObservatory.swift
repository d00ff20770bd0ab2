package import SiderealClocks
package import SiderealCore
package import SiderealSystem

/// The part that all observatories of one directory share: the lock around their state, and the code that performs the
/// actions.
///
/// Every input takes the same path. This class reads the clocks under the lock, ``ObservatoryState`` returns the
/// actions, and this class performs them.
package final class SharedObservatory: Sendable {
    /// The values that the lock guards.
    struct Guarded: Sendable {
        var state: ObservatoryState
        var clocks: any ClockSource
        var journal: Journal
        /// A Boolean value that indicates whether to begin a save once the lock is free.
        var isSaveDue = false
    }

    /// The journal of inputs, or an empty value if there is no journal. A journal that fails must not stop the app, so
    /// this value keeps the first error.
    struct Journal: Sendable {
        var writer: JournalWriter?
        var error: ObservatoryError?

        mutating func append(_ entry: JournalEntry) {
            do throws(ObservatoryError) {
                try writer?.append(entry)
            } catch {
                self.error = self.error ?? error
                // No system call has failed, so the file is not a journal. It may belong to another program, so write
                // nothing more to it.
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
    /// A recent trusted time for each common question.
    let recentTrust = RecentTrustCells()
    package let events = Broadcaster<ObservatoryEvent>()
    /// The result of each background save, an error or `nil`. No caller waits for this result.
    let backgroundSaves = Broadcaster<ObservatoryError?>()
    /// The observation of clock changes. The observation begins with the first listener, and ends with the process.
    private let clockSetObservation = Lock<(any Sendable)?>(nil)
    package let turns = Lock<[ExactName: ElapsedInstant]>([:])
    /// The record's file. It is separate from the state, so that no query of the state waits for a sync.
    private let file: RecordFile

    // MARK: - Opening

    /// The registry of open directories. Two observatories of one directory share one object.
    private static let registry = Lock<[ExactName: SharedObservatory]>([:])

    static func of(
        directory: String, observer: String, journal: String?, savesAutomatically: Bool, drift: Rate?,
        clocks: DeviceClocks?
    ) throws(ObservatoryError) -> SharedObservatory {
        // With the resolved path, the record stays in place even if a link or the working directory changes later.
        let directory = RealFileSystem().resolved(directory)
        let key = ExactName(directory)
        let (shared, isNew) = try registry.withLock { all throws(ObservatoryError) in
            if let shared = all[key] { return (shared, false) }
            var clocks = clocks ?? .live
            if let drift { clocks.model = clocks.model.withDrift(drift) }
            let shared = try SharedObservatory(
                directory: directory, observer: observer, journal: journal, savesAutomatically: savesAutomatically,
                environment: .live, clocks: clocks, log: ObservatoryMessage.toSystemLog)
            all[key] = shared
            return (shared, true)
        }
        if isNew { shared.awaitUnlock(at: .shared) }
        if let drift, drift != shared.clocks.model.drift { throw .conflictingOptions(directory, "another drift") }
        try shared.open(observer: observer, journal: journal, savesAutomatically: savesAutomatically)
        return shared
    }

    /// Creates an object that shares nothing with other observatories, as if it ran in a separate process.
    init(
        directory: String, observer: String, journal: String?, savesAutomatically: Bool, environment: Environment,
        clocks: DeviceClocks, log: @escaping @Sendable (ObservatoryMessage) -> Void = { _ in }
    ) throws(ObservatoryError) {
        self.directory = directory
        self.environment = environment
        self.clocks = clocks
        self.log = log
        file = RecordFile(directory: directory, disk: environment.disk)
        // Read the record before the clocks. If another process saves in between, its reading is then older than this
        // process's reading.
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

    /// Reads a locked record at the first unlock. Don't call this method under the registry's lock: an open gate runs
    /// the closures of other callers during the call, and these closures may open an observatory.
    func awaitUnlock(at gate: FirstUnlockGate) {
        // A record in the tier `always` is never locked. A record from another version or a backup can be in another
        // tier.
        if case .unavailable(.locked) = keeper.record { gate.onFirstUnlock { [weak self] in self?.unlocked() } }
    }

    /// Adds the options of another observatory: its observer, its journal if there is none yet, and automatic saving.
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
            "\(directory) has \(ObservatoryState.mostObservers) observers already, so it can't add '\(observer)'"
        )
    }

    // MARK: - One way for every input

    /// Runs `body` under the lock. Afterwards, begins a save if an action requested a save.
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
        // From here on, `now()` does not use the trust of an earlier input.
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

    /// Returns the elapsed clock's value, and the device's time of sleep. If the device has slept, reads all clocks
    /// first.
    private func clockState(_ guarded: inout Guarded) -> ClockState? {
        guard let now = try? guarded.clocks.state(slept: guarded.state.slept) else { return nil }
        if guarded.state.receive(now) { return now }
        try? read(&guarded)
        return try? guarded.clocks.state(slept: guarded.state.slept)
    }

    /// Ingests a sample. If the sample is newer than the latest reading, reads the clocks first. Returns the reason if
    /// the timekeeper rejects the sample. Otherwise returns `nil`.
    package func receive(_ sample: TimeSample) -> TrustedTime.Rejection? {
        change { guarded in
            // If the clocks can't be read now, the timekeeper uses the sample with the latest reading.
            if guarded.state.needsReading(before: sample) { try? read(&guarded) }
            let actions = guarded.state.receive(sample)
            carryOut(actions, &guarded)
            return actions.rejection(of: sample.source)
        }
    }

    /// Registers the sources that the app names. From now on, their operators are known operators, even if they don't
    /// answer. Reads the clocks first, so that each name has the date at which the app gave it.
    package func name(_ sources: [NamedSource]) {
        change { guarded in
            if !guarded.state.hasNamed(sources) { try? read(&guarded) }
            carryOut(guarded.state.name(sources), &guarded)
        }
    }

    /// Forgets all trust. Reads the clocks first, because answers to earlier requests don't count any more.
    package func forgetTrust() {
        change { guarded in
            try? read(&guarded)
            carryOut(guarded.state.forgetTrust(), &guarded)
        }
    }

    /// From now on, reads the clocks each time the system clock is set.
    package func observeClockChanges() {
        let isFirst = clockSetObservation.withLock { registration in
            guard registration == nil else { return false }
            registration = environment.notifications.observe([.clockSet, .willEnterForeground]) { [weak self] _ in
                self?.clockWasSet()
            }
            return registration != nil
        }
        // The clock may have been set before this observation began, and then set back to its old time.
        if isFirst { clockWasSet() }
    }

    private func clockWasSet() {
        change { guarded in
            guarded.state.clockWasSet()
            try? read(&guarded)
        }
    }

    /// Reads the record at the first unlock, if it could not be read at launch.
    private func unlocked() {
        change { carryOut($0.state.unlock(), &$0) }
        // If the read fails, the next save tries again.
        try? loadIfUnavailable()
    }

    // MARK: - Questions

    package var keeper: Timekeeper { guarded.withLock { $0.state.keeper } }

    var journalError: ObservatoryError? { guarded.withLock { $0.journal.error } }

    /// Returns the verdict for an observer, and the kernel's boot time, both as of the launch's first reading.
    func launchAnswer(for observer: String) -> (verdict: BootVerdict, kernelBootTime: WallInstant?) {
        guarded.withLock { ($0.state.verdict(for: observer), $0.state.keeper.first?.reading.kernelBootTime) }
    }

    package var knownOffset: Bounds? { guarded.withLock { $0.state.knownOffset } }

    /// Returns the timekeeper after a fresh reading.
    package func freshKeeper() throws(ObservatoryError) -> Timekeeper {
        try change { guarded throws(ObservatoryError) in
            try read(&guarded)
            return guarded.state.keeper
        }
    }

    /// Reads the record if it could not be read before. If the record still can't be read, the verdict still contains
    /// the reason.
    func readRecordAgain() { try? loadIfUnavailable() }

    package func moment(on basis: TrustBasis = .standard) throws(ObservatoryError) -> Moment {
        guard let moment = try freshKeeper().moment(on: basis) else { throw ObservatoryError.clocksUnread }
        return moment
    }

    /// Returns the elapsed clock. If the device has slept since the last reading, reads all clocks first, so that the
    /// next input is recorded after that sleep.
    package func elapsed() -> ElapsedInstant {
        let known = guarded.withLock { $0.state.known }
        if let now = stateNow(since: known) { return now.elapsed }
        return change { clockState(&$0) ?? $0.state.known }.elapsed
    }

    /// Returns the trusted time. If the device has slept, reads all clocks first.
    func trustedAfterReading(_ basis: TrustBasis) -> TrustedTime {
        change { guarded in
            guard let now = clockState(&guarded) else { return .unknown }
            return guarded.state.trust.trusted(at: now, on: basis)
        }
    }

    /// Returns the best estimate to show, or `nil` while the time has no bounds. The result is never earlier than a
    /// previous estimate.
    package func estimate(_ basis: TrustBasis) -> TrueInstant? {
        change { guarded in
            clockState(&guarded).flatMap { guarded.state.estimate(at: $0, on: basis) }
        }
    }

    /// Reads both clocks, and returns whether the system clock shows the true time.
    package func systemClock(tolerance: Nanoseconds, on basis: TrustBasis) throws(ObservatoryError)
        -> SystemClockVerdict
    {
        try change { guarded throws(ObservatoryError) in
            try read(&guarded)
            return guarded.state.systemClock(tolerance: tolerance, on: basis)
        }
    }

    /// Reads the clocks, and maps two instants of the wall clock to the elapsed clock. Returns `nil` if no readings
    /// map the instants.
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
                // The checkpoint that was saved before is still true, and the next save tries again.
                self.log(.notSaved(error))
                self.backgroundSaves.send(error)
            }
        }
    }

    func save(readingAgain: Bool) throws(ObservatoryError) {
        try loadIfUnavailable()
        let snapshot = try change { guarded throws(ObservatoryError) in
            if readingAgain { try read(&guarded) }
            return guarded.state.snapshot
        }
        if case .unavailable(let cause) = snapshot.keeper.record {
            throw ObservatoryError(unread: cause, path: "\(directory)/state")
        }
        guard let saved = try file.save(snapshot.keeper) else { return }
        change { carryOut($0.state.adopt(saved, of: snapshot), &$0) }
    }

    /// Waits until the record contains the names of the operators. Another process may start before the record contains
    /// their answers.
    package func saveNames() async {
        guard guarded.withLock({ $0.state.hasUnsavedNames }) else { return }
        await withCheckedContinuation { saved in
            environment.scheduler.background {
                // If this save fails, the names are lost when this process ends, and no later process can read them.
                try? self.save(readingAgain: false)
                saved.resume()
            }
        }
    }

    /// If the record could not be read at launch, reads the record again, and then the clocks.
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
