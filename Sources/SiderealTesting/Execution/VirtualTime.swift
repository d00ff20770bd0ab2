import Sidereal
package import SiderealCore
import SiderealSystem

/// The waits of a device in virtual time. Each wait is due at an instant of the true time. It ends when
/// ``release(upTo:)`` reaches that instant.
///
/// If several waits are due at the same instant, they end in the order in which they began. A wait belongs to a process
/// of the device, and ends with the process.
package final class VirtualTime: Sendable {
    private struct Waiter: Sendable {
        let due: TrueInstant
        let key: UInt64
        let process: Int
        /// The continuation of the waiting task, or `nil` if the task has not suspended yet.
        var continuation: CheckedContinuation<Bool, Never>?
    }

    private struct State: Sendable {
        /// The waits, sorted from the latest due time to the earliest. The last element is the next due wait.
        var waiters: [Waiter] = []
        var next: UInt64 = 0
        var ended: Set<Int> = []
        var begun = 0
    }

    package let timeline: any SimulatedTimeline
    private let state = Lock(State())

    package init(_ timeline: any SimulatedTimeline) { self.timeline = timeline }

    // MARK: - Waiting

    /// Waits until the device's elapsed clock has counted a span.
    package func wait(_ span: Duration, by process: Int = 0) async throws(CancellationError) {
        try await wait(until: timeline.instant(after: Nanoseconds(clamping: span).orZero), by: process)
    }

    /// Waits until an instant. Throws if the task is cancelled or the process has ended.
    package func wait(until due: TrueInstant, by process: Int = 0) async throws(CancellationError) {
        guard !Task.isCancelled, let key = enter(due, process) else { throw CancellationError() }
        let isOver = await withTaskCancellationHandler {
            await withCheckedContinuation { stay($0, key) }
        } onCancel: {
            leave(key)
        }
        if !isOver { throw CancellationError() }
    }

    private func enter(_ due: TrueInstant, _ process: Int) -> UInt64? {
        state.withLock { state -> UInt64? in
            guard !state.ended.contains(process) else { return nil }
            let key = state.next
            state.next &+= 1
            state.begun &+= 1
            // The position after the last wait that is due later. A new wait goes before the waits with the same due
            // time, so it ends after those waits.
            let place = state.waiters.lastIndex { $0.due > due }.map { $0 + 1 } ?? 0
            state.waiters.insert(Waiter(due: due, key: key, process: process), at: place)
            return key
        }
    }

    /// Suspends a task, unless its wait has already ended.
    private func stay(_ continuation: CheckedContinuation<Bool, Never>, _ key: UInt64) {
        let isHeld = state.withLock { state in
            guard let index = state.waiters.lastIndex(where: { $0.key == key }) else { return false }
            state.waiters[index].continuation = continuation
            return true
        }
        if !isHeld { continuation.resume(returning: !Task.isCancelled) }
    }

    private func leave(_ key: UInt64) {
        let waiter = state.withLock { state -> Waiter? in
            guard let index = state.waiters.lastIndex(where: { $0.key == key }) else { return nil }
            return state.waiters.remove(at: index)
        }
        waiter?.continuation?.resume(returning: false)
    }

    // MARK: - Letting time pass

    /// The instant at which the next wait is due, or `nil` if there is no wait.
    package var nextDue: TrueInstant? { state.withLock { $0.waiters.last?.due } }

    /// The number of current waits.
    package var count: Int { state.withLock { $0.waiters.count } }

    /// The number of all waits so far.
    package var begun: Int { state.withLock { $0.begun } }

    /// Ends the waits that are due at or before an instant, in their order. Returns `false` if there was no such wait.
    @discardableResult
    package func release(upTo instant: TrueInstant) -> Bool {
        var isAny = false
        while let waiter = takeNext(upTo: instant) {
            waiter.continuation?.resume(returning: true)
            isAny = true
        }
        return isAny
    }

    private func takeNext(upTo instant: TrueInstant) -> Waiter? {
        state.withLock { state in
            guard let last = state.waiters.last, last.due <= instant else { return nil }
            return state.waiters.removeLast()
        }
    }

    /// Lets time pass to the next due wait, and ends all waits that are due at or before that instant.
    ///
    /// - Parameter horizon: The latest instant to which time may pass.
    /// - Returns: `false` if no wait is due at or before the horizon.
    package func passToNextDue(notBeyond horizon: TrueInstant = TrueInstant(nanoseconds: .max)) -> Bool {
        guard let due = nextDue, due <= horizon else { return false }
        if due > timeline.now { timeline.advance(to: due) }
        return release(upTo: max(due, timeline.now))
    }

    /// Returns true if a process has ended.
    func hasEnded(_ process: Int) -> Bool { state.withLock { $0.ended.contains(process) } }

    /// Ends the current and future waits of a process that has ended. The waits throw a `CancellationError`.
    package func end(process: Int) {
        let ended = state.withLock { state in
            state.ended.insert(process)
            let ended = state.waiters.filter { $0.process == process }
            state.waiters.removeAll { $0.process == process }
            return ended
        }
        for waiter in ended.reversed() { waiter.continuation?.resume(returning: false) }
    }

    /// Lets time pass to an instant, and runs the work that becomes due on the way.
    @available(macOS 15, iOS 18, watchOS 11, tvOS 18, visionOS 2, *)
    package func pass(to instant: TrueInstant, on executor: DrainedExecutor) throws(StalledExecution) {
        repeat { try executor.drain() } while passToNextDue(notBeyond: instant)
        timeline.advance(to: instant)
    }
}

/// The timeline of a simulated device: the true time, and the device's elapsed clock.
package protocol SimulatedTimeline: AnyObject, Sendable {
    /// The true time.
    var now: TrueInstant { get }
    /// The time that the device's elapsed clock shows.
    var elapsed: ElapsedInstant { get }
    /// Lets time pass to an instant. A past instant has no effect.
    func advance(to instant: TrueInstant)
    /// Returns an instant at which the elapsed clock has certainly counted a span.
    func instant(after span: Nanoseconds) -> TrueInstant
}

extension SimulatedTimeline {
    /// Returns the instant for an elapsed clock without an error.
    package func instant(after span: Nanoseconds) -> TrueInstant { now + span }
}
