import SiderealSystem

extension FirstUnlockGate {
    /// The state of a gate, its pending closures, and its listeners.
    struct Memory: Sendable {
        var latch = FirstUnlockLatch()
        /// The closures to run in order once the gate opens.
        var bodies: [@Sendable () -> Void] = []
        var listeners: [UInt64: AsyncStream<FirstUnlockGate.State>.Continuation] = [:]
        var nextListener: UInt64 = 0
        /// The changes that listeners have yet to receive, in order, from one thread at a time.
        var changes: [Change] = []
        var isNotifying = false
        var hasBegunNotifications = false
        /// The registration that keeps notifications coming.
        var observer: (any Sendable)?
        /// The task that polls while anything waits or listens, unless every unlock is announced.
        var loop: Task<Void, Never>?

        /// The listeners in order of registration, so that the same history notifies in the same order.
        var listenersInOrder: [AsyncStream<FirstUnlockGate.State>.Continuation] {
            listeners.sorted { $0.key < $1.key }.map { $0.value }
        }

        /// Takes out everything that ends with the opening.
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
        let state: FirstUnlockGate.State
        let listeners: [AsyncStream<FirstUnlockGate.State>.Continuation]

        func notify() {
            for listener in listeners {
                listener.yield(state)
                if state.isUnlocked { listener.finish() }
            }
        }
    }

    /// Sends changes to their listeners in order. Never call this under the lock: yielding takes the lock of the
    /// listening task. If that task is being cancelled, it holds its lock and waits for ours.
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

    /// The work that remains after the opening. It runs without the lock, since each part may call back.
    struct Opening: Sendable {
        let bodies: [@Sendable () -> Void]
        let loop: Task<Void, Never>?
        /// The registration, released with this value.
        let observer: (any Sendable)?

        func carryOut() {
            for body in bodies { body() }
            // Cancel last: this task may be the loop, and the closures should not find themselves cancelled.
            loop?.cancel()
        }
    }

    /// Keeps a closure to run once the gate opens. Returns `false` if the gate is open.
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
    func listen(_ listener: AsyncStream<FirstUnlockGate.State>.Continuation) {
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
        // The listener is released outside of the lock: its end may call back.
        let (_, loop) = memory.withLock { memory in
            (memory.listeners.removeValue(forKey: key), memory.takeIdleLoop())
        }
        loop?.cancel()
    }

    /// Starts the one loop for all waiters. The loop keeps the gate alive, so waiters need not.
    private func beginLoop(_ memory: inout Memory) {
        guard memory.loop == nil, !environment.notifications.announcesEveryUnlock else { return }
        memory.loop = environment.scheduler.start { await self.poll() }
    }
}
