import SiderealSystem

extension FirstUnlockGate {
    /// The state of a gate, its pending closures, and its listeners.
    struct Memory: Sendable {
        var latch = FirstUnlockLatch()
        /// The closures to run in order once the gate opens.
        var bodies: [@Sendable () -> Void] = []
        var listeners: [UInt64: AsyncStream<FirstUnlockGate.State>.Continuation] = [:]
        var nextListener: UInt64 = 0
        /// The changes that the gate has yet to send to listeners, in order. Only one thread at a time sends changes.
        var changes: [Change] = []
        var isNotifying = false
        var hasBegunNotifications = false
        /// The registration for notifications. Notifications stop when this value is released.
        var observer: (any Sendable)?
        /// The task that polls while a closure or a listener waits. No such task runs if the system announces every
        /// unlock.
        var loop: Task<Void, Never>?

        /// The listeners in order of registration. With this fixed order, a simulation notifies its listeners in the
        /// same order in each run.
        var listenersInOrder: [AsyncStream<FirstUnlockGate.State>.Continuation] {
            listeners.sorted { $0.key < $1.key }.map { $0.value }
        }

        /// Removes everything that ends when the gate opens, and returns the work that remains.
        mutating func open() -> Opening {
            let opening = Opening(bodies: bodies, loop: loop, observer: observer)
            bodies = []
            listeners = [:]
            loop = nil
            observer = nil
            return opening
        }

        /// Removes and returns the polling task if no closure and no listener is left.
        mutating func takeIdleLoop() -> Task<Void, Never>? {
            guard bodies.isEmpty, listeners.isEmpty else { return nil }
            defer { loop = nil }
            return loop
        }
    }

    /// A change of state, and the listeners at that moment.
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

    /// Sends changes to their listeners in order. Never call this method under the gate's lock, because it would cause
    /// a deadlock. A call to `yield` takes the lock of the listening task. A task that is being cancelled holds that
    /// lock while it waits for the gate's lock.
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

    /// The work that remains after the gate has opened. This work runs outside the gate's lock, since closures may
    /// call the gate.
    struct Opening: Sendable {
        let bodies: [@Sendable () -> Void]
        let loop: Task<Void, Never>?
        /// The registration for notifications, which ends when this value is released.
        let observer: (any Sendable)?

        func carryOut() {
            for body in bodies { body() }
            // Cancel last: the current task may be the polling task, and the closures must not run in a cancelled task.
            loop?.cancel()
        }
    }

    /// Stores a closure to run when the gate opens. Returns `false`, and stores nothing, if the gate is already open.
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
        // The sequence retains the gate until the sequence ends.
        listener.onTermination = { _ in self.forget(listener: key) }
    }

    private func forget(listener key: UInt64) {
        // Release the listener outside the lock, since its termination may call the gate.
        let (_, loop) = memory.withLock { memory in
            (memory.listeners.removeValue(forKey: key), memory.takeIdleLoop())
        }
        loop?.cancel()
    }

    /// Starts the polling task, which all waiters share. The task retains the gate, so waiters don't need to retain it.
    private func beginLoop(_ memory: inout Memory) {
        guard memory.loop == nil, !environment.notifications.announcesEveryUnlock else { return }
        memory.loop = environment.scheduler.start { await self.poll() }
    }
}
