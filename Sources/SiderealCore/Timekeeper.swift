/// The state machine that ties boot, trust and record together: inputs in, findings out, and whether to save.
///
/// It is a value. It reads no clock, opens no file, and waits for nothing; the live library, a replayed journal and a
/// simulated device all drive this one.
package struct Timekeeper: Sendable {
    /// How a process starts.
    package struct Launch: Sendable {
        /// What was found of earlier launches.
        package var record: LoadedRecord
        /// How the clocks of the device behave.
        package var model: ClockModel
        /// Fresh random bytes for the digests of identities that this process saves.
        package var salt: Salt
        /// The observers whose checkpoints are compared from the start.
        package var observers: [String]
        /// When the software that runs was written: it is later now. Nil where that is not known.
        package var softwareDate: TrueInstant?

        /// A launch with what was found of earlier ones.
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

    /// What the timekeeper takes in.
    package enum Input: Sendable {
        /// All clocks of the device were read. The first reading of a launch is compared with the record.
        case reading(DeviceReading)
        /// A server's answer. Between two readings the device is taken not to have slept.
        case sample(TimeSample)
        /// The record became readable. The next reading is compared with it.
        case record(LoadedRecord)
        /// The sources that the app asks or listens to: they count, whether they answer or not, and no others.
        case sources([NamedSource])
        /// Forget all that is trusted: votes and floors, saved or not. Named operators stay named until a reboot is
        /// proven.
        case forgetTrust
    }

    /// What came to light.
    package enum Finding: Sendable, Equatable {
        /// The answer to an observer's question, at this launch's first reading.
        case boot(observer: String, BootVerdict)
        /// Trusted time answered an open question.
        case settled(observer: String, BootVerdict)
        /// The wall clock was set since the last reading of this launch; positive is forward.
        case clockStepped(by: Nanoseconds, ClockStepDirection)
        /// The clocks of this launch contradict each other: a counter fell, or the boot identity changed.
        case clockFault
        /// More operators than may be wrong contradict what they said before, and agree now: the elapsed clock jumped,
        /// stood still, or does not keep the bound on its rate.
        case elapsedClockWrong
        case rejected(source: String, AnswerRejection)
        /// More known operators deny a floor than may be wrong: it was given up.
        case floorReplaced
    }

    /// What one input brought.
    package struct Outcome: Sendable {
        /// What came to light, in order.
        package var findings: [Finding] = []
        /// True if the record should be saved, since something was learned.
        package var isWorthSaving = false

        package init() {}
    }

    /// How the clocks of the device behave.
    package let model: ClockModel
    package let salt: Salt
    package internal(set) var record: LoadedRecord
    package internal(set) var observers: [ExactName]
    package internal(set) var questions: [ExactName: BootQuestion] = [:]
    /// The question of this boot or another for the record as a whole. If it is of this boot, its votes are, too.
    package internal(set) var recordQuestion: BootQuestion?
    package internal(set) var first: DeviceReading?
    package internal(set) var latest: DeviceReading?
    /// The states of this launch's last readings: a sample belongs to the one before it.
    package internal(set) var readStates: [ClockState] = []
    /// Where the elapsed clock stood at the latest input.
    package internal(set) var now: ClockState?
    /// The named operators that prove who they are, and those that do not: these only narrow.
    package internal(set) var authenticated = KnownOperators()
    package internal(set) var others = KnownOperators()
    package internal(set) var floors = Floors()
    package let softwareDate: TrueInstant?
    /// The date of this software, certain at this launch's first reading. The next launch has its own.
    package internal(set) var softwareFloor: SoftwareFloor?
    /// The sources that this process named itself.
    package internal(set) var named: [NamedSource] = []
    /// The first reading since it named any.
    package internal(set) var namesSince: ElapsedInstant?
    /// Counts the times that what was trusted was thrown away: saved trust of a lower revision is void.
    package internal(set) var trustRevision: UInt32 = 0
    /// Which record this is: fresh at its first launch, and never in a backup. Nil while the record can't be read.
    package internal(set) var recordIdentity: MachineIdentity?
    /// Checks of this boot excluded both answers at a launch: none of them is believed in it any more.
    package internal(set) var isContradicted = false
    /// The clocks of this launch contradicted each other: its first reading can no longer be tied to what comes.
    package internal(set) var isFaulty = false
    /// Trust was to be forgotten while the record could not be read: what it holds is void once it can be.
    package internal(set) var isForgotten = false
    /// When a reading alone was last worth saving.
    package internal(set) var checkpointAsked: ElapsedInstant?

    /// A timekeeper for a process that starts.
    package init(_ launch: Launch) {
        model = launch.model
        salt = launch.salt
        softwareDate = launch.softwareDate
        record = launch.record
        observers = launch.observers.map { ExactName($0) }
        recordIdentity = identity(of: launch.record, salt: launch.salt)
        adoptCounts()
    }

    /// Takes an input.
    package mutating func handle(_ input: Input) -> Outcome {
        var outcome = Outcome()
        switch input {
        case .reading(let deviceReading): read(deviceReading, &outcome)
        case .sample(let sample): receive(sample, &outcome)
        case .sources(let names): name(names, &outcome)
        case .record(let loaded):
            record = loaded
            recordIdentity = identity(of: loaded, salt: salt)
            if isForgotten { forgetTrustOfRecord() }
            adoptCounts()
            first = nil
        case .forgetTrust:
            forgetTrust()
            outcome.isWorthSaving = true
        }
        return outcome
    }

    // MARK: - Answers

    /// The verdict for an observer by all that is known now, which one answer may change and the next one take back;
    /// nil before this launch's first reading. Apps get ``steadyVerdict(for:)``.
    package func verdict(for observer: String) -> BootVerdict? {
        questions[ExactName(observer)]?.verdict
    }

    /// The verdict for an observer, which only a sample that settles an open question changes. It is the answer of
    /// `Observatory.bootVerdict` and `RebootDetector.check()`.
    package func steadyVerdict(for observer: String) -> BootVerdict? {
        questions[ExactName(observer)].map { $0.verdict.isSettled ? $0.verdict : $0.initial }
    }

    /// The verdict on an app's own mark, against this launch's latest reading; nil before the first reading.
    package func verdict(since mark: BootMark) -> BootVerdict? { comparison(since: mark)?.verdict }

    /// Bounds of the true time from an app's own mark to this launch's latest reading; nil before the first reading.
    package func elapsed(since mark: BootMark) -> Bounds? { comparison(since: mark)?.truePassed }

    /// The same; nil where the clocks and the servers contradict each other, too.
    func agreedPassed(since mark: BootMark) -> Bounds? { comparison(since: mark)?.agreedPassed }

    /// A mark of this launch's latest reading, for an app to store; nil before the first reading.
    package var mark: BootMark? {
        latest.map {
            let binding = trust.binding(at: $0.reading.clockState)
            return BootMark(
                $0, salt: salt, offset: binding?.offset, isCorroborated: binding?.isCorroborated ?? false,
                generation: trustGeneration)
        }
    }

    /// Which of the generations of trust the present one is.
    package var trustGeneration: TrustGeneration {
        TrustGeneration(resets: trustRevision, floorsGivenUp: floors.timesGivenUp)
    }

    /// Whether what an app's mark holds of the true time was given up since. A mark of another device or record is not
    /// judged by the generations of this one.
    package func isVoid(_ mark: BootMark) -> Bool {
        guard mark.generation < trustGeneration, let latest else { return false }
        return mark.salt == salt || mark.isOfSameMachine(as: latest)
    }

    private func comparison(since mark: BootMark) -> BootComparison? {
        guard let latest else { return nil }
        let state = latest.reading.clockState
        return BootComparison(
            before: isVoid(mark) ? mark.withoutTrust : mark, now: latest, offsetNow: authenticatedOffset(at: state),
            isContradicted: isContradicted,
            isOfSameProcess: mark.salt == salt && !isFaulty, provenOfProcess: proven(of: mark.salt),
            earliestNow: softwareFloor?.moved(to: state, model: model)?.earliest, model: model)
    }

    /// What the launch proved of an earlier process, by the last marks that it left.
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
        // A state stands for the sleep up to it: another one of the same sleep adds nothing.
        let state = reading.clockState
        if readStates.last?.at(state.elapsed) != state {
            readStates.append(state)
            if readStates.count > Timekeeper.mostReadStates { readStates.removeFirst() }
        }
        if first == nil {
            first = deviceReading
            open(deviceReading, &outcome)
        }
        dateNames(at: reading.elapsed)
        settle(&outcome)
        if !outcome.findings.isEmpty || isCheckpointDue(at: reading.elapsed) {
            checkpointAsked = reading.elapsed
            outcome.isWorthSaving = true
        }
    }

    /// A checkpoint may lag by this much, so not every reading is worth a sync.
    static let checkpointInterval = Nanoseconds.seconds(60)

    private func isCheckpointDue(at elapsed: ElapsedInstant) -> Bool {
        checkpointAsked.map { (elapsed - $0).magnitude >= Timekeeper.checkpointInterval } ?? true
    }

    /// How many sleeps back a sample may come late; on Darwin, where each reading measures the sleep anew, how many
    /// readings.
    static var mostReadStates: Int { 16 }

    /// Opens the question of one more observer, against this launch's first reading, and returns its verdict; nil
    /// before that reading.
    package mutating func open(observer: String) -> BootVerdict? {
        _ = add(observer: observer)
        return verdict(for: observer)
    }

    /// Adds an observer. The outcome holds its verdict, unless it is known already or there is no reading yet.
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

    /// This launch's first reading: every observer's question, and what may be carried over.
    private mutating func open(_ first: DeviceReading, _ outcome: inout Outcome) {
        // A second opening, once the record can be read, is later.
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
        forgetWhatAnotherMayHaveReset(saved)
        // Names hold until a reboot is proven, votes only where the same boot is.
        if isRecordOfThisBoot {
            join(saved)
        } else if recordQuestion?.verdict.didReboot != true, saved.mayBeOfBoot(of: first) {
            join(saved.withoutVotes(by: first.reading.elapsed))
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

    /// Two readings of one launch are of one boot; where they can't be, nothing that was trusted before holds.
    private mutating func compare(_ previous: DeviceReading, with current: DeviceReading, _ outcome: inout Outcome) {
        let tolerance = ClockModel.counterTolerance
        let fell =
            current.reading.elapsed - previous.reading.elapsed < -tolerance
            || current.reading.awake - previous.reading.awake < -tolerance
        let changed = previous.bootIdentity.flatMap { old in current.bootIdentity.map { old != $0 } } ?? false
        if fell || changed {
            outcome.findings.append(.clockFault)
            forgetVotesAndDates()
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
        outcome.findings.append(.clockStepped(by: step, ClockStepDirection(of: step, leadingTo: now)))
    }

    /// What was known of sleep at an instant of the elapsed clock; nil where that is too long ago. Before this launch's
    /// first reading the device is taken to have been awake.
    func state(at elapsed: ElapsedInstant) -> ClockState? {
        if let before = readStates.last(where: { $0.elapsed <= elapsed }) { return before.at(elapsed) }
        guard let first, readStates.first?.elapsed == first.reading.elapsed else { return nil }
        return first.reading.clockState.at(elapsed)
    }

    var isRecordOfThisBoot: Bool { recordQuestion?.verdict.didReboot == false }

    /// Whether what was saved is of this boot in all likelihood, and that is not proven.
    var isProbablySameBoot: Bool {
        !isFaulty && recordQuestion?.verdict.answer == .sameBoot && recordQuestion?.verdict.isProven == false
    }
}
