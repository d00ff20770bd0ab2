/// The state machine that ties boot, trust and record together: inputs in, findings and actions out.
///
/// It is a value. It reads no clock, opens no file, and waits for nothing; the live library, a replayed journal and a
/// simulated device all drive this one.
public struct Timekeeper: Sendable {
    /// How a process starts.
    public struct Launch: Sendable {
        /// What was found of earlier launches.
        public var record: LoadedRecord
        /// How the clocks of the device behave.
        public var model: ClockModel
        /// Fresh random bytes for the digests of identities that this process saves.
        public var salt: Salt
        /// The observers whose checkpoints are compared from the start.
        public var observers: [String]

        /// A launch with what was found of earlier ones.
        public init(record: LoadedRecord, model: ClockModel, salt: Salt, observers: [String]) {
            self.record = record
            self.model = model
            self.salt = salt
            self.observers = observers
        }
    }

    /// What the timekeeper takes in.
    public enum Input: Sendable {
        /// All clocks of the device were read. The first reading of a launch is compared with the record.
        case reading(DeviceReading)
        /// A server's answer. Between two readings the device is taken not to have slept.
        case sample(TimeSample)
        /// The device was locked or unlocked.
        case protectedData(ProtectedDataState)
        /// The record became readable. The next reading is compared with it.
        case record(LoadedRecord)
        /// The operators that the app asks or listens to: from now on only these count, whether they answer or not.
        case operators([NamedOperator])
        /// Forget all that is trusted: votes and floor, saved or not. Named operators stay named until the next boot.
        case forgetTrust
    }

    /// What came to light.
    public enum Finding: Sendable, Hashable {
        /// The answer to an observer's question, at this launch's first reading.
        case boot(observer: String, BootVerdict)
        /// Trusted time answered an open question.
        case settled(observer: String, BootVerdict)
        /// The wall clock was set since the last reading of this launch; positive is forward.
        case clockStepped(by: Nanoseconds, StepDirection)
        /// The clocks of this launch contradict each other: a counter fell, or the boot identity changed.
        case clockFault
        case rejected(source: String, SampleRejection)
        /// More known operators deny the floor than may be wrong: it was given up.
        case floorReplaced
    }

    /// What the timekeeper wants done.
    public enum Action: Sendable, Hashable {
        /// Save the record: what was learned is worth keeping.
        case save
    }

    /// What one input brought.
    public struct Outcome: Sendable {
        /// What came to light, in order.
        public var findings: [Finding] = []
        /// What to do, in order.
        public var actions: [Action] = []

        package init() {}
    }

    /// Why an input was refused.
    public enum InputError: Error, Sendable, Hashable {
        /// A sample came before any reading: nothing ties it to this boot.
        case sampleBeforeReading
    }

    /// How the clocks of the device behave.
    public let model: ClockModel
    package let salt: Salt
    package internal(set) var record: LoadedRecord
    package internal(set) var observers: [ExactName]
    package internal(set) var questions: [ExactName: BootQuestion] = [:]
    /// Whether the votes of the record belong to this boot.
    package internal(set) var shared: BootQuestion?
    package internal(set) var first: DeviceReading?
    package internal(set) var latest: DeviceReading?
    /// The states of this launch's last readings: a sample belongs to the one before it.
    package internal(set) var readStates: [ClockState] = []
    /// Where the elapsed clock stood at the latest input.
    package internal(set) var now: ClockState?
    /// The operators that prove who they are, and those that do not or that the app did not name: these only narrow.
    package internal(set) var authenticated = KnownOperators()
    package internal(set) var others = KnownOperators()
    package internal(set) var floor: Floor?
    /// Counts how often the floor was given up: of two records the one that did so more often knows better.
    package internal(set) var heals: UInt32 = 0
    /// Counts the times that what was trusted was thrown away: saved trust of a lower revision is void.
    package internal(set) var trustRevision: UInt32 = 0
    /// Which record this is: fresh at its first launch, and never in a backup. Nil while the record cannot be read.
    package internal(set) var recordIdentity: MachineIdentity?
    /// Witnesses of this boot excluded both answers at a launch: none of them is believed in it any more.
    package internal(set) var isContradicted = false
    /// The clocks of this launch contradicted each other: its first reading can no longer be tied to what comes.
    package internal(set) var isFaulty = false
    /// Trust was to be forgotten while the record could not be read: what it holds is void once it can be.
    package internal(set) var isForgotten = false
    /// What the power management unit's clock shows, for callers that accept it.
    package internal(set) var powerManagement = PowerManagementWitness()
    /// What that clock showed first in this launch.
    package internal(set) var firstPowerManagement: PowerManagementInstant?
    /// When a reading alone was last worth saving.
    package internal(set) var checkpointAsked: ElapsedInstant?
    public internal(set) var protectedData: ProtectedDataState?

