/// The state machine that combines boot, trust and record. It receives inputs, and returns findings and whether to
/// save.
///
/// It is a value type. It reads no clock, opens no file, and never waits. The live library, a replayed journal and a
/// simulated device all use this state machine.
package struct Timekeeper: Sendable {
    /// The state in which a process starts.
    package struct Launch: Sendable {
        /// The result of loading the record of earlier launches.
        package var record: LoadedRecord
        /// The behavior of the device's clocks.
        package var model: ClockModel
        /// Fresh random bytes for the digests of identities that this process saves.
        package var salt: Salt
        /// The observers whose checkpoints the timekeeper compares from the start.
        package var observers: [String]
        /// The date on which the running software was written, or `nil` if the date is unknown. The true time is later
        /// than this date.
        package var softwareDate: TrueInstant?

        package init(
            record: LoadedRecord, model: ClockModel, salt: Salt, observers: [String], softwareDate: TrueInstant? = nil
        ) {
            self.record = record
            self.model = model
            self.salt = salt
            self.observers = observers
            self.softwareDate = softwareDate
        }
    }

    /// An input of the timekeeper.
    package enum Input: Sendable {
        /// A reading of all clocks of the device. The timekeeper compares the first reading of a launch with the
        /// record.
        case reading(DeviceReading)
        /// A server's answer. The timekeeper assumes that the device stays awake between two readings.
        case sample(TimeSample)
        /// The record became readable. The timekeeper compares the next reading with the record.
        case record(LoadedRecord)
        /// The sources that the app queries or listens to. The operators of these sources are the only known
        /// operators, even if a source does not answer.
        case sources([NamedSource])
        /// A request to discard all trusted time (the votes and the floors), in memory and in the record. Named
        /// operators stay named until a proven reboot.
        case forgetTrust
    }

    /// A fact that the timekeeper found through an input.
    package enum Finding: Sendable, Equatable {
        /// The verdict on a reboot for an observer, at this launch's first reading.
        case boot(observer: String, BootVerdict)
        /// Trusted time answered a question about a reboot that was open before.
        case settled(observer: String, BootVerdict)
        /// The wall clock has been set since the last reading of this launch. A positive amount is a step forward.
        case clockStepped(by: Nanoseconds, SystemClockVerdict.StepDirection)
        /// The clocks of this launch contradict each other: a counter fell, or the boot identity changed.
        case clockFault
        /// The number of operators that contradict their own earlier answers exceeds the number that may be wrong, and
        /// the new answers agree with each other. So the elapsed clock jumped, stood still, or ran faster or slower
        /// than its bound allows.
        case elapsedClockWrong
        case rejected(source: String, TrustedTime.Rejection)
        /// The number of known operators that contradict a floor exceeds the number that may be wrong, so the
        /// timekeeper dropped that floor.
        case floorReplaced
    }

    /// The result of one input.
    package struct Outcome: Sendable {
        /// The facts that the timekeeper found, in order.
        package var findings: [Finding] = []
        /// A Boolean value that indicates whether the timekeeper has facts that the saved record lacks.
        package var hasUnsavedFacts = false

        package init() {}
    }

    /// The behavior of the device's clocks.
    package let model: ClockModel
    package let salt: Salt
    package internal(set) var record: LoadedRecord
    package internal(set) var observers: [ExactName]
    package internal(set) var questions: [ExactName: BootQuestion] = [:]
    /// The question of whether the whole record comes from this boot. If the record does, its votes also come from this
    /// boot.
    package internal(set) var recordQuestion: BootQuestion?
    package internal(set) var first: DeviceReading?
    package internal(set) var latest: DeviceReading?
    /// The states of this launch's latest readings. A sample uses the last of these states before the sample's own
    /// instant.
    package internal(set) var readStates: [ClockState] = []
    /// The state of the elapsed clock at the latest input.
    package internal(set) var now: ClockState?
    /// The named operators whose answers are authenticated.
    package internal(set) var authenticated = KnownOperators()
    /// The other named operators. Their answers can only narrow the bounds.
    package internal(set) var others = KnownOperators()
    package internal(set) var floors = Floors()
    package let softwareDate: TrueInstant?
    /// The lower bound that follows from the date of this software, valid from this launch's first reading on. The
    /// next launch computes its own lower bound.
    package internal(set) var softwareFloor: SoftwareFloor?
    /// The sources that this process named itself.
    package internal(set) var named: [NamedSource] = []
    /// The instant of the first reading after this process named a source.
    package internal(set) var namesSince: ElapsedInstant?
    /// The resets of trust that this process knows. Saved trust is void if the process that gained it did not know one
    /// of these resets.
    package internal(set) var resets = TrustResets()
    /// The instant at which this process last discarded its trust. Answers to earlier requests don't count.
    package internal(set) var trustedSince: ElapsedInstant?
    /// A Boolean value that indicates whether the loaded record contained a reset that this process did not know.
    package internal(set) var hasForeignReset = false
    /// The identity of the record. It is created at the record's first launch, and is never in a backup. The identity
    /// is `nil` while the record can't be read.
    package internal(set) var recordIdentity: MachineIdentity?
    /// A Boolean value that indicates whether, at a launch in this boot, the checks excluded both answers (the same
    /// boot and a reboot). If so, no check counts in this boot any more.
    package internal(set) var isContradicted = false
    /// A Boolean value that indicates whether the clocks of this launch contradicted each other. If so, nothing ties
    /// the launch's first reading to its later readings.
    package internal(set) var isFaulty = false
    /// The instant of the last reading that was worth saving.
    package internal(set) var checkpointAsked: ElapsedInstant?

    /// Creates a timekeeper for a process that starts.
    package init(_ launch: Launch) {
        model = launch.model
        salt = launch.salt
        softwareDate = launch.softwareDate
        record = launch.record
        observers = launch.observers.map { ExactName($0) }
        recordIdentity = identity(of: launch.record, salt: launch.salt)
        adoptCounts()
    }

    /// Handles an input.
    package mutating func handle(_ input: Input) -> Outcome {
        var outcome = Outcome()
        switch input {
        case .reading(let deviceReading): read(deviceReading, &outcome)
        case .sample(let sample): receive(sample, &outcome)
        case .sources(let names): name(names, &outcome)
        case .record(let loaded):
            record = loaded
            recordIdentity = identity(of: loaded, salt: salt)
            adoptCounts()
            first = nil
        case .forgetTrust:
            forgetTrust()
            outcome.hasUnsavedFacts = true
        }
        return outcome
    }

    // MARK: - Answers

    /// Returns the verdict for an observer from all present evidence, or `nil` before this launch's first reading. One
    /// answer may change the verdict, and the next answer may change it back. Apps get ``steadyVerdict(for:)`` instead.
    package func verdict(for observer: String) -> BootVerdict? {
        questions[ExactName(observer)]?.verdict
    }

    /// Returns the verdict that `Observatory.bootVerdict` reports for an observer. This verdict changes only when a
    /// sample settles an open question.
    package func steadyVerdict(for observer: String) -> BootVerdict? {
        questions[ExactName(observer)].map { $0.verdict.isSettled ? $0.verdict : $0.initial }
    }

    /// Returns the verdict on an app's own mark against this launch's latest reading, or `nil` before the first
    /// reading.
    package func verdict(since mark: BootMark) -> BootVerdict? { comparison(since: mark)?.verdict }

    /// Returns bounds of the true time from an app's own mark to this launch's latest reading, or `nil` before the
    /// first reading.
    package func elapsed(since mark: BootMark, on basis: TrustBasis = .standard) -> Bounds? {
        comparison(since: mark, on: basis)?.truePassed
    }

    /// Returns the same bounds as ``elapsed(since:on:)``. Also returns `nil` if the clocks and the servers contradict
    /// each other.
    func agreedPassed(since mark: BootMark, on basis: TrustBasis) -> Bounds? {
        comparison(since: mark, on: basis)?.agreedPassed
    }

    /// A mark of this launch's latest reading, for an app to store, or `nil` before the first reading.
    package var mark: BootMark? {
        latest.map {
            let binding = trust.binding(at: $0.reading.clockState)
            return BootMark(
                $0, salt: salt, offset: binding?.offset, isCorroborated: binding?.isCorroborated ?? false,
                generation: trustGeneration)
        }
    }

    /// The current generation of trust.
    package var trustGeneration: TrustGeneration {
        TrustGeneration(resets: resets.name, floorsGivenUp: floors.timesGivenUp)
    }

    /// Returns whether this record has discarded the trusted time of an app's mark since the mark was made. The
    /// generations of this record don't apply to a mark of another device or record.
    package func isVoid(_ mark: BootMark) -> Bool {
        guard mark.generation.isPast(in: trustGeneration), let latest else { return false }
        return mark.salt == salt || mark.machine == nil || mark.isOfSameMachine(as: latest)
    }

    private func comparison(since mark: BootMark, on basis: TrustBasis = .standard) -> BootComparison? {
        guard let latest else { return nil }
        let state = latest.reading.clockState
        return BootComparison(
            before: isVoid(mark) ? mark.withoutTrust : mark.admitted(on: basis), now: latest,
            offsetNow: trust.binding(at: state).flatMap { basis.admits($0.isCorroborated) ? $0.offset : nil },
            isContradicted: isContradicted,
            isOfSameProcess: mark.salt == salt && !isFaulty, provenOfProcess: proven(of: mark.salt),
            earliestNow: softwareFloor?.moved(to: state, model: model)?.earliest, model: model)
    }

    /// Returns the verdict that this launch proved about an earlier process, from the last marks of that process.
    func proven(of process: Salt) -> BootVerdict? {
        guard !isFaulty else { return nil }
        let asked = [recordQuestion].compactMap { $0 } + questions.sorted { $0.key < $1.key }.map { $0.value }
        return asked.first { $0.checkpoint?.newest.salt == process && $0.verdict.isProven }?.verdict
    }
}

