import Dispatch
import SiderealCore
import SiderealSystem

/// What all observatories of one directory share: the timekeeper, the clocks and the file.
final class SharedObservatory: Sendable {
    struct State: Sendable {
        var keeper: Timekeeper
        var clocks: SystemClocks
        var journal: JournalWriter?
        var isSaveScheduled = false
    }

    let directory: String
    private let areComparable: Bool
    private let machine: MachineIdentity?
    private let savesAutomatically: Bool
    private let state: Lock<State>
    /// Apart from the state, so that nobody who asks a question waits for a sync.
    private let file: Lock<RecordFile>

    // MARK: - Opening

    /// The one registry: two openers of a directory share.
    private static let registry = Lock<[String: SharedObservatory]>([:])

    static func of(
        directory: String, observer: String, journal: String?, savesAutomatically: Bool
    ) throws(ObservatoryError) -> SharedObservatory {
        let key = StateDirectory.canonical(directory)
        let shared = try registry.withLock { all throws(ObservatoryError) in
            if let shared = all[key] { return shared }
            let shared = try SharedObservatory(
                directory: directory, observer: observer, journal: journal, savesAutomatically: savesAutomatically)
            all[key] = shared
            return shared
        }
        shared.open(observer: observer)
        return shared
    }

    private init(
        directory: String, observer: String, journal: String?, savesAutomatically: Bool
    ) throws(ObservatoryError) {
        self.directory = directory
        self.savesAutomatically = savesAutomatically
        let record = RecordFile(directory: directory)
        // The record first, the clocks afterwards: whatever another process saves in between is then older than ours.
        let loaded = record.load()
        // Without either identity nothing is concluded across launches.
        areComparable = SystemClocks.areComparable
        machine = areComparable ? MachineIdentity.system(stateDirectory: directory) : nil
        file = Lock(record)
        var random = SystemRandomNumberGenerator()
        let salt = Salt(high: random.next(), low: random.next())
        let model = ClockModel.system
        let keeper = Timekeeper(.init(record: loaded, model: model, salt: salt, observers: [observer]))
        let writer = journal.map { JournalWriter(path: $0) }
        state = Lock(State(keeper: keeper, clocks: SystemClocks(), journal: writer))
        try state.withLock { state throws(ObservatoryError) in
            try state.journal?.append(.launch(.init(model: model, machine: machine)))
            try look(&state)
        }
        if savesAutomatically { scheduleSave() }
    }

    private func open(observer: String) {
        let isNew = state.withLock { state in
            let isNew = !state.keeper.observers.contains(observer)
            _ = state.keeper.open(observer: observer)
            return isNew
        }
        if isNew && savesAutomatically { scheduleSave() }
    }

    // MARK: - Looking

    /// Reads the clocks and tells the timekeeper.
    private func look(_ state: inout State) throws(ObservatoryError) {
        let reading: ClockReading
        do throws(ClockError) {
            reading = try state.clocks.read()
        } catch {
            throw ObservatoryError(error)
        }
        let identity = areComparable ? BootIdentityStatus.system().identity : nil
        try state.journal?.append(.reading(reading, bootIdentity: identity))
        let observation = Observation(reading: reading, bootIdentity: identity, machine: machine)
        // A reading is never refused.
        _ = try? state.keeper.handle(.reading(observation))
    }

    /// The timekeeper after a fresh reading.
    func lookAgain() throws(ObservatoryError) -> Timekeeper {
        try state.withLock { state throws(ObservatoryError) in
            try look(&state)
            return state.keeper
        }
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

    private func scheduleSave() {
        let isFirst = state.withLock { state in
            defer { state.isSaveScheduled = true }
            return !state.isSaveScheduled
        }
        guard isFirst else { return }
        DispatchQueue.global(qos: .utility).async {
            self.state.withLock { $0.isSaveScheduled = false }
            // A checkpoint that lags is still true, and the next save tries again.
            try? self.save(readingAgain: false)
        }
    }

    func save(readingAgain: Bool) throws(ObservatoryError) {
        try loadIfUnavailable()
        let keeper = readingAgain ? try lookAgain() : self.keeper
        if case .unavailable(let cause) = keeper.record {
            throw ObservatoryError(
                .recordUnreadable, errno: cause.errno, "\(directory)/state is left as it is: \(cause.reason)")
        }
        try file.withLock { file throws(ObservatoryError) in try file.save(keeper) }
    }

    /// Reads the record again where it could not be read at launch, and then the clocks.
    private func loadIfUnavailable() throws(ObservatoryError) {
        guard case .unavailable = keeper.record else { return }
        let loaded = file.withLock { $0.load() }
        if case .unavailable = loaded { return }
        try state.withLock { state throws(ObservatoryError) in
            _ = try? state.keeper.handle(.record(loaded))
            try look(&state)
        }
    }
}
