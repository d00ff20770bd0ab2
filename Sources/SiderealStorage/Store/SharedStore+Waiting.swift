import SiderealBase
import SiderealSystem

/// What tells a store that something may have changed, or may be readable now.
struct ChanceSources: Sendable {
    /// Something to listen to, begun once.
    enum Source: Sendable {
        /// Not begun, or it failed: the next follower tries again.
        case none
        /// A follower just begins it.
        case beginning
        /// Listened to until it is let go; nil where the system never tells.
        case held((any Sendable)?)

        /// Whether the caller is to begin it.
        mutating func claim() -> Bool {
            guard case .none = self else { return false }
            self = .beginning
            return true
        }
    }

    /// Locks and unlocks of the device.
    var locks = Source.none
    /// Writes of other processes.
    var writes = Source.none
    /// Whether the gate was asked to tell when it opens: once is enough.
    var asksGate = false
}

extension SharedStore {
    /// What may have changed, from now on; begins to listen to other processes, the gate and the locks.
    func follow() -> AsyncStream<Void> {
        let stream = pulses.stream(buffering: 1)
        if state.withLock({ $0.sources.writes.claim() }) {
            backend.prepareNotifications()
            let registration = environment.notifications.observeWrites(backend.notificationPath) { [weak self] in
                self?.pulses.send(())
            }
            state.withLock { $0.sources.writes = registration.map { .held($0) } ?? .none }
        }
        if tier == .afterFirstUnlock, state.withLock({ $0.sources.locks.claim() }) {
            let registration = environment.notifications.observe([.willLock, .didUnlock]) { [weak self] _ in
                self?.giveChance()
            }
            state.withLock { $0.sources.locks = .held(registration) }
        }
        awaitGate()
        return stream
    }

    /// Something may be readable now that was not.
    func giveChance() {
        if state.withLock({ $0.queue.giveChance() }) == .startWriting {
            environment.scheduler.background { self.carryOutAll() }
        }
        pulses.send(())
    }

    /// Asks the gate, once, to tell when it opens.
    private func awaitGate() {
        guard tier != .always else { return }
        let isFirst = state.withLock { state in
            defer { state.sources.asksGate = true }
            return !state.sources.asksGate
        }
        if isFirst { gate.onFirstUnlock { [weak self] in self?.giveChance() } }
    }

    /// The retry timer: gives chances now and then, for as long as a write or a reader waits for one.
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

    /// A reader begins to wait for a value that can't be read now.
    func beginPatience() {
        if state.withLock({ $0.queue.readerBegins() }) == .startRetrying { startRetrying() }
    }

    func endPatience() { state.withLock { $0.queue.readerEnds() } }

    /// Waits until a value can be had or never will be.
    func value<Value>(_ key: StoreKey<Value>, timeout: Duration?) async throws(StoreError) -> StorePresence<Value> {
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

    /// What there is under a key as an answer; nil where it is worth waiting for another.
    private func settle<Value>(_ key: StoreKey<Value>) throws(StoreError) -> StorePresence<Value>? {
        switch read(key) {
        case .value(let value): return .value(value)
        case .absent: return .absent
        case .unavailable(let why) where why.mayPass: return nil
        case .unavailable(let why): throw StoreError(why, key: key.name, path: backend.path)
        }
    }
}
