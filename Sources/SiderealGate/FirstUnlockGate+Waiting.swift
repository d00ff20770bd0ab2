import SiderealBase
import SiderealSystem

extension FirstUnlockGate {
    /// Waits until the device was unlocked since it restarted; returns at once where it was.
    ///
    /// The gate looks again for as long as anything waits. It stops only at an error that lasts until somebody acts,
    /// for example a disk that is read-only.
    ///
    /// - Parameter timeout: How long to wait at most, the device's sleep included, and never more than ten years. Zero
    ///   or less only looks. Without it, as long as it takes.
    /// - Throws: Where the task is cancelled, the time is up and a last look finds the gate closed, or waiting does
    ///   not help (`unavailable(.indeterminate)`).
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

    /// Runs something once the device was unlocked since it restarted, exactly once.
    ///
    /// The gate keeps looking until then. This can't be undone.
    ///
    /// - Parameter body: Runs before this returns where the gate is open already; else on whatever thread finds it
    ///   open, which may be the main thread, and which waits for it.
    public func onFirstUnlock(_ body: @escaping @Sendable () -> Void) {
        if state.isUnlocked || !enter(body) { body() }
    }

    /// Whether tasks wait until it opens, or listen.
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

extension FirstUnlockState {
    /// The cause for which it is closed until somebody acts; nil in every other state.
    fileprivate var lasting: Unavailability? { unavailability.flatMap { $0.mayPass ? nil : $0 } }
}

extension Duration {
    /// Ten years: no clock can be asked for more than it counts.
    package static var longestWait: Duration { .seconds(315_360_000) }
}

extension FirstUnlockGate {
    /// The states of the gate: the present one first, then each change. Each call begins a sequence of its own.
    ///
    /// A sequence ends after `unlocked`, or with its task. A reader that doesn't keep up loses the oldest of more than
    /// 64 states.
    public var states: AsyncStream<FirstUnlockState> {
        let (stream, listener) = AsyncStream.makeStream(
            of: FirstUnlockState.self, bufferingPolicy: .bufferingNewest(64))
        listen(listener)
        return stream
    }
}
