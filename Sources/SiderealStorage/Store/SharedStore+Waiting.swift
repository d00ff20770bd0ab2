import SiderealCore
import SiderealSystem

extension SharedStore {
    /// What may have changed, from now on; begins to listen to other processes, the gate and the locks.
    func follow() -> AsyncStream<Void> {
        let stream = pulses.stream(buffering: 1)
        let isFirst = state.withLock { state in
            guard !state.isListening else { return false }
            state.isListening = true
            return true
        }
        guard isFirst else { return stream }
        backend.prepareNotices()
        let notifications = device.notifications
        let writes = notifications.observeWrites(backend.noticePath) { [weak self] in self?.pulses.send(()) }
        let locks =
            tier == .afterFirstUnlock
            ? notifications.observe([.willLock, .didUnlock]) { [weak self] _ in self?.giveChance() } : nil
        state.withLock { $0.observers += [writes, locks].compactMap { $0 } }
        awaitGate()
        return stream
    }

    /// Something may be readable now that was not.
    func giveChance() {
        retryWrites()
        pulses.send(())
    }

    /// Asks the gate, once, to tell when it opens.
    private func awaitGate() {
        guard tier != .always else { return }
        let isFirst = state.withLock { state in
            defer { state.isAwaitingGate = true }
            return !state.isAwaitingGate
        }
        if isFirst { gate.whenReady { [weak self] in self?.giveChance() } }
    }

    /// Gives chances now and then, for as long as anybody waits for one.
    func keepTrying() {
        let isFirst = state.withLock { state in
            guard !state.isBackingOff else { return false }
            state.isBackingOff = true
            return true
        }
        guard isFirst else { return }
        awaitGate()
        _ = device.scheduler.start { [self] in
            var pauses = BackOff()
            while isWaitedFor() {
                do throws(CancellationError) {
                    try await device.scheduler.wait(pauses.next())
                } catch {
                    return state.withLock { $0.isBackingOff = false }
                }
                giveChance()
            }
        }
    }

    /// Somebody waits for a value that cannot be had now.
    func beginPatience() {
        state.withLock { $0.patientReaders += 1 }
        keepTrying()
    }

    func endPatience() { state.withLock { $0.patientReaders -= 1 } }

    private func isWaitedFor() -> Bool {
        state.withLock { state in
            let isWaited = !state.waiting.isEmpty || state.patientReaders > 0 || state.isWriting
            if !isWaited { state.isBackingOff = false }
            return isWaited
        }
    }

    /// Waits until a value can be had or never will be.
    func value<Value>(_ key: StoreKey<Value>, timeout: Duration?) async throws(StoreError) -> StorePresence<Value> {
        if let answer = try settle(key) { return answer }
        let stream = follow()
        beginPatience()
        defer { endPatience() }
        let isLate = Lock(false)
        let alarm = timeout.map { span in
            device.scheduler.start { [self] in
                // Ten years at most: no clock can be asked for more than it counts.
                guard (try? await device.scheduler.wait(min(span, .seconds(315_360_000)))) != nil else { return }
                isLate.withLock { $0 = true }
                pulses.send(())
            }
        }
        defer { alarm?.cancel() }
        if let answer = try settle(key) { return answer }
        for await _ in stream {
            if let answer = try settle(key) { return answer }
            if isLate.withLock({ $0 }) {
                throw StoreError(.timedOut, "'\(key.name)' was not to be had in time")
            }
        }
        throw StoreError(.cancelled, "cancelled while waiting for '\(key.name)'")
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