extension Timekeeper {
    // MARK: - Readings

    mutating func read(_ current: DeviceReading, _ outcome: inout Outcome) {
        let deviceReading = current.machine == .thatOfTheRecord ? current.with(machine: recordIdentity) : current
        let reading = deviceReading.reading
        let previous = latest
        if let previous { compare(previous, with: deviceReading, &outcome) }
        latest = deviceReading
        now = reading.clockState
        // A state includes all sleep up to it, so another state with the same sleep adds no information.
        let state = reading.clockState
        if readStates.last?.at(state.elapsed) != state {
            readStates.append(state)
            if readStates.count > Timekeeper.mostReadStates { readStates.removeFirst() }
        }
        if first == nil {
            first = deviceReading
            open(deviceReading, &outcome)
        }
        renewNames(at: reading.elapsed)
        settle(&outcome)
        if !outcome.findings.isEmpty || isCheckpointDue(at: reading.elapsed) {
            checkpointAsked = reading.elapsed
            outcome.hasUnsavedFacts = true
        }
    }

    /// The longest time between two checkpoints. The readings in between are not worth a sync of the file.
    static let checkpointInterval = Nanoseconds.seconds(60)

    private func isCheckpointDue(at elapsed: ElapsedInstant) -> Bool {
        checkpointAsked.map { (elapsed - $0).magnitude >= Timekeeper.checkpointInterval } ?? true
    }

