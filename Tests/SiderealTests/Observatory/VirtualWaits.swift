import SiderealCore
import SiderealSystem

/// Waits on a device's virtual time: who waits goes on when the test lets the time pass, or at once where waiting
/// itself does that.
final class VirtualWaits: Sendable {
    private struct Waiter: Sendable {
        var due: Int64
        var continuation: CheckedContinuation<Bool, Never>
    }

    private struct State: Sendable {
        var waiters: [Int: Waiter] = [:]
        var cancelled: Set<Int> = []
        var begun = 0
        var spans: [Duration] = []
        var advances = false
        var watchers: [(begun: Int, pending: Int, continuation: CheckedContinuation<Void, Never>)] = []

        mutating func takeWatchers() -> [CheckedContinuation<Void, Never>] {
            let met = watchers.filter { waiters.count >= $0.pending && begun >= $0.begun }
            watchers.removeAll { waiters.count >= $0.pending && begun >= $0.begun }
            return met.map { $0.continuation }
        }
    }

    private let state = Lock(State())

    /// How long each wait was to be, in their order.
    var spans: [Duration] { state.withLock { $0.spans } }

    /// From now on each wait lets its own time pass.
    func advanceByThemselves() { state.withLock { $0.advances = true } }

    /// Returns once so many waits have begun in all, and so many are going on.
    func reached(begun: Int = 0, pending: Int = 0) async {
        await withCheckedContinuation { continuation in
            let met = state.withLock { state in
                state.watchers.append((begun, pending, continuation))
                return state.takeWatchers()
            }
            for continuation in met { continuation.resume() }
        }
    }

    func release(at now: Int64) {
        let due = state.withLock { state in
            let due = state.waiters.filter { $0.value.due <= now }
            for key in due.keys { state.waiters[key] = nil }
            return due.values.map { $0.continuation }
        }
        for continuation in due { continuation.resume(returning: true) }
    }

    func wait(_ span: Duration, now: () -> Int64, advance: (Int64) -> Void) async throws(CancellationError) {
        let (seconds, attoseconds) = span.components
        let (most, overflows) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
        let length = max(0, overflows ? Int64.max : most.addingSaturated(attoseconds / 1_000_000_000))
        let due = now().addingSaturated(length)
        let (key, advances) = state.withLock { state in
            state.begun += 1
            state.spans.append(span)
            return (state.begun, state.advances)
        }
        if advances {
            await Task.yield()
            if Task.isCancelled { throw CancellationError() }
            // Ten years are as good as for ever.
            advance(min(length, 315_576_000_000_000_000))
            return
        }
        let isOver = await withTaskCancellationHandler {
            await withCheckedContinuation { add(key, due, $0, now: now()) }
        } onCancel: {
            cancel(key)
        }
        if !isOver { throw CancellationError() }
    }

    private func add(_ key: Int, _ due: Int64, _ continuation: CheckedContinuation<Bool, Never>, now: Int64) {
        let (answer, met) = state.withLock { state -> (Bool?, [CheckedContinuation<Void, Never>]) in
            let answer: Bool? = state.cancelled.remove(key) != nil ? false : due <= now ? true : nil
            if answer == nil { state.waiters[key] = Waiter(due: due, continuation: continuation) }
            return (answer, state.takeWatchers())
        }
        if let answer { continuation.resume(returning: answer) }
        for continuation in met { continuation.resume() }
    }

    private func cancel(_ key: Int) {
        let waiter = state.withLock { state in
            let waiter = state.waiters.removeValue(forKey: key)
            if waiter == nil { state.cancelled.insert(key) }
            return waiter
        }
        waiter?.continuation.resume(returning: false)
    }
}
