import SiderealCore
import SiderealSystem

/// A store that all openers of its name in a process share.
final class SharedStore: Sendable {
    /// What was read last, for as long as the word of the sidecar stays the same.
    struct Memory: Sendable {
        /// Nil: nothing was ever stored.
        var table: StoreTable?
        var known: StoreLook.Remembered
        /// Values as they were decoded, each a `Decoded`.
        var decoded: [ExactName: any AnyObject & Sendable] = [:]

        /// Goes on to what commits left, by their changes.
        mutating func apply(_ all: [[ExactName: [UInt8]?]], _ now: StoreLook.Remembered) {
            for changes in all {
                table?.apply(changes)
                for name in changes.keys { decoded[name] = nil }
            }
            known = now
        }
    }

    struct State: Sendable {
        var memory: Memory?
        /// Those of this process's own commit that is being made.
        var words: CommitWords?
        /// Counts the locks of the device: what was read before one is not remembered after it.
        var locks: UInt64 = 0
        /// Whether the gate was told that a protected file can be read.
        var hasShownUnlock = false
        var isRecovered = false
        var keptAside: [String] = []
        /// Writes that nobody has begun with, those that wait for an unlock first.
        var waiting: [any PendingWrite] = []
        /// Writes whose tasks were cancelled before it was known that they have to wait.
        var calledOff: Set<UInt64> = []
        var queue: [any PendingWrite] = []
        var isWriting = false
        /// A chance came while something was being written.
        var isRetryWanted = false
        /// Who waits for a value that cannot be had now.
        var patientReaders = 0
        var isBackingOff = false
        var isListening = false
        var isAwaitingGate = false
        /// What keeps the notifications coming.
        var observers: [any Sendable] = []
        var migrations: [StoreMigrationPlan] = []
        var lastWrite: UInt64 = 0

        /// Forgets the words of a commit that has ended; another one may be under way.
        mutating func forget(_ ended: CommitWords?) {
            if words == ended { words = nil }
        }

        /// By what to tell whether what is remembered now is what is stored.
        var sight: Sight? {
            guard let word = memory?.known.word, let seen = memory?.known.seen else { return nil }
            return Sight(word: word, seen: seen, words: words)
        }
    }

    /// What was remembered at a moment, without what it was.
    struct Sight: Sendable {
        let word: SharedWord
        let seen: UInt64
        let words: CommitWords?

        /// Whether it is what is stored. By two calls of the system that take no lock of ours, and never wait.
        ///
        /// During a commit of this process it is what was acknowledged last, and will be until the commit is taken in.
        var isCurrent: Bool {
            guard let word = word.load() else { return false }
            if word == seen { return true }
            guard let words else { return false }
            return words.before == seen && (word == words.during || word == words.after)
        }
    }

    let backend: StoreFiles
    let tier: ProtectionTier
    let coding: any StoreCoding
    let gate: FirstUnlockGate
    let device: Environment
    let state = Lock(State())
    /// A change, or a chance that something can be had now.
    let pulses = Broadcaster<Void>()

    private let whenGone: @Sendable () -> Void

    init(
        _ backend: StoreFiles, tier: ProtectionTier, coding: any StoreCoding, gate: FirstUnlockGate,
        device: Environment,
        whenGone: @escaping @Sendable () -> Void = {}
    ) {
        self.whenGone = whenGone
        self.backend = backend
        self.tier = tier
        self.coding = coding
        self.gate = gate
        self.device = device
        guard tier == .whenUnlocked else { return }
        let observer = device.notifications.observe([.willLock, .didUnlock]) { [weak self] in self?.note($0) }
        if let observer { state.withLock { $0.observers.append(observer) } }
    }

    deinit { whenGone() }

    /// Keys of a migration are not absent before it has run.
    func expect(_ plan: StoreMigrationPlan) {
        state.withLock { state in
            if !state.migrations.contains(plan) { state.migrations.append(plan) }
        }
    }

    // MARK: - Reading

    /// The bytes of a value, as the files have them or as they are remembered.
    enum Found: Sendable, Equatable {
        case bytes([UInt8])
        case absent
        case unavailable(Unavailability)
    }

    func read<Value>(_ key: StoreKey<Value>) -> StoreReading<Value> {
        if let value = remembered(key) { return .value(value) }
        return decode(find(key.exactName), key)
    }