    /// The number of states that the timekeeper keeps for late samples. Each sleep adds a state. On Darwin, each
    /// reading adds a state, because each reading measures the time asleep again.
    static var mostReadStates: Int { 16 }

    /// Adds an observer and answers its question at this launch's first reading. Returns the verdict, or `nil` before
    /// that reading.
    package mutating func open(observer: String) -> BootVerdict? {
        _ = add(observer: observer)
        return verdict(for: observer)
    }

    /// Adds an observer. The outcome contains the verdict for the observer. It contains no verdict before the first
    /// reading, or if the observer is already known.
    package mutating func add(observer: String) -> Outcome {
        var outcome = Outcome()
        let name = ExactName(observer)
        if !observers.contains(name) { observers.append(name) }
        guard let first, questions[name] == nil else { return outcome }
        let question = question(loaded: record.record?.observers[name], first: first)
        questions[name] = question
        outcome.findings.append(.boot(observer: observer, question.verdict))
        settle(&outcome)
        return outcome
    }

    /// Answers every observer's question at this launch's first reading. Adopts the parts of the record that the
    /// verdict allows.
    private mutating func open(_ first: DeviceReading, _ outcome: inout Outcome) {
        // This function runs again if the record becomes readable later. The first software floor stays.
        if softwareFloor == nil { startSoftwareFloor(at: first) }
        let saved = record.record
        if let saved, saved.isContradicted, saved.checkpoint.newest.bootIdentityMatches(first) == true {
            isContradicted = true
        }
        let loaded = [saved?.checkpoint] + observers.map { saved?.observers[$0] }
        let verdicts = loaded.map { question(loaded: $0, first: first).verdict }
        isContradicted = isContradicted || verdicts.contains { $0.evidence == .contradiction }
        for observer in observers {
            let question = question(loaded: saved?.observers[observer], first: first)
            questions[observer] = question
            outcome.findings.append(.boot(observer: observer.text, question.verdict))
        }
        recordQuestion = question(loaded: saved?.checkpoint, first: first)
        guard let saved else { return }
        forgetWhatAnotherMayHaveReset()
        // Names stay valid until a reboot is proven. Votes are valid only in a boot that is proven to be the same.
        let mayBeOfThisBoot =
            recordQuestion?.verdict.didReboot != true && !isOfAnotherBoot(saved.checkpoint.newest, first)
        if mayBeOfThisBoot {
            let dated = dated(saved, first)
            join(isRecordOfThisBoot && !isFaulty ? dated : dated.withoutVotes)
        }
        carryFloor(to: first.reading)
    }

