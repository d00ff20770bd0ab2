import Sidereal
package import SiderealCore
import SiderealSystem

/// The waits of a device, in virtual time. Each is due at an instant of the true time, and ends when that is released.
///
/// Of the waits due at one instant, the first to begin is the first to end. Waits belong to a process of the device,
/// and end with it.
package final class VirtualTime: Sendable {
    private struct Waiter: Sendable {
        let due: TrueInstant
        let key: UInt64
        let process: Int
        /// The continuation of the waiting task, or `nil` while the task is about to wait.
        var continuation: CheckedContinuation<Bool, Never>?
    }

    private struct State: Sendable {
        /// The waits, the latest due first. The next due one is taken from the end.
        var waiters: [Waiter] = []
        var next: UInt64 = 0
        var ended: Set<Int> = []
        var begun = 0
    }

    package let timeline: any SimulatedTimeline
    private let state = Lock(State())

    package init(_ timeline: any SimulatedTimeline) { self.timeline = timeline }

    // MARK: - Waiting

    /// Waits until the device's elapsed clock has counted this span.
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
            // The place behind the last wait that is due later. A new wait comes before equal ones, and so ends after
            // them.
            let place = state.waiters.lastIndex { $0.due > due }.map { $0 + 1 } ?? 0
            state.waiters.insert(Waiter(due: due, key: key, process: process), at: place)
            return key
        }
    }

    /// Suspends a task that has entered, unless it was woken or cancelled since.
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

    /// The instant at which the next wait is due, or `nil` if nothing waits.
    package var nextDue: TrueInstant? { state.withLock { $0.waiters.last?.due } }

    /// The number of current waits.
    package var count: Int { state.withLock { $0.waiters.count } }

    /// The number of waits that have begun in all.
    package var begun: Int { state.withLock { $0.begun } }

    /// Ends the waits that are due by an instant, in their order. Returns `false` if there were none.
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

    /// Lets time pass to the next due wait, and ends all waits that are due by then.
    ///
    /// - Parameter horizon: The latest instant to which time may pass.
    /// - Returns: `false` if no wait is due by then.
    package func passToNextDue(notBeyond horizon: TrueInstant = TrueInstant(nanoseconds: .max)) -> Bool {
        guard let due = nextDue, due <= horizon else { return false }
        if due > timeline.now { timeline.advance(to: due) }
        return release(upTo: max(due, timeline.now))
    }

    /// Indicates whether a process was killed, or has ended in another way.
    func hasEnded(_ process: Int) -> Bool { state.withLock { $0.ended.contains(process) } }

    /// Ends the waits of a killed process, and those that it begins from now on. They fail as if cancelled.
    package func end(process: Int) {
        let ended = state.withLock { state in
            state.ended.insert(process)
            let ended = state.waiters.filter { $0.process == process }
            state.waiters.removeAll { $0.process == process }
            return ended
        }
        for waiter in ended.reversed() { waiter.continuation?.resume(returning: false) }
    }

    /// Lets time pass to an instant, and runs all events on the way at their time.
    @available(macOS 15, iOS 18, watchOS 11, tvOS 18, visionOS 2, *)
    package func pass(to instant: TrueInstant, on executor: DrainedExecutor) throws(StalledExecution) {
        repeat { try executor.drain() } while passToNextDue(notBeyond: instant)
        timeline.advance(to: instant)
    }
}

/// The timeline of a simulated device: the true time, and the clock by which the device counts it.
package protocol SimulatedTimeline: AnyObject, Sendable {
    /// The true time.
    var now: TrueInstant { get }
    /// The time that the device's elapsed clock shows.
    var elapsed: ElapsedInstant { get }
    /// Lets time pass to an instant. A past instant changes nothing.
    func advance(to instant: TrueInstant)
    /// Returns the first instant at which the elapsed clock will certainly have counted this span.
    func instant(after span: Nanoseconds) -> TrueInstant
}

extension SimulatedTimeline {
    /// Returns the instant for an elapsed clock that runs right.
    package func instant(after span: Nanoseconds) -> TrueInstant { now + span }
}
