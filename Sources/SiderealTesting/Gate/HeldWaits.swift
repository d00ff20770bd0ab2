package import SiderealCore
import SiderealSystem

/// Waits that end when a test ends them, or when the test's device has reached an instant.
package final class HeldWaits: Sendable {
    private struct State: Sendable {
        var next = 0
        var spans: [Duration] = []
        var held: [Int: Wait] = [:]
        /// The waits whose task was cancelled before they began.
        var cancelled: Set<Int> = []
        /// The released instant. Waits that are due at or before this instant end at once.
        var now = TrueInstant(nanoseconds: .min)
        var areOver = false
        var watchers: [Watcher] = []

        mutating func takeWatchers() -> [CheckedContinuation<Void, Never>] {
            let (begun, held) = (spans.count, held.count)
            let met = watchers.filter { $0.begun <= begun && $0.held <= held }
            watchers.removeAll { $0.begun <= begun && $0.held <= held }
            return met.map { $0.continuation }
        }
    }

    private struct Wait: Sendable {
        let span: Duration
        let due: TrueInstant?
        let continuation: CheckedContinuation<Bool, Never>
    }

    private struct Watcher: Sendable {
        let begun: Int
        let held: Int
        let continuation: CheckedContinuation<Void, Never>
    }

    private let state = Lock(State())

    package init() {}

    /// The length of each wait, in the order in which the waits began.
    package var spans: [Duration] { state.withLock { $0.spans } }

    /// The number of current waits.
    package var heldCount: Int { state.withLock { $0.held.count } }

    /// Waits until the test ends the wait. Throws if the task is cancelled.
    package func wait(_ span: Duration) async throws(CancellationError) { try await wait(span, until: nil) }

    /// Waits until the test ends the wait, or ``release(upTo:)`` reaches an instant. Throws if the task is cancelled.
    package func wait(_ span: Duration, until due: TrueInstant?) async throws(CancellationError) {
        let key = state.withLock { state in
            defer { state.next &+= 1 }
            return state.next
        }
        let isOver = await withTaskCancellationHandler {
            await withCheckedContinuation { hold(Wait(span: span, due: due, continuation: $0), key) }
        } onCancel: {
            cancel(key)
        }
        if !isOver { throw CancellationError() }
        // If all waits of a loop end at once, the loop must still let other tasks run, even on a single thread.
        if state.withLock({ $0.areOver }) { await Task.yield() }
    }

    private func hold(_ wait: Wait, _ key: Int) {
        let (answer, watchers) = state.withLock { state -> (Bool?, [CheckedContinuation<Void, Never>]) in
            let isDue = state.areOver || wait.due.map { $0 <= state.now } ?? false
            let answer: Bool? = state.cancelled.remove(key) != nil ? false : isDue ? true : nil
            if answer == nil { state.held[key] = wait }
            state.spans.append(wait.span)
            return (answer, state.takeWatchers())
        }
        if let answer { wait.continuation.resume(returning: answer) }
        for watcher in watchers { watcher.resume() }
    }

    private func cancel(_ key: Int) {
        let continuation = state.withLock { state -> CheckedContinuation<Bool, Never>? in
            if let held = state.held.removeValue(forKey: key) { return held.continuation }
            state.cancelled.insert(key)
            return nil
        }
        continuation?.resume(returning: false)
    }

    /// Ends the current waits of a length. If the length is `nil`, ends all current waits.
    package func end(_ span: Duration? = nil) { endAll { span == nil || $0.span == span } }

    /// Ends all current and future waits that are due at or before an instant.
    package func release(upTo now: TrueInstant) {
        state.withLock { $0.now = max($0.now, now) }
        endAll { wait in wait.due.map { $0 <= now } ?? false }
    }

    private func endAll(where isOver: (Wait) -> Bool) {
        let ended = state.withLock { state in
            let ended = state.held.filter { isOver($0.value) }
            for key in ended.keys { state.held[key] = nil }
            return ended.sorted { $0.key < $1.key }.map { $0.value.continuation }
        }
        for continuation in ended { continuation.resume(returning: true) }
    }

    /// Ends all current and future waits.
    package func endForGood() {
        state.withLock { $0.areOver = true }
        end()
    }

    /// Returns when at least `begun` waits have begun so far, and at least `held` waits are current.
    package func reached(begun: Int = 0, held: Int = 0) async {
        await withCheckedContinuation { continuation in
            let met = state.withLock { state in
                state.watchers.append(Watcher(begun: begun, held: held, continuation: continuation))
                return state.takeWatchers()
            }
            for continuation in met { continuation.resume() }
        }
    }
}
