import SiderealSystem

extension FirstUnlockGate {
    /// What a gate knows, what is to run once it opens, and who listens to it.
    struct Memory: Sendable {
        var latch = FirstUnlockLatch()
        /// What is to run once it opens, in this order.
        var bodies: [@Sendable () -> Void] = []
        var listeners: [UInt64: AsyncStream<FirstUnlockState>.Continuation] = [:]
        var nextListener: UInt64 = 0
        /// Changes that listeners have yet to receive, in this order, from one thread at a time.
        var changes: [Change] = []
        var isNotifying = false
        var hasBegunNotifications = false
        /// What keeps the notifications coming.
        var observer: (any Sendable)?
        /// Polls while anything waits or listens, unless every unlock is announced.
        var loop: Task<Void, Never>?

        /// In the order in which they began to listen, so that the same history notifies in the same order.
        var listenersInOrder: [AsyncStream<FirstUnlockState>.Continuation] {
            listeners.sorted { $0.key < $1.key }.map { $0.value }
        }

        /// Takes out all that ends with the opening.
        mutating func open() -> Opening {
            let opening = Opening(bodies: bodies, loop: loop, observer: observer)
            bodies = []
            listeners = [:]
            loop = nil
            observer = nil
            return opening
        }

        /// Takes out the loop if nothing waits or listens any more.
        mutating func takeIdleLoop() -> Task<Void, Never>? {
            guard bodies.isEmpty, listeners.isEmpty else { return nil }
            defer { loop = nil }
            return loop
        }
    }

    /// A change, and the listeners at that moment.
    struct Change: Sendable {
        let state: FirstUnlockState
        let listeners: [AsyncStream<FirstUnlockState>.Continuation]

        func notify() {
            for listener in listeners {
                listener.yield(state)
                if state.isUnlocked { listener.finish() }
            }
        }
    }

    /// Sends changes to their listeners in order. Never under the lock: yielding takes the lock of the listening task,
    /// which is held while that task is cancelled and asks for ours.
    func notifyListeners() {
        while true {
            let changes: [Change] = memory.withLock { memory in
                guard !memory.isNotifying, !memory.changes.isEmpty else { return [] }
                memory.isNotifying = true
                defer { memory.changes = [] }
                return memory.changes
            }
            if changes.isEmpty { return }
            for change in changes { change.notify() }
            memory.withLock { $0.isNotifying = false }
        }
    }

    /// What remains to be done, without the lock, once the gate is open: each may call back.
    struct Opening: Sendable {
        let bodies: [@Sendable () -> Void]
        let loop: Task<Void, Never>?
        /// Released with this value.
        let observer: (any Sendable)?

        func carryOut() {
            for body in bodies { body() }
            // Last: this may be the loop, and what it calls should not find itself cancelled.
            loop?.cancel()
        }
    }

    /// Keeps what is to run once the gate opens; false if it is open.
    func enter(_ body: @escaping @Sendable () -> Void) -> Bool {
        beginNotifications()
        return memory.withLock { memory in
            guard !memory.latch.state.isUnlocked else { return false }
            memory.bodies.append(body)
            beginLoop(&memory)
            return true
        }
    }

    /// Adds a listener, which receives the present state first.
    func listen(_ listener: AsyncStream<FirstUnlockState>.Continuation) {
        _ = state
        beginNotifications()
        let key = memory.withLock { memory -> UInt64? in
            listener.yield(memory.latch.state)
            if memory.latch.state.isUnlocked { return nil }
            let key = memory.nextListener
            memory.nextListener &+= 1
            memory.listeners[key] = listener
            beginLoop(&memory)
            return key
        }
        guard let key else { return listener.finish() }
        // The sequence keeps the gate alive until it ends.
        listener.onTermination = { _ in self.forget(listener: key) }
    }

    private func forget(listener key: UInt64) {
        // Released outside of the lock: its end may call back.
        let (_, loop) = memory.withLock { memory in
            (memory.listeners.removeValue(forKey: key), memory.takeIdleLoop())
        }
        loop?.cancel()
    }

    /// Starts the one loop for all. It keeps the gate alive, so those who wait need not.
    private func beginLoop(_ memory: inout Memory) {
        guard memory.loop == nil, !environment.notifications.announcesEveryUnlock else { return }
        memory.loop = environment.scheduler.start { await self.poll() }
    }
}
