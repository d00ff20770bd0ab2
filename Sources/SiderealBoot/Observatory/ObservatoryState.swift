package import SiderealCore

/// The state of the observatories of one directory, and the rules by which it changes.
///
/// It is a value: it holds no lock, reads no clock and opens no file. Each method takes an input and returns the
/// actions that follow. ``SharedObservatory`` holds the lock and carries them out.
///
/// Two transitions are impossible by construction:
/// - A sample before any reading: the state begins with a reading.
/// - A record without a reading to compare it with: each record arrives together with one.
package struct ObservatoryState: Sendable {
    /// The actions that one input requires of the caller, before the next input.
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

        /// Returns the reason for which a sample of a source was rejected, or `nil` if it was not.
        package func rejection(of source: String) -> TrustedTime.Rejection? {
            for case .rejected(source, let reason) in findings { return reason }
            return nil
        }
    }

    /// The progress of the automatic save.
    package enum Saving: Sendable, Equatable {
        /// The observatory has saved everything worth keeping, or is saving it.
        case idle
        /// Something is worth keeping, and no save of it is scheduled.
        case wanted
        /// A save waits in the background. It will include all inputs until it begins.
        case scheduled
    }

    /// The most observers whose checkpoints a directory keeps. Forgetting one would make its next launch a first one.
    package static let mostObservers = 256
    /// The shortest interval between saves for samples that change nothing.
    static let quietSaveInterval = Nanoseconds.seconds(10)
    /// The longest delay within which a sleep that the kernel counts late is the sleep that was already reported.
    static let lateCount = Nanoseconds.seconds(10)

    package private(set) var keeper: Timekeeper
    /// The timekeeper's trust, apart: everything needed to answer for a later moment.
    package private(set) var trust: TrustView
    /// The trusted time at the latest input, for each common question.
    private(set) var usual = TrustAtInput()
    private(set) var proven = TrustAtInput()
    private(set) var widest = TrustAtInput()
    /// The number of the latest input, counted from one.
    package private(set) var input: UInt64 = 0
    /// The clocks at the latest reading.
    package private(set) var known: ClockState
    /// The least sleep in this boot that a reading of the clocks has proven.
    private(set) var slept: Nanoseconds
    private var ties = WallClockMapping()
    /// The latest estimate that was shown. The next one is not before it.
    private var lastShown: [TrustBasis: TrueInstant] = [:]

    package private(set) var saving = Saving.idle
    private var savesAutomatically: Bool
    /// The elapsed clock when a sample was last worth a save, and the operators that counted then.
    private var saveAsked: ElapsedInstant?
    private var counted: [ExactName]?
    /// The operators that this process named.
    private var named: [NamedSource] = []
    /// The number of times that operators were named, and how many of these times are in the record.
    private var namings = 0
    private var savedNamings = 0
    /// The moment at which a sleep showed that the kernel had not counted.
    private var uncountedSleep: ElapsedInstant?

    private init(_ keeper: Timekeeper, at reading: ClockReading, savesAutomatically: Bool) {
        self.keeper = keeper
        self.savesAutomatically = savesAutomatically
        trust = keeper.trust
        known = reading.clockState
        slept = known.slept
    }

    /// Returns the state and the actions of a launch, with its first reading.
    package static func launch(
        _ keeper: Timekeeper, reading: DeviceReading, savesAutomatically: Bool
    ) -> (state: ObservatoryState, actions: Actions) {
        var state = ObservatoryState(keeper, at: reading.reading, savesAutomatically: savesAutomatically)
        let actions = state.receive(reading)
        return (state, actions)
    }

    // MARK: - Observers

    /// Returns whether a directory admits an observer: the observer is recorded or open, or there are fewer than the
    /// most.
    package static func admits(_ observer: String, in record: LoadedRecord, open: [ExactName] = []) -> Bool {
        let all = Set(record.record?.observers.keys.map { $0 } ?? []).union(open)
        return all.contains(ExactName(observer)) || all.count < mostObservers
    }

    /// Adds a further opener of the directory: its observer is compared, and saving is on once any opener wants it.
    package mutating func open(observer: String, savesAutomatically: Bool) -> Actions {
        self.savesAutomatically = self.savesAutomatically || savesAutomatically
        let old = trust
        let isNew = !keeper.observers.contains(ExactName(observer))
        let outcome = keeper.add(observer: observer)
        if isNew { wantSave() }
        return conclude(outcome, since: old)
    }

    /// The entries that a journal that begins now needs after its launch line.
    package var journalSoFar: [JournalEntry] {
        let reading = keeper.latest.map { JournalEntry.reading($0.reading, bootIdentity: $0.bootIdentity) }
        return [reading, named.isEmpty ? nil : .sources(named)].compactMap { $0 }
    }

    // MARK: - Inputs

    /// Receives a reading of all clocks.
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

    /// Receives a record that could be read at last, and a reading after it. A record that is already loaded stays: two
    /// threads may have loaded it at once.
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

    /// Receives the elapsed clock and its sleep. Returns `false` if the device has slept since the latest reading: then
    /// all clocks have to be read.
    package mutating func receive(_ now: ClockState) -> Bool {
        slept = now.slept
        return !known.hasSlept(until: now)
    }

    /// Returns whether the clocks have to be read before a sample, so that it is tied to them.
    package func needsReading(before sample: TimeSample) -> Bool { known.elapsed < sample.received }

    /// Receives a server's answer.
    package mutating func receive(_ sample: TimeSample) -> Actions { take(.sample(sample), journal: .sample(sample)) }

    /// Records the sources that the app named.
    package mutating func name(_ sources: [NamedSource]) -> Actions {
        let fresh = sources.filter { !named.contains($0) }
        guard !fresh.isEmpty else { return .none }
        named += fresh
        // Sources that are already known are named again, and need no save before they are queried.
        if !fresh.allSatisfy({ keeper.isNamed($0) }) { namings += 1 }
        let actions = take(.sources(fresh), journal: .sources(fresh))
        // Forget the sources that found no room: they may find some later.
        named.removeAll { !keeper.isNamed($0) }
        return actions
    }

    /// Records the first unlock of the device since its boot.
    package mutating func unlock() -> Actions {
        var actions = conclude(Timekeeper.Outcome(), since: trust)
        actions.journal = .protectedData(.available)
        return actions
    }

    /// Records that the system clock was set, and perhaps set back. The next reading shows by how much.
    package mutating func clockWasSet() { ties.clockWasSet() }

    /// Forgets everything trusted. This is saved even if no bounds change, as when only a floor was trusted: the next
    /// launch would trust it again.
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

    /// Returns the actions that follow from an outcome: what to report of the change of trust, and whether to save.
    private mutating func conclude(_ outcome: Timekeeper.Outcome, since old: TrustView) -> Actions {
        let now = keepTrust()
        let change = TrustChange(from: old.trusted(at: now, on: .unauthenticated), to: widest.trusted)
        let events =
            outcome.findings.map { ObservatoryEvent.found($0) }
            + [.trust(from: old, to: trust, at: now)]
        if outcome.isWorthSaving, isWorthSaving(outcome, change, at: now) { wantSave() }
        return Actions(findings: outcome.findings, events: events, save: scheduleSave())
    }

    /// Stores what the timekeeper trusts at its latest input, and returns that moment.
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

    /// Returns the sleep between an earlier reading and the latest one, or `nil` if there was none, or it was already
    /// reported.
    ///
    /// Linux lets processes run again, and reports a set clock, before it counts the suspension. If the count alone
    /// follows within seconds, that sleep was already reported.
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

    /// Returns whether an outcome is worth a sync. A sample that changes nothing is worth one every few seconds. A
    /// change of the operators that count always is: a next launch without their names would trust a single liar.
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

    /// Records that the scheduled save begins. Inputs from now on want another save. A save that was not scheduled
    /// changes nothing.
    package mutating func saveBegins() {
        if saving == .scheduled { saving = .idle }
    }

    /// The timekeeper to save, and the number of times that operators were named so far.
    package var snapshot: (keeper: Timekeeper, namings: Int) { (keeper, namings) }

    /// Records that a save is durable, and adopts what other processes have saved of this boot.
    package mutating func adopt(_ saved: TimekeeperRecord, namings: Int) -> Actions {
        let old = trust
        savedNamings = max(savedNamings, namings)
        return conclude(keeper.adopt(saved), since: old)
    }

    /// Indicates whether names of operators are still missing from the record, and a save would add them.
    package var hasUnsavedNames: Bool { savedNamings < namings && savesAutomatically }

    // MARK: - Questions

    /// Returns the verdict for an observer. It stays the same, unless trusted time settles an open question.
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

    /// Returns the best estimate to show, or `nil` while nothing bounds the time. It stands still rather than going
    /// back. Only an estimate that is ruled out, and more than a minute ahead, is dropped: it would stand still for as
    /// long.
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

    /// Returns whether the system clock showed the true time at the latest reading.
    package func systemClock(tolerance: Nanoseconds, on basis: TrustBasis) -> SystemClockVerdict {
        keeper.systemClock(tolerance: tolerance, on: basis)
    }

    /// Returns two instants of the wall clock on the elapsed clock, by the latest reading, or `nil` if nothing ties
    /// them.
    package func span(from start: WallInstant, to end: WallInstant) -> (start: ElapsedInstant, end: ElapsedInstant)? {
        ties.span(from: start, to: end)
    }

    /// Bounds of the true time less the elapsed clock, as trusted at the latest reading.
    package var knownOffset: Bounds? { trust.shownOffset(at: known) }
}

/// The trusted time at the timekeeper's latest input. It is carried on while the device is awake.
struct TrustAtInput: Sendable {
    /// The number of the input.
    var input: UInt64 = 0
    /// The clocks at the latest reading by then.
    var known = ClockState(elapsed: ElapsedInstant(nanoseconds: 0), slept: .zero, suspendMark: nil)
    var elapsed = ElapsedInstant(nanoseconds: 0)
    var trusted = TrustedTime.unknown
}

/// A basis that most answers rest on.
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
