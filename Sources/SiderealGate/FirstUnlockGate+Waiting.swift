import SiderealBase
import SiderealSystem

extension FirstUnlockGate {
    /// Waits for the first unlock since the restart, or returns at once if the device has already been unlocked.
    ///
    /// While a task waits, the gate checks the device at intervals. The wait ends early if waiting can't help, for
    /// example because the disk is read-only.
    ///
    /// - Parameter timeout: The longest wait, including the device's sleep, but at most ten years. If `timeout` is
    ///   `nil`, the wait has no limit. If `timeout` is zero or less, the gate checks the device once.
    /// - Throws: An error if the task is cancelled, the gate is still closed after the timeout, or waiting can't help
    ///   (`unavailable(.indeterminate)`).
    public func waitForFirstUnlock(timeout: Duration? = nil) async throws(UnlockError) {
        let found = state
        if found.isUnlocked { return }
        if Task.isCancelled { throw .cancelled }
        if let why = found.lasting { throw .unavailable(why) }
        if let timeout, timeout <= .zero { throw .timedOut(found.unavailability ?? .beforeFirstUnlock) }
        switch await ending(within: timeout.map { min($0, .longestWait) }) {
        case .open: return
        case .cancelled: throw .cancelled
        case .hopeless(let why): throw .unavailable(why)
        case .timedOut: if let why = state.unavailability { throw .timedOut(why) }
        }
    }

    /// Runs a closure exactly once: when the gate opens, or at once if the gate is open.
    ///
    /// While the closure is pending, the gate checks the device at intervals. You can't cancel the closure.
    ///
    /// - Parameter body: The closure. If the gate is open, the closure runs before this method returns. Otherwise the
    ///   closure runs on the thread whose check opens the gate. This thread may be the main thread, so keep the closure
    ///   short.
    public func onFirstUnlock(_ body: @escaping @Sendable () -> Void) {
        if state.isUnlocked || !enter(body) { body() }
    }

    /// A Boolean value that indicates whether any task waits for the gate or observes its state.
    package var hasListeners: Bool { memory.withLock { !$0.listeners.isEmpty } }

    // MARK: - How a wait ends

    private enum Ending {
        case open, cancelled, timedOut
        case hopeless(Unavailability)
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
        for await state in states {
            if state.isUnlocked { return .open }
            if let why = state.lasting { return .hopeless(why) }
        }
        return .cancelled
    }
}

extension FirstUnlockGate.State {
    /// The reason that keeps the gate closed until a person acts, or `nil` in every other state.
    fileprivate var lasting: Unavailability? { unavailability.flatMap { $0.isTemporary ? nil : $0 } }
}

extension Duration {
    /// The longest wait: ten years. Clocks can't count an unlimited wait.
    package static var longestWait: Duration { .seconds(315_360_000) }
}

extension FirstUnlockGate {
    /// A sequence of the gate's states. The sequence begins with the current state, and continues with each new state.
    /// Each access to this property starts a new sequence.
    ///
    /// A sequence ends after `unlocked`, or when the task that reads the sequence is cancelled. The sequence keeps at
    /// most 64 unread states, and drops the oldest states first.
    public var states: AsyncStream<FirstUnlockGate.State> {
        let (stream, listener) = AsyncStream.makeStream(
            of: FirstUnlockGate.State.self, bufferingPolicy: .bufferingNewest(64))
        listen(listener)
        return stream
    }
}
