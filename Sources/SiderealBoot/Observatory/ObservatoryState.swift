package import SiderealCore

/// The state of the observatories of one directory, and the rules for changes of this state.
///
/// This type is a value type: it holds no lock, reads no clock and opens no file. Each method receives an input and
/// returns the actions for it. ``SharedObservatory`` holds the lock and performs the actions.
///
/// Two transitions are impossible by construction:
/// - A sample before any reading: the state begins with a reading.
/// - A record without a reading to compare it with: each record arrives together with a reading.
package struct ObservatoryState: Sendable {
    /// The actions that the caller must perform for one input, before the next input.
    package struct Actions: Sendable {
        /// The line to append to the journal, or `nil` if there is no line.
        package var journal: JournalEntry?
        /// The findings to write to the log.
        package var findings: [Timekeeper.Finding] = []
        /// The events to broadcast, in order.
        package var events: [ObservatoryEvent] = []
        /// A Boolean value that indicates whether to begin a save in the background. The code that saves must call
        /// ``ObservatoryState/saveBegins()``.
        package var save = false

        static let none = Actions()

        /// Returns the reason why the timekeeper rejected a sample from a source, or `nil` if the timekeeper did not
        /// reject it.
        package func rejection(of source: String) -> TrustedTime.Rejection? {
            for case .rejected(source, let reason) in findings { return reason }
            return nil
        }
    }

    /// The progress of the automatic save.
    package enum Saving: Sendable, Equatable {
        /// The observatory has saved everything worth keeping, or is saving it.
        case idle
        /// A change is worth saving, and no save of it is scheduled.
        case wanted
        /// A background save is scheduled. The save will include all inputs that arrive before it begins.
        case scheduled
    }

    /// The maximum number of observers whose checkpoints a directory keeps. If the library dropped an observer, the
    /// observer's next launch would look like its first launch.
    package static let mostObservers = 256
    /// The shortest interval between saves for samples that change nothing.
    static let quietSaveInterval = Nanoseconds.seconds(10)
    /// The longest time after a suspension until the kernel counts the suspension. If only the count changes within
    /// this time, the library has already reported the sleep.
    static let lateCount = Nanoseconds.seconds(10)

    package private(set) var keeper: Timekeeper
    /// The timekeeper's trust as a separate value, which is enough to compute the time at a later moment.
    package private(set) var trust: TrustView
    /// The trusted time at the latest input, for each common question.
    private(set) var usual = TrustAtInput()
    private(set) var proven = TrustAtInput()
    private(set) var widest = TrustAtInput()
    /// The number of the latest input, counted from one.
    package private(set) var input: UInt64 = 0
    /// The clocks at the latest reading.
    package private(set) var known: ClockState
    /// The least time of sleep since the boot that a reading of the clocks has proven.
    private(set) var slept: Nanoseconds
    private var ties = WallClockMapping()
    /// The latest estimate that this state returned. The next estimate is never earlier.
    private var lastShown: [TrustBasis: TrueInstant] = [:]
    /// The resets of trust that were known at the latest estimate.
    private var shownAfter = TrustResets()

    package private(set) var saving = Saving.idle
    private var savesAutomatically: Bool
    /// The elapsed clock at the last sample that required a save, and the known operators at that time.
    private var saveAsked: ElapsedInstant?
    private var counted: [ExactName]?
    /// The sources that this process named.
    private var named: [NamedSource] = []
    /// The number of times that this process named operators, and the number of these times that the record includes.
    private var namings = 0
    private var savedNamings = 0
    /// The moment at which the clocks showed a sleep that the kernel had not counted yet.
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

    /// Returns whether a directory admits an observer. A directory admits observers that are recorded or open. A
    /// directory admits a new observer if it has fewer observers than the limit.
    package static func admits(_ observer: String, in record: LoadedRecord, open: [ExactName] = []) -> Bool {
        let all = Set(record.record?.observers.keys.map { $0 } ?? []).union(open)
        return all.contains(ExactName(observer)) || all.count < mostObservers
    }

    /// Adds another observatory of the directory. Compares its observer, and turns automatic saving on if any
    /// observatory requests it.
    package mutating func open(observer: String, savesAutomatically: Bool) -> Actions {
        self.savesAutomatically = self.savesAutomatically || savesAutomatically
        let old = trust
        let isNew = !keeper.observers.contains(ExactName(observer))
        let outcome = keeper.add(observer: observer)
        if isNew { wantSave() }
        return conclude(outcome, since: old)
    }

    /// The entries that a new journal needs after its launch line.
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

    /// Receives a record that became readable, and a later reading. If a record is already loaded, this method keeps
    /// that record, because two threads may have loaded the record at the same time.
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

    /// Receives the elapsed clock's value, and the device's time of sleep. If the device has slept since the latest
    /// reading, returns `false`. The caller must then read all clocks.
    package mutating func receive(_ now: ClockState) -> Bool {
        slept = now.slept
        return !known.hasSlept(until: now)
    }

    /// Returns whether the caller must read the clocks before it passes a sample, to tie the sample to a reading.
    package func needsReading(before sample: TimeSample) -> Bool { known.elapsed < sample.received }

    /// Receives a server's answer.
    package mutating func receive(_ sample: TimeSample) -> Actions { take(.sample(sample), journal: .sample(sample)) }

    /// Returns whether the app has named all of these sources before.
    package func hasNamed(_ sources: [NamedSource]) -> Bool { sources.allSatisfy { named.contains($0) } }

    /// Records the sources that the app named.
    package mutating func name(_ sources: [NamedSource]) -> Actions {
        let fresh = sources.filter { !named.contains($0) }
        guard !fresh.isEmpty else { return .none }
        named += fresh
        // If the timekeeper already knows all sources, no save is necessary before the app queries them.
        if !fresh.allSatisfy({ keeper.isNamed($0) }) { namings += 1 }
        let actions = take(.sources(fresh), journal: .sources(fresh))
        // Drop the sources for which the timekeeper had no room. It may have room for them in a later call.
        named.removeAll { !keeper.isNamed($0) }
        return actions
    }

    /// Records the first unlock of the device since its boot.
    package mutating func unlock() -> Actions {
        var actions = conclude(Timekeeper.Outcome(), since: trust)
        actions.journal = .protectedData(.available)
        return actions
    }

    /// Records that the system clock was set, and perhaps set again to the earlier time. The next reading shows the
    /// difference.
    package mutating func clockWasSet() { ties.clockWasSet() }

    /// Forgets all trust. Requests a save even if no bounds change, for example if only a floor was trusted. Without
    /// this save, the next launch would trust that floor again.
    package mutating func forgetTrust() -> Actions {
        wantSave()
        return take(.forgetTrust, journal: .reset)
    }

    private mutating func take(_ input: Timekeeper.Input, journal: JournalEntry? = nil) -> Actions {
        let old = trust
        var actions = conclude(keeper.handle(input), since: old)
        actions.journal = journal
        return actions
    }

    /// Returns the actions for an outcome: the events to report, and whether to save.
    private mutating func conclude(_ outcome: Timekeeper.Outcome, since old: TrustView) -> Actions {
        let now = keepTrust()
        let change = TrustChange(from: old.trusted(at: now, on: .unauthenticated), to: widest.trusted)
        let events =
            outcome.findings.map { ObservatoryEvent.found($0) }
            + [.trust(from: old, to: trust, at: now)]
        if outcome.hasUnsavedFacts, isSaveDue(outcome, change, at: now) { wantSave() }
        return Actions(findings: outcome.findings, events: events, save: scheduleSave())
    }

    /// Stores the timekeeper's trust at its latest input, and returns the clock state of that input.
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

    /// Returns the sleep between an earlier reading and the latest reading, or `nil` if there is no sleep, or if that
    /// sleep was already reported.
    ///
    /// After a sleep, Linux lets processes run, and reports a set clock, before it counts the suspension. If only the
    /// count changes within seconds, that sleep was already reported.
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

    /// Returns whether to save the new facts of an outcome now. For samples that change nothing, one save every few
    /// seconds is enough. A change of the known operators is always worth a save. Without their names, the next launch
    /// would trust a single operator even if it is wrong.
    private mutating func isSaveDue(
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
        // A scheduled save includes the present changes.
        case .wanted, .scheduled: break
        }
    }

    private mutating func scheduleSave() -> Bool {
        guard savesAutomatically, saving == .wanted else { return false }
        saving = .scheduled
        return true
    }

    /// Records that the scheduled save begins. Later inputs need another save. If no save was scheduled, nothing
    /// changes.
    package mutating func saveBegins() {
        if saving == .scheduled { saving = .idle }
    }

    /// The timekeeper to save, and the number of times that this process has named operators.
    package var snapshot: (keeper: Timekeeper, namings: Int) { (keeper, namings) }

    /// Records that a save of a snapshot is durable, and adopts the data that other processes of this boot have saved.
    package mutating func adopt(
        _ saved: TimekeeperRecord, of snapshot: (keeper: Timekeeper, namings: Int)
    ) -> Actions {
        let old = trust
        savedNamings = max(savedNamings, snapshot.namings)
        return conclude(keeper.adopt(saved), since: old)
    }

    /// A Boolean value that indicates whether names of operators are still missing from the record, and a save would
    /// add them.
    package var hasUnsavedNames: Bool { savedNamings < namings && savesAutomatically }

    // MARK: - Questions

    /// Returns the verdict for an observer. The verdict stays the same, unless trusted time answers an open question.
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

    /// Returns the best estimate to show, or `nil` while the time has no bounds. The estimate never goes back. Instead,
    /// it keeps its last value. The exception is an estimate that the bounds exclude and that is more than a minute
    /// ahead, because it would keep its value for too long.
    package mutating func estimate(at now: ClockState, on basis: TrustBasis) -> TrueInstant? {
        let trusted = trust.trusted(at: now, on: basis)
        guard let earliest = trusted.earliest, let latest = trusted.latest, let width = trusted.width else {
            return nil
        }
        if shownAfter != keeper.resets { (lastShown, shownAfter) = ([:], keeper.resets) }
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

    /// Maps two instants of the wall clock to the elapsed clock, based on the readings until now. Returns `nil` if no
    /// reading maps the instants.
    package func span(from start: WallInstant, to end: WallInstant) -> (start: ElapsedInstant, end: ElapsedInstant)? {
        ties.span(from: start, to: end)
    }

    /// Bounds of the true time minus the elapsed clock, as trusted at the latest reading.
    package var knownOffset: Bounds? { trust.shownOffset(at: known) }
}

/// The trusted time at the timekeeper's latest input. While the device is awake, the library computes the trusted time
/// of later moments from it.
struct TrustAtInput: Sendable {
    /// The number of the input.
    var input: UInt64 = 0
    /// The clocks at the latest reading before that input.
    var known = ClockState(elapsed: ElapsedInstant(nanoseconds: 0), slept: .zero, suspendMark: nil)
    var elapsed = ElapsedInstant(nanoseconds: 0)
    var trusted = TrustedTime.unknown
}

/// A trust basis that callers use often.
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
