import SiderealBase
import SiderealSystem

/// The sources of notifications about possible changes, or about a chance to read.
struct ChanceSources: Sendable {
    /// A source of notifications. The store observes each source once.
    enum Source: Sendable {
        /// The store does not observe the source yet, or its attempt to observe the source failed. The next task that
        /// follows changes tries again.
        case none
        /// A task that follows changes is starting to observe the source.
        case beginning
        /// The store observes the source until the store releases this registration. The registration is `nil` if the
        /// system sends no notifications.
        case held((any Sendable)?)

        var isHeld: Bool { if case .held = self { true } else { false } }

        /// Claims the source. Returns `true` if the caller has to start the observation.
        mutating func claim() -> Bool {
            guard case .none = self else { return false }
            self = .beginning
            return true
        }
    }

    /// The notifications that the device was locked or unlocked.
    var locks = Source.none
    /// The notifications of writes by other processes.
    var writes = Source.none
    /// A Boolean value that indicates whether the store has registered a closure that runs when the gate opens. One
    /// registration is enough.
    var asksGate = false
}

extension SharedStore {
    /// Returns a stream with an element for each possible change from now on. Also starts to observe the gate, device
    /// locks, and writes by other processes.
    func follow() -> AsyncStream<Void> {
        let stream = pulses.stream(buffering: 1)
        observeWrites()
        if tier == .afterFirstUnlock, state.withLock({ $0.sources.locks.claim() }) {
            let registration = environment.notifications.observe([.willLock, .didUnlock]) { [weak self] _ in
                self?.giveChance()
            }
            state.withLock { $0.sources.locks = .held(registration) }
        }
        awaitGate()
        return stream
    }

    /// Starts to observe writes by other processes, if the store does not observe them yet. Returns `false` if the
    /// store does not observe writes by other processes now. In that case, only periodic reads find these writes, and
    /// the caller must try again.
    @discardableResult
    func observeWrites() -> Bool {
        guard state.withLock({ $0.sources.writes.claim() }) else {
            return state.withLock { $0.sources.writes.isHeld }
        }
        backend.prepareNotifications()
        let registration = environment.notifications.observeWrites(backend.notificationPath) { [weak self] in
            self?.pulses.send(())
        }
        state.withLock { $0.sources.writes = registration.map { .held($0) } ?? .none }
        guard registration != nil else { return false }
        // A follower may have read before the observation began, and would miss a write between its read and the start
        // of the observation.
        pulses.send(())
        return true
    }

    /// Handles a chance: an event after which locked values may be readable.
    func giveChance() {
        if state.withLock({ $0.queue.giveChance() }) == .startWriting {
            environment.scheduler.background { self.carryOutAll() }
        }
        pulses.send(())
    }

    /// Registers, once, a closure that runs when the gate opens.
    private func awaitGate() {
        guard tier != .always else { return }
        let isFirst = state.withLock { state in
            defer { state.sources.asksGate = true }
            return !state.sources.asksGate
        }
        if isFirst { gate.onFirstUnlock { [weak self] in self?.giveChance() } }
    }

    /// Starts the retry timer. The timer calls ``giveChance()`` at intervals while a write or a reader waits.
    func startRetrying() {
        awaitGate()
        _ = environment.scheduler.start { [self] in
            var pauses = BackOff()
            while state.withLock({ $0.queue.goesOnRetrying() }) {
                do throws(CancellationError) {
                    try await environment.scheduler.wait(pauses.next())
                } catch {
                    return state.withLock { $0.queue.stopRetrying() }
                }
                giveChance()
            }
        }
    }

    /// Counts a reader that begins to wait for a value that can't be read now.
    func beginPatience() {
        if state.withLock({ $0.queue.readerBegins() }) == .startRetrying { startRetrying() }
    }

    func endPatience() { state.withLock { $0.queue.readerEnds() } }

    /// Waits until a key can be read, and throws if waiting can't help.
    func value<Value>(_ key: StoreKey<Value>, timeout: Duration?) async throws(StoreError)
        -> ProtectedReading<Value>.Presence
    {
        if let answer = try settle(key) { return answer }
        let stream = follow()
        beginPatience()
        defer { endPatience() }
        let isLate = Lock(false)
        let alarm = timeout.map { span in
            environment.scheduler.start { [self] in
                guard (try? await environment.scheduler.wait(min(span, .longestWait))) != nil else { return }
                isLate.withLock { $0 = true }
                pulses.send(())
            }
        }
        defer { alarm?.cancel() }
        if let answer = try settle(key) { return answer }
        for await _ in stream {
            if let answer = try settle(key) { return answer }
            if isLate.withLock({ $0 }) {
                throw StoreError(.timedOut, "waiting for '\(key.name)' timed out")
            }
        }
        throw StoreError(.cancelled, "waiting for '\(key.name)' was cancelled")
    }

    /// Returns the answer for a key, or `nil` if waiting may help.
    private func settle<Value>(_ key: StoreKey<Value>) throws(StoreError) -> ProtectedReading<Value>.Presence? {
        switch read(key) {
        case .value(let value): return .value(value)
        case .absent: return .absent
        case .unavailable(let why) where why.isTemporary: return nil
        case .unavailable(let why): throw StoreError(why, key: key.name, path: backend.path)
        }
    }
}
