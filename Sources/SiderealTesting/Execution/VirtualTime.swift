import Sidereal
package import SiderealCore
import SiderealSystem

/// The waits of a device, in virtual time: each is due at an instant of the true time, and ends when that is released.
///
/// Of those that are due at one instant the first to come is the first to go on. Waits belong to a process of the
/// device, and end with it.
package final class VirtualTime: Sendable {
    private struct Waiter: Sendable {
        let due: TrueInstant
        let key: UInt64
        let process: Int
        /// Nil for a task that is about to wait.
        var continuation: CheckedContinuation<Bool, Never>?
    }

    private struct State: Sendable {
        /// Those that are due last come first: what is due next is taken from the end.
        var waiters: [Waiter] = []
        var next: UInt64 = 0
        var ended: Set<Int> = []
        var begun = 0
    }

    package let timeline: any SimulatedTimeline
    private let state = Lock(State())

    package init(_ timeline: any SimulatedTimeline) { self.timeline = timeline }

    // MARK: - Waiting

    /// Waits until the device's elapsed clock has counted so much.
    package func wait(_ span: Duration, by process: Int = 0) async throws(CancellationError) {
        try await wait(until: timeline.instant(after: Nanoseconds(clamping: span).orZero), by: process)
    }

    /// Waits until an instant. Fails where the task is cancelled, or the process ended.
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
            // The first place from the end behind which only earlier ones are: a later one of equals comes nearer to
            // the start.
            let place = state.waiters.lastIndex { $0.due > due }.map { $0 + 1 } ?? 0
            state.waiters.insert(Waiter(due: due, key: key, process: process), at: place)
            return key
        }
    }

    /// Lets a task that has arrived wait, unless it was woken or cancelled since.
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

    /// When the next wait is due; nil where nothing waits.
    package var nextDue: TrueInstant? { state.withLock { $0.waiters.last?.due } }

    /// How many wait.
    package var count: Int { state.withLock { $0.waiters.count } }

    /// How many waits have begun in all.
    package var begun: Int { state.withLock { $0.begun } }

    /// Ends the waits that are due by an instant, in their order; whether there were any.
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

    /// Lets time pass to the next wait that is due, and ends what is due by then.
    ///
    /// - Parameter horizon: Not beyond this instant.
    /// - Returns: False where nothing is due by then.
    package func passToNextDue(notBeyond horizon: TrueInstant = TrueInstant(nanoseconds: .max)) -> Bool {
        guard let due = nextDue, due <= horizon else { return false }
        if due > timeline.now { timeline.advance(to: due) }
        return release(upTo: max(due, timeline.now))
    }

    /// Whether a process was killed, or has ended in another way.
    func hasEnded(_ process: Int) -> Bool { state.withLock { $0.ended.contains(process) } }

    /// Ends the waits of a process that was killed, and those that it begins from now on: they fail as if called off.
    package func end(process: Int) {
        let ended = state.withLock { state in
            state.ended.insert(process)
            let ended = state.waiters.filter { $0.process == process }
            state.waiters.removeAll { $0.process == process }
            return ended
        }
        for waiter in ended.reversed() { waiter.continuation?.resume(returning: false) }
    }

    /// Lets time pass to an instant, and runs what happens meanwhile when it does.
    @available(macOS 15, iOS 18, watchOS 11, tvOS 18, visionOS 2, *)
    package func pass(to instant: TrueInstant, on executor: DrainedExecutor) throws(StalledExecution) {
        repeat { try executor.drain() } while passToNextDue(notBeyond: instant)
        timeline.advance(to: instant)
    }
}

/// The time line of a simulated device: true time, and the clock that the device counts it by.
package protocol SimulatedTimeline: AnyObject, Sendable {
    /// The true time.
    var now: TrueInstant { get }
    /// What the device's elapsed clock shows.
    var elapsed: ElapsedInstant { get }
    /// Lets time pass to an instant; one that lies behind changes nothing.
    func advance(to instant: TrueInstant)
    /// The first instant at which the elapsed clock will have counted so much more, as far as can be told now.
    func instant(after span: Nanoseconds) -> TrueInstant
}

extension SimulatedTimeline {
    /// For an elapsed clock that runs right.
    package func instant(after span: Nanoseconds) -> TrueInstant { now + span }
}
