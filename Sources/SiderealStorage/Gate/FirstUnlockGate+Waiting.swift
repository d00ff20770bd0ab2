public import SiderealCore
import SiderealSystem

extension FirstUnlockGate {
    /// Waits until the device was unlocked since it restarted; returns at once where it was.
    ///
    /// An `indeterminate` state doesn't end the wait: the gate looks again for as long as anything waits.
    ///
    /// - Parameter timeout: How long to wait at most, the device's sleep included, and never more than ten years. Zero
    ///   or less only looks. Without it, as long as it takes.
    /// - Throws: Where the task is cancelled, or the time is up and a last look finds the gate closed.
    public func waitForFirstUnlock(timeout: Duration? = nil) async throws(FirstUnlockError) {
        let found = state
        if found.isUnlocked { return }
        if Task.isCancelled { throw .cancelled }
        if let timeout, timeout <= .zero { throw .timedOut(found) }
        switch await ending(within: timeout.map { min($0, .seconds(315_360_000)) }) {
        case .open: return
        case .cancelled: throw .cancelled
        case .timedOut:
            let last = state
            guard last.isUnlocked else { throw .timedOut(last) }
        }
    }

    /// Runs something once the device was unlocked since it restarted, exactly once.
    ///
    /// The gate keeps looking until then. This can't be undone.
    ///
    /// - Parameter body: Runs before this returns where the gate is open already; else on whatever thread finds it
    ///   open, which may be the main thread, and which waits for it.
    public func onFirstUnlock(_ body: @escaping @Sendable () -> Void) {
        if state.isUnlocked || enter(.body(body)) == nil { body() }
    }

    /// Whether tasks are suspended until it opens.
    package var hasWaitingTasks: Bool {
        memory.withLock { memory in
            memory.waiters.values.contains { if case .task = $0 { true } else { false } }
        }
    }

    // MARK: - How a wait ends

    private enum Ending {
        case open, cancelled, timedOut
    }

    private func ending(within timeout: Duration?) async -> Ending {
        guard let timeout else { return await opening() }
        return await withTaskGroup(of: Ending.self) { group in
            group.addTask { await self.opening() }
            group.addTask { (try? await self.environment.scheduler.wait(timeout)) == nil ? .cancelled : .timedOut }
            let first = await group.next() ?? .cancelled
            group.cancelAll()
            return first
        }
    }

    private func opening() async -> Ending {
        guard let key = enter(.arriving) else { return .open }
        let isOpen = await withTaskCancellationHandler {
            await withCheckedContinuation { stay($0, key) }
        } onCancel: {
            leave(key)
        }
        return isOpen ? .open : .cancelled
    }

    /// Suspends an arrived task, unless it was woken or cancelled meanwhile.
    private func stay(_ continuation: CheckedContinuation<Bool, Never>, _ key: UInt64) {
        let answer = memory.withLock { memory -> Bool? in
            guard memory.waiters[key] != nil else { return memory.latch.state.isUnlocked }
            memory.waiters[key] = .task(continuation)
            return nil
        }
        if let answer { continuation.resume(returning: answer) }
    }
}

/// Why a wait for the first unlock ended without one.
public enum FirstUnlockError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The task that waited was cancelled.
    case cancelled
    /// The time was up; the gate was in this state then.
    case timedOut(FirstUnlockState)

    public var description: String {
        switch self {
        case .cancelled: "waiting for the first unlock was cancelled"
        case .timedOut(.indeterminate(let number)):
            "no first unlock was seen in time, and whether there was one cannot be told (errno \(number))"
        case .timedOut: "the device was not unlocked in time"
        }
    }
}
