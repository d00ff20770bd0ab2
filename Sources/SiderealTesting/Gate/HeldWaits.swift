import SiderealSystem

/// Waits that take no time, and end when a test says so.
package final class HeldWaits: Sendable {
    private struct State: Sendable {
        var next = 0
        var spans: [Duration] = []
        var held: [Int: (span: Duration, continuation: CheckedContinuation<Bool, Never>)] = [:]
        /// Those that were cancelled before they were held.
        var cancelled: Set<Int> = []
        var areOver = false
        var watchers: [(begun: Int, continuation: CheckedContinuation<Void, Never>)] = []

        mutating func takeWatchers() -> [CheckedContinuation<Void, Never>] {
            let count = spans.count
            defer { watchers.removeAll { $0.begun <= count } }
            return watchers.filter { $0.begun <= count }.map { $0.continuation }
        }
    }

    private let state = Lock(State())

    package init() {}

    /// How long each wait was to be, in the order in which they began.
    package var spans: [Duration] { state.withLock { $0.spans } }

    /// How many waits are going on.
    package var heldCount: Int { state.withLock { $0.held.count } }

    /// Waits until the test ends it; fails where the task is cancelled.
    package func wait(_ span: Duration) async throws(CancellationError) {
        let key = state.withLock { state in
            defer { state.next &+= 1 }
            return state.next
        }
        let isOver = await withTaskCancellationHandler {
            await withCheckedContinuation { hold($0, key, span) }
        } onCancel: {
            cancel(key)
        }
        if !isOver { throw CancellationError() }
    }

    private func hold(_ continuation: CheckedContinuation<Bool, Never>, _ key: Int, _ span: Duration) {
        let (answer, watchers) = state.withLock { state -> (Bool?, [CheckedContinuation<Void, Never>]) in
            let answer: Bool? = state.cancelled.remove(key) != nil ? false : state.areOver ? true : nil
            if answer == nil { state.held[key] = (span, continuation) }
            state.spans.append(span)
            return (answer, state.takeWatchers())
        }
        if let answer { continuation.resume(returning: answer) }
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

    /// Ends the waits of such a length that are going on, or all of them.
    package func end(_ span: Duration? = nil) {
        let ended = state.withLock { state in
            let ended = state.held.filter { span == nil || $0.value.span == span }
            for key in ended.keys { state.held[key] = nil }
            return ended.sorted { $0.key < $1.key }.map { $0.value.continuation }
        }
        for continuation in ended { continuation.resume(returning: true) }
    }

    /// Ends all waits, and those to come.
    package func endForGood() {
        state.withLock { $0.areOver = true }
        end()
    }

    /// Returns once so many waits have begun in all.
    package func reached(begun: Int) async {
        await withCheckedContinuation { continuation in
            let met = state.withLock { state in
                state.watchers.append((begun, continuation))
                return state.takeWatchers()
            }
            for continuation in met { continuation.resume() }
        }
    }
}