    /// A timekeeper for a process that starts.
    public init(_ launch: Launch) {
        model = launch.model
        salt = launch.salt
        record = launch.record
        observers = launch.observers.map { ExactName($0) }
        recordIdentity = identity(of: launch.record, salt: launch.salt)
        nameMachineOfRecord()
        adoptCounts()
    }

    /// A record of an earlier version knows its machine as that on which it lies.
    private mutating func nameMachineOfRecord() {
        guard case .loaded(let saved, let isRecovered) = record, saved.identity == nil, let recordIdentity else {
            return
        }
        let renamed = saved.with(machine: recordIdentity, insteadOf: .thatOfTheRecord)
        record = .loaded(renamed, isRecovered: isRecovered)
    }

    /// Takes an input. Nothing but a sample before any reading is refused.
    public mutating func handle(_ input: Input) throws(InputError) -> Outcome {
        var outcome = Outcome()
        switch input {
        case .reading(let deviceReading): read(deviceReading, &outcome)
        case .sample(let sample): try receive(sample, &outcome)
        case .protectedData(let state):
            protectedData = state
        case .operators(let names): name(names, &outcome)
        case .record(let loaded):
            record = loaded
            recordIdentity = identity(of: loaded, salt: salt)
            nameMachineOfRecord()
            if isForgotten { forgetTrustOfRecord() }
            adoptCounts()
            first = nil
        case .forgetTrust:
            forgetTrust()
            outcome.actions.append(.save)
        }
        return outcome
    }

    // MARK: - Answers

    /// The verdict for an observer by all that is known now, which one answer may change and the next one take back;
    /// nil before this launch's first reading. Apps get ``steadyVerdict(for:)``.
    public func verdict(for observer: String) -> BootVerdict? {
        questions[ExactName(observer)]?.verdict
    }

    /// The verdict for an observer, which only a sample that settles an open question changes. It is the answer of
    /// `Observatory.bootVerdict` and `RebootDetector.check()`.
    public func steadyVerdict(for observer: String) -> BootVerdict? {
        questions[ExactName(observer)].map { $0.verdict.isSettled ? $0.verdict : $0.initial }
    }

    /// The verdict on an app's own mark, against this launch's latest reading; nil before the first reading.
    public func verdict(since mark: BootMark) -> BootVerdict? { comparison(since: mark)?.verdict }

    /// Bounds of the true time from an app's own mark to this launch's latest reading; nil before the first reading.
    public func elapsed(since mark: BootMark, accepting: Acceptance = .standard) -> Bounds? {
        guard let comparison = comparison(since: mark) else { return nil }
        let passed = comparison.truePassed
        guard accepting.contains(.powerManagementClock) else { return passed }
        return powerManagementPassed(since: mark)?.intersection(passed) ?? passed
    }

    /// A mark of this launch's latest reading, for an app to store; nil before the first reading.
    public var mark: BootMark? {
        latest.map {
            BootMark(
                $0, salt: salt, offset: authenticatedOffset(at: $0.reading.clockState),
                powerManagementLife: powerManagement.life)
        }
    }

    private func comparison(since mark: BootMark) -> BootComparison? {
        guard let latest else { return nil }
        return BootComparison(
            before: mark, now: latest, offsetNow: authenticatedOffset(at: latest.reading.clockState),
            isContradicted: isContradicted, model: model)
    }

    // MARK: - What readings show

    /// What was known of sleep at an instant of the elapsed clock; nil where that is too long ago. Before this launch's
    /// first reading the device is taken to have been awake.
    func state(at elapsed: ElapsedInstant) -> ClockState? {
        if let before = readStates.last(where: { $0.elapsed <= elapsed }) { return before.at(elapsed) }
        guard let first, readStates.first?.elapsed == first.reading.elapsed else { return nil }
        return first.reading.clockState.at(elapsed)
    }

    var sharedIsSameBoot: Bool { shared?.verdict.didReboot == false }

    /// Whether what was saved is of this boot in all likelihood, and that is not proven.
    var isProbablySameBoot: Bool {
        !isFaulty && shared?.verdict.answer == .sameBoot && shared?.verdict.isProven == false
    }
}

/// Whether protected files can be read.
public enum ProtectedDataState: Sendable, Hashable {
    case locked
    case available
}