    private mutating func startSoftwareFloor(at reading: DeviceReading) {
        softwareFloor = softwareDate.map { SoftwareFloor($0, at: reading.reading.clockState) }
    }

    func question(loaded checkpoint: Checkpoint?, first: DeviceReading) -> BootQuestion {
        switch record {
        case .unavailable(let cause):
            BootQuestion(unanswerable: BootVerdict(.unavailable(cause), evidence: .noEvidence))
        case .damaged:
            BootQuestion(unanswerable: BootVerdict(.damaged, evidence: .noEvidence))
        case .absent:
            BootQuestion(
                checkpoint: nil, isRecovered: false, first: first, isContradicted: isContradicted, model: model)
        case .loaded(_, let isRecovered):
            BootQuestion(
                checkpoint: checkpoint, isRecovered: isRecovered, first: first, isContradicted: isContradicted,
                model: model)
        }
    }

    /// Compares two readings of this launch. If they can't come from one boot, forgets the votes and keeps only the
    /// values of the floors.
    private mutating func compare(_ previous: DeviceReading, with current: DeviceReading, _ outcome: inout Outcome) {
        let tolerance = ClockModel.counterTolerance
        let fell =
            current.reading.elapsed - previous.reading.elapsed < -tolerance
            || current.reading.awake - previous.reading.awake < -tolerance
        let changed = previous.bootIdentity.flatMap { old in current.bootIdentity.map { old != $0 } } ?? false
        if fell || changed {
            outcome.findings.append(.clockFault)
            namesSince = nil
            forgetVotes()
            authenticated = authenticated.dated(by: current.reading.elapsed)
            others = others.dated(by: current.reading.elapsed)
            floors = latestFloors
            floors.change { kept in
                kept.floor = kept.floor.map { Floor(earliest: $0.earliest, at: current.reading.clockState) }
            }
            startSoftwareFloor(at: current)
            isFaulty = true
            readStates = []
            return
        }
        let step = current.reading.kernelBootTime - previous.reading.kernelBootTime
        guard step.magnitude > ClockModel.smallestStep else { return }
        let now = trust.systemClock(
            current.reading.wall, at: current.reading.clockState, tolerance: .zero, on: .unauthenticated)
        outcome.findings.append(.clockStepped(by: step, SystemClockVerdict.StepDirection(of: step, leadingTo: now)))
    }

    /// Returns the clock state at an instant of the elapsed clock, or `nil` if the instant is too long ago. Assumes
    /// that the device was awake before this launch's first reading.
    func state(at elapsed: ElapsedInstant) -> ClockState? {
        if let before = readStates.last(where: { $0.elapsed <= elapsed }) { return before.at(elapsed) }
        guard let first, readStates.first?.elapsed == first.reading.elapsed else { return nil }
        return first.reading.clockState.at(elapsed)
    }

    var isRecordOfThisBoot: Bool { recordQuestion?.verdict.didReboot == false }

    /// A Boolean value that indicates whether the record probably comes from this boot, without proof.
    var isProbablySameBoot: Bool {
        !isFaulty && recordQuestion?.verdict.answer == .sameBoot && recordQuestion?.verdict.isProven == false
    }
}
