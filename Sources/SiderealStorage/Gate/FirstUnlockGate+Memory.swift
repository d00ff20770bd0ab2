import SiderealCore
import SiderealSystem

extension FirstUnlockGate {
    /// Someone who waits.
    enum Waiter: Sendable {
        /// A task that is about to wait.
        case arriving
        /// A task that waits; it goes on with whether the gate is open.
        case task(CheckedContinuation<Bool, Never>)
        case body(@Sendable () -> Void)
    }

    /// What a gate knows, and who wants to know it.
    struct Memory: Sendable {
        var latch = FirstUnlockLatch()
        /// The same that wait in the latch.
        var waiters: [UInt64: Waiter] = [:]
        var listeners: [UInt64: AsyncStream<FirstUnlockState>.Continuation] = [:]
        var nextListener: UInt64 = 0
        /// What is still to be told, and to whom; told in this order by one thread at a time.
        var news: [News] = []
        var isTelling = false
        var hasBegunNotifications = false
        /// What keeps the notifications coming.
        var observer: (any Sendable)?
        /// Looks from time to time: there while somebody waits or listens, unless every unlock is announced.
        var loop: Task<Void, Never>?

        /// In the order in which they came, so that the same history is told in the same order.
        var listenersInOrder: [AsyncStream<FirstUnlockState>.Continuation] {
            listeners.sorted { $0.key < $1.key }.map { $0.value }
        }

        /// Takes out all that ends with the opening.
        mutating func open(waking keys: [UInt64]) -> Opening {
            let opening = Opening(
                waiters: keys.compactMap { waiters[$0] }, loop: loop, observer: observer)
            waiters = [:]
            listeners = [:]
            loop = nil
            observer = nil
            return opening
        }

        /// The loop, taken out, where nobody needs it any more.
        mutating func takeIdleLoop() -> Task<Void, Never>? {
            guard waiters.isEmpty, listeners.isEmpty else { return nil }
            defer { loop = nil }
            return loop
        }
    }

    /// A change, for those who listened when it came.
    struct News: Sendable {
        let state: FirstUnlockState
        let listeners: [AsyncStream<FirstUnlockState>.Continuation]

        func tell() {
            for listener in listeners {
                listener.yield(state)
                if state.isOpen { listener.finish() }
            }
        }
    }

    /// Tells what is to be told, in the order in which it came. Never under the lock: to yield takes the lock of the
    /// task that listens, which is held while that task is cancelled and asks for ours.
    func tellNews() {
        while true {
            let news: [News] = memory.withLock { memory in
                guard !memory.isTelling, !memory.news.isEmpty else { return [] }
                memory.isTelling = true
                defer { memory.news = [] }
                return memory.news
            }
            if news.isEmpty { return }
            for one in news { one.tell() }
            memory.withLock { $0.isTelling = false }
        }
    }

    /// What remains to be done, without the lock, once the gate is open: each may call back.
    struct Opening: Sendable {
        let waiters: [Waiter]
        let loop: Task<Void, Never>?
        /// Released with this value.
        let observer: (any Sendable)?

        func carryOut() {
            for waiter in waiters {
                switch waiter {
                case .arriving: break
                case .task(let continuation): continuation.resume(returning: true)
                case .body(let body): body()
                }
            }
            // Last: this may be the loop, and what it calls should not find itself cancelled.
            loop?.cancel()
        }
    }

    /// Registers someone who waits; nil where the gate is open.
    func enter(_ waiter: Waiter) -> UInt64? {
        beginNotifications()
        return memory.withLock { memory -> UInt64? in
            guard let key = memory.latch.enter() else { return nil }
            memory.waiters[key] = waiter
            beginLoop(&memory)
            return key
        }
    }

    /// Forgets someone who waits no longer, and lets that one go on.
    func leave(_ key: UInt64) {
        let (waiter, loop) = memory.withLock { memory -> (Waiter?, Task<Void, Never>?) in
            guard memory.latch.leave(key) else { return (nil, nil) }
            return (memory.waiters.removeValue(forKey: key), memory.takeIdleLoop())
        }
        loop?.cancel()
        if case .task(let continuation) = waiter { continuation.resume(returning: false) }
    }

    /// Adds someone who listens; that one hears the present state first.
    func listen(_ listener: AsyncStream<FirstUnlockState>.Continuation) {
        _ = state
        beginNotifications()
        let key = memory.withLock { memory -> UInt64? in
            listener.yield(memory.latch.state)
            if memory.latch.state.isOpen { return nil }
            let key = memory.nextListener
            memory.nextListener &+= 1
            memory.listeners[key] = listener
            beginLoop(&memory)
            return key
        }
        guard let key else { return listener.finish() }
        listener.onTermination = { [weak self] _ in self?.forget(listener: key) }
    }

    private func forget(listener key: UInt64) {
        // Released outside of the lock: its end may call back.
        let (_, loop) = memory.withLock { memory in
            (memory.listeners.removeValue(forKey: key), memory.takeIdleLoop())
        }
        loop?.cancel()
    }

    /// One for all. It keeps the gate: those who wait need not.
    private func beginLoop(_ memory: inout Memory) {
        guard memory.loop == nil, !environment.notifications.announcesEveryUnlock else { return }
        memory.loop = environment.scheduler.start { await self.lookFromTimeToTime() }
    }
}
