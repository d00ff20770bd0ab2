package import SiderealCore

/// What the observatories of one directory know, and the rules by which that changes.
///
/// It is a value: it holds no lock, reads no clock and opens no file. Each method takes what happened and returns what
/// to do about it; ``SharedObservatory`` holds the lock and does it.
///
/// Two transitions are impossible by construction. A sample before any reading: the state begins with a reading. A
/// record that is compared with no reading: it comes together with one.
package struct ObservatoryState: Sendable {
    /// What one input asks of the caller, before the next input.
    package struct Actions: Sendable {
        /// Append this line to the journal, if there is one.
        package var journal: JournalEntry?
        /// Write these to the log.
        package var findings: [Timekeeper.Finding] = []
        /// Broadcast these, in order.
        package var events: [ObservatoryEvent] = []
        /// Begin a save in the background, and report it with ``ObservatoryState/saveBegins()``.
        package var save = false

        static let none = Actions()

        /// Why a sample of a source was rejected; nil where it was not.
        package func rejection(of source: String) -> AnswerRejection? {
            for case .rejected(source, let reason) in findings { return reason }
            return nil
        }
    }

    /// Where the automatic save stands.
    package enum Saving: Sendable, Equatable {
        /// All that is worth keeping is saved, or is being saved.
        case idle
        /// Something is worth keeping, and automatic saving is off.
        case wanted
        /// A save waits in the background; it will include whatever is learned until it begins.
        case scheduled
    }

    /// The directory keeps checkpoints of so many observers: forgetting one would make its next launch a first one.
    package static let mostObservers = 256
    /// A sample that changes nothing is worth a save this often.
    static let quietSaveInterval = Nanoseconds.seconds(10)
    /// A sleep that the kernel counts this much later is the one that was reported when it showed.
    static let lateCount = Nanoseconds.seconds(10)

    package private(set) var keeper: Timekeeper
    /// What the timekeeper trusts, apart: all that is needed to answer for a later moment.
    package private(set) var trust: TrustView
    /// What was trusted at the latest input, for each common question.
    private(set) var usual = TrustAtInput()
    private(set) var proven = TrustAtInput()
    private(set) var widest = TrustAtInput()
    /// The number of the latest input, from one.
    package private(set) var input: UInt64 = 0
    /// The clocks at the latest reading.
    package private(set) var known: ClockState
    /// The least sleep in this boot that any reading of the clocks has proven.
    private(set) var slept: Nanoseconds
    private var ties = WallClockMapping()
    /// The latest estimate that was shown: the next one is not before it.
    private var lastShown: [TrustBasis: TrueInstant] = [:]

    package private(set) var saving = Saving.idle
    private var savesAutomatically: Bool
    /// Where the elapsed clock stood when a sample was last worth a save, and which operators counted then.
    private var saveAsked: ElapsedInstant?
    private var counted: [ExactName]?
    /// The operators that this process named.
    private var named: [NamedSource] = []
    /// How often operators were named, and how many of these times are in the record.
    private var namings = 0
    private var savedNamings = 0
    /// When a sleep showed that the kernel had not counted.
    private var uncountedSleep: ElapsedInstant?

    private init(_ keeper: Timekeeper, at reading: ClockReading, savesAutomatically: Bool) {
        self.keeper = keeper
        self.savesAutomatically = savesAutomatically
        trust = keeper.trust
        known = reading.clockState
        slept = known.slept
    }

    /// A launch, with its first reading.
    package static func launch(
        _ keeper: Timekeeper, reading: DeviceReading, savesAutomatically: Bool
    ) -> (state: ObservatoryState, actions: Actions) {
        var state = ObservatoryState(keeper, at: reading.reading, savesAutomatically: savesAutomatically)
        let actions = state.receive(reading)
        return (state, actions)
    }

    // MARK: - Observers

    /// Whether there is room for an observer among those that a record keeps, and those that are open: it is one of
    /// them, or they are fewer than the most.
    package static func admits(_ observer: String, in record: LoadedRecord, open: [ExactName] = []) -> Bool {
        let all = Set(record.record?.observers.keys.map { $0 } ?? []).union(open)
        return all.contains(ExactName(observer)) || all.count < mostObservers
    }

    /// A further opener of the directory: its observer is compared, and saving is on once any opener wants it.
    package mutating func open(observer: String, savesAutomatically: Bool) -> Actions {
        self.savesAutomatically = self.savesAutomatically || savesAutomatically
        let old = trust
        let isNew = !keeper.observers.contains(ExactName(observer))
        let outcome = keeper.add(observer: observer)
        if isNew { wantSave() }
        return conclude(outcome, since: old)
    }

    /// What a journal that begins now has to hold after its launch line.
    package var journalSoFar: [JournalEntry] {
        let reading = keeper.latest.map { JournalEntry.reading($0.reading, bootIdentity: $0.bootIdentity) }
        return [reading, named.isEmpty ? nil : .sources(named)].compactMap { $0 }
    }

    // MARK: - Inputs

    /// All clocks were read.
    package mutating func receive(_ reading: DeviceReading) -> Actions {
        let before = known
        ties.record(reading.reading)
        var actions = take(
            .reading(reading), journal: .reading(reading.reading, bootIdentity: reading.bootIdentity))
        if keeper.first?.reading.elapsed != known.elapsed, let slept = newSleep(since: before) {
            actions.events.append(.slept(slept.duration))
        }
        return actions
    }

    /// The record could be read at last, and then the clocks. One that was read already stays: two threads may have
    /// read it at once.
    package mutating func receive(_ record: LoadedRecord, with reading: DeviceReading) -> Actions {
        guard case .unavailable = keeper.record else { return receive(reading) }
        var actions = take(.record(record))
        let compared = receive(reading)
        actions.journal = compared.journal
        actions.findings += compared.findings
        actions.events += compared.events
        actions.save = actions.save || compared.save
        return actions
    }

    /// The elapsed clock was read, and the sleep in it. False where the device has slept since the latest reading: then
    /// all clocks have to be read.
    package mutating func receive(_ now: ClockState) -> Bool {
        slept = now.slept
        return !known.hasSlept(until: now)
    }

    /// Whether the clocks have to be read before a sample, so that it is tied to them.
    package func needsReading(before sample: TimeSample) -> Bool { known.elapsed < sample.received }

    /// A server answered.
    package mutating func receive(_ sample: TimeSample) -> Actions { take(.sample(sample), journal: .sample(sample)) }

    /// The app named sources.
    package mutating func name(_ sources: [NamedSource]) -> Actions {
        let fresh = sources.filter { !named.contains($0) }
        guard !fresh.isEmpty else { return .none }
        named += fresh
        // Those that are known already are named again, and need no save before they are asked.
        if !fresh.allSatisfy({ keeper.isNamed($0) }) { namings += 1 }
        let actions = take(.sources(fresh), journal: .sources(fresh))
        // Those that found no room may find some later.
        named.removeAll { !keeper.isNamed($0) }
        return actions
    }

    /// The device was unlocked for the first time since its boot.
    package mutating func unlock() -> Actions {
        var actions = conclude(Timekeeper.Outcome(), since: trust)
        actions.journal = .protectedData(.available)
        return actions
    }

    /// The system clock was set, and perhaps back again; the next reading shows by how much.
    package mutating func clockWasSet() { ties.clockWasSet() }

    /// All that is trusted is to be forgotten. It is saved even where it changes no bounds, as where only a floor was
    /// trusted: the next launch would trust it again.
    package mutating func forgetTrust() -> Actions {
        lastShown = [:]
        wantSave()
        return take(.forgetTrust, journal: .reset)
    }

    private mutating func take(_ input: Timekeeper.Input, journal: JournalEntry? = nil) -> Actions {
        let old = trust
        var actions = conclude(keeper.handle(input), since: old)
        actions.journal = journal
        return actions
    }

    /// What follows from an outcome: what is trusted now, what to report of the change, and whether to save.
    private mutating func conclude(_ outcome: Timekeeper.Outcome, since old: TrustView) -> Actions {
        let now = keepTrust()
        let change = TrustChange(from: old.trusted(at: now, on: .unauthenticated), to: widest.trusted)
        let events =
            outcome.findings.map { ObservatoryEvent.found($0) }
            + [.trust(from: old, to: trust, at: now)]
        if outcome.isWorthSaving, isWorthSaving(outcome, change, at: now) { wantSave() }
        return Actions(findings: outcome.findings, events: events, save: scheduleSave())
    }

    /// Keeps apart what the timekeeper trusts at its latest input, and returns that moment.
    private mutating func keepTrust() -> ClockState {
        trust = keeper.trust
        known = keeper.latest?.reading.clockState ?? known
        slept = known.slept
        input += 1
        let now = keeper.latestState ?? known
        func kept(_ trusted: TrustedTime) -> TrustAtInput {
            TrustAtInput(input: input, known: known, elapsed: now.elapsed, trusted: trusted)
        }
        usual = kept(trust.trusted(at: now, on: .standard))
        proven = kept(trust.trusted(at: now, on: .proven))
        widest = kept(trust.trusted(at: now, on: .unauthenticated))
        return now
    }

    /// The sleep between an earlier reading and the latest one; nil where there was none, or it was reported already.
    ///
    /// Linux lets processes run again, and reports a set clock, before it counts the suspension: where the count alone
    /// follows within seconds, that sleep was reported.
    private mutating func newSleep(since before: ClockState) -> Nanoseconds? {
        guard before.hasSlept(until: known) else { return nil }
        var uncounted = before
        uncounted.suspendMark = known.suspendMark
        let grew = uncounted.hasSlept(until: known)
        if !grew, let reported = uncountedSleep, known.elapsed - reported < ObservatoryState.lateCount {
            uncountedSleep = nil
            return nil
        }
        uncountedSleep = grew && before.suspendMark == known.suspendMark ? known.elapsed : nil
        return (known.slept - before.slept).orZero
    }

    // MARK: - Saving

    /// Whether the timekeeper's wish to save is worth a sync. A sample that changes nothing is, every few seconds. A
    /// change of the operators that count is: a next launch that does not know them would believe a liar alone.
    private mutating func isWorthSaving(
        _ outcome: Timekeeper.Outcome, _ change: TrustChange, at now: ClockState
    ) -> Bool {
        let counted = keeper.authenticated.all.map { $0.name }
        let isPreciseEnough = change == .none && outcome.findings.isEmpty && self.counted == counted
        self.counted = counted
        if isPreciseEnough, let saveAsked, (now.elapsed - saveAsked).magnitude < ObservatoryState.quietSaveInterval {
            return false
        }
        saveAsked = now.elapsed
        return true
    }

    private mutating func wantSave() {
        switch saving {
        case .idle: saving = .wanted
        // A scheduled save includes what is learned now.
        case .wanted, .scheduled: break
        }
    }

    private mutating func scheduleSave() -> Bool {
        guard savesAutomatically, saving == .wanted else { return false }
        saving = .scheduled
        return true
    }

    /// The scheduled save begins; whatever is learned from now on wants another one. A save that was not scheduled
    /// changes nothing.
    package mutating func saveBegins() {
        if saving == .scheduled { saving = .idle }
    }

    /// What a save has to write, and how often operators were named by then.
    package var snapshot: (keeper: Timekeeper, namings: Int) { (keeper, namings) }

    /// A save is durable: takes over what others have saved of this boot.
    package mutating func adopt(_ saved: TimekeeperRecord, namings: Int) -> Actions {
        let old = trust
        savedNamings = max(savedNamings, namings)
        return conclude(keeper.adopt(saved), since: old)
    }

    /// Whether names of operators are not in the record yet, which a save would bring there.
    package var hasUnsavedNames: Bool { savedNamings < namings && savesAutomatically }

    // MARK: - Questions

    /// The verdict for an observer, the same however often it is asked; only trusted time that settles an open question
    /// changes it.
    package func verdict(for observer: String) -> BootVerdict {
        keeper.steadyVerdict(for: observer) ?? BootVerdict(.indeterminate, evidence: .noEvidence)
    }

    func trust(_ question: CommonQuestion) -> TrustAtInput {
        switch question {
        case .usual: usual
        case .proven: proven
        case .unauthenticated: widest
        }
    }

    /// The best estimate to show; nil while nothing bounds the time. It stands still rather than going back, unless
    /// what was shown is ruled out and by more than a minute: it would stand still for as long.
    package mutating func estimate(at now: ClockState, on basis: TrustBasis) -> TrueInstant? {
        let trusted = trust.trusted(at: now, on: basis)
        guard let earliest = trusted.earliest, let latest = trusted.latest, let width = trusted.width else {
            return nil
        }
        let middle = earliest + Nanoseconds(width.count / 2)
        if let last = lastShown[basis], last > latest, last - middle > .seconds(60) { lastShown[basis] = nil }
        let shown = lastShown[basis].map { max($0, middle) } ?? middle
        lastShown[basis] = shown
        return shown
    }

    /// Whether the system clock told the true time at the latest reading.
    package func systemClock(tolerance: Nanoseconds, on basis: TrustBasis) -> SystemClockVerdict {
        keeper.systemClock(tolerance: tolerance, on: basis)
    }

    /// When two instants of the wall clock were, by the latest reading; nil where nothing ties them.
    package func span(from start: WallInstant, to end: WallInstant) -> (start: ElapsedInstant, end: ElapsedInstant)? {
        ties.span(from: start, to: end)
    }

    /// Bounds of the true time less the elapsed clock, as trusted at the latest reading.
    package var knownOffset: Bounds? { trust.shownOffset(at: known) }
}

/// What was trusted at the timekeeper's latest input. It is carried on while the device is awake.
struct TrustAtInput: Sendable {
    /// Which input it was.
    var input: UInt64 = 0
    /// The clocks at the latest reading by then.
    var known = ClockState(elapsed: ElapsedInstant(nanoseconds: 0), slept: .zero, suspendMark: nil)
    var elapsed = ElapsedInstant(nanoseconds: 0)
    var trusted = TrustedTime.unknown
}

/// What most answers rest on.
enum CommonQuestion {
    /// `TrustBasis.standard`.
    case usual
    /// `TrustBasis.proven`.
    case proven
    /// `TrustBasis.unauthenticated`.
    case unauthenticated

    init?(_ basis: TrustBasis) {
        switch basis {
        case .standard: self = .usual
        case .proven: self = .proven
        case .unauthenticated: self = .unauthenticated
        default: return nil
        }
    }
}