    /// A value that was decoded before, and is still what is stored. The quick way.
    private func remembered<Value>(_ key: StoreKey<Value>) -> Value? {
        // What was unlocked when it was read may be locked by now, whether or not anybody told.
        guard tier != .whenUnlocked else { return nil }
        let (decoded, sight) = state.withLock { state in
            // By its parts: a copy of the whole memory would count its references up and down.
            (state.memory?.decoded[key.exactName], state.sight)
        }
        // Looked at outside of the lock, which readers on many threads share: what was remembered before the look, and
        // is what is stored at the look, is what is stored.
        guard let value = (decoded as? Decoded<Value>)?.value, let sight, sight.isCurrent else { return nil }
        return value
    }

    func decode<Value>(_ found: Found, _ key: StoreKey<Value>) -> StoreReading<Value> {
        switch found {
        case .absent: return .absent
        case .unavailable(let why): return .unavailable(why)
        case .bytes(let bytes):
            do {
                let value = try coding.decode(Value.self, from: bytes)
                remember(Decoded(value), of: bytes, key.exactName)
                return .value(value)
            } catch {
                return .unavailable(.undecodable(reason: "\(error)"))
            }
        }
    }

    private func remember(_ decoded: any AnyObject & Sendable, of bytes: [UInt8], _ name: ExactName) {
        state.withLock { state in
            guard state.memory?.table?.value(of: name) == bytes else { return }
            state.memory?.decoded[name] = decoded
        }
    }

    func find(_ name: ExactName) -> Found {
        if tier == .whenUnlocked, !backend.isReadable() { forget() }
        let (known, sight) = state.withLock { state in
            (Self.found(name, in: state.memory?.table, state.migrations), state.sight)
        }
        return sight?.isCurrent == true ? known : look(for: name)
    }

    private static func found(_ name: ExactName, in table: StoreTable?, _ migrations: [StoreMigrationPlan]) -> Found {
        if let bytes = table?.value(of: name) { return .bytes(bytes) }
        let isPending = migrations.contains { $0.isPending(name) { table?.contains($0) == true } }
        return isPending ? .unavailable(.notMigrated) : .absent
    }

    private func look(for name: ExactName) -> Found {
        let (locks, known) = state.withLock { ($0.locks, $0.memory?.table == nil ? nil : $0.memory?.known) }
        if let known, let found = lookFurther(for: name, than: known) { return found }
        let look = backend.look({ gate.state })
        let table: StoreTable?
        switch look.content {
        case .unavailable(let why): return .unavailable(why)
        case .absent: table = nil
        case .table(let found, let isRecovered):
            table = found
            state.withLock { $0.isRecovered = $0.isRecovered || isRecovered }
            noteReadable()
        }
        return state.withLock { state in
            // Even if it is out of date by now: then only what was added since has to be read.
            if let known = look.remembered, state.locks == locks, state.sight?.isCurrent != true {
                state.memory = Memory(table: table, known: known)
            }
            return Self.found(name, in: table, state.migrations)
        }
    }

    /// Reads only what was added to what is remembered; nil where that is not all there is to it.
    private func lookFurther(for name: ExactName, than known: StoreLook.Remembered) -> Found? {
        guard tier != .whenUnlocked, let (changes, now) = backend.changes(since: known) else { return nil }
        return state.withLock { state in
            guard state.memory?.known.seen == known.seen, state.memory?.table != nil else { return nil }
            state.memory?.apply(changes, now)
            return Self.found(name, in: state.memory?.table, state.migrations)
        }
    }

    /// Tells the gate, once, where it is shown that a file can be read which the system locks until the first unlock.
    /// That the store could be read is no proof: it may still be in another tier, or where nothing is ever locked.
    func noteReadable() {
        guard tier == .afterFirstUnlock, !state.withLock({ $0.hasShownUnlock }), backend.showsUnlock() else { return }
        state.withLock { $0.hasShownUnlock = true }
        gate.noteReadable()
    }

    func forget() {
        state.withLock { state in
            state.memory = nil
            state.locks &+= 1
        }
    }

    private func note(_ event: Environment.Notifications.Event) {
        if event == .willLock { forget() }
        giveChance()
    }
}

/// A value as it was decoded, under a type that can be asked for.
private final class Decoded<Value: Sendable>: Sendable {
    let value: Value
    init(_ value: Value) { self.value = value }
}
