package import SiderealBase
package import SiderealSystem

/// The moments when a value that could not be read may have become readable: the gate opens, the system announces an
/// unlock, or the app becomes active.
///
/// Extensions receive no notifications. So while a caller waits, checks at intervals count as chances, too. When you
/// release the object, the stream of its moments ends.
package final class Chances: Sendable {
    /// The moments. If several moments pass before the reader requests the next moment, the reader receives only one.
    package let moments: AsyncStream<Void>

    private let moment: AsyncStream<Void>.Continuation
    private let scheduler: Environment.Scheduler
    private let needsChecks: Bool
    private let observer: (any Sendable)?
    private let state = Lock(State())

    private struct State: Sendable {
        /// The tasks that forward the elements of other streams as chances.
        var included: [Task<Void, Never>] = []
        var checks: Task<Void, Never>?
    }

    package init(of gate: FirstUnlockGate, on scheduler: Environment.Scheduler? = nil) {
        let (moments, moment) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        (self.moments, self.moment) = (moments, moment)
        self.scheduler = scheduler ?? gate.environment.scheduler
        observer = gate.environment.notifications.observe([.didUnlock, .didBecomeActive]) { _ in moment.yield() }
        needsChecks = !gate.environment.notifications.announcesEveryUnlock
        include(gate.states)
    }

    deinit {
        let all = state.withLock { $0.included + [$0.checks].compactMap { $0 } }
        for task in all { task.cancel() }
        moment.finish()
    }

    /// Adds a chance.
    package func give() { moment.yield() }

    /// Makes each element of a stream a chance, too.
    package func include(_ stream: AsyncStream<some Sendable>) {
        let task = scheduler.start { [moment] in
            for await _ in stream { moment.yield() }
        }
        state.withLock { $0.included.append(task) }
    }

    /// Begins, continues or ends the checks. The interval between checks grows from 0.25 s to 30 s.
    package func checkAtIntervals(_ isWanted: Bool) {
        let isChecking = state.withLock { $0.checks != nil }
        guard isWanted != isChecking, needsChecks else { return }
        let new = isWanted ? startChecking() : nil
        // Cancel outside the lock, because a cancelled task may call back.
        let old = state.withLock { state in
            defer { state.checks = new }
            return state.checks
        }
        old?.cancel()
    }

    private func startChecking() -> Task<Void, Never> {
        scheduler.start { [scheduler, moment] in
            var pauses = BackOff()
            while (try? await scheduler.wait(pauses.next())) != nil, !Task.isCancelled { moment.yield() }
        }
    }
}

extension Unavailability {
    /// A Boolean value that indicates whether the reason may end without a notification. If so, callers that wait for
    /// a change check at intervals.
    package var mayPassUnannounced: Bool {
        switch self {
        // Another program may free space or grant access at any time.
        case .indeterminate, .unreadable: true
        default: isTemporary
        }
    }
}
