package import SiderealSystem

/// An executor that runs asynchronous work on the caller's thread, in one order. Steps run in the order in which they
/// can run, and virtual time passes between them.
///
/// The work, and everything that it starts through task groups, `async let` and streams, runs on the thread that called
/// ``run(_:)``, one step after the other, regardless of the priorities. When nothing can run, the executor lets virtual
/// time pass to the next due wait. So the same inputs always give the same order, and a year of waiting takes no longer
/// than its events.
///
/// This holds as long as no work leaves the executor. Unstructured tasks, the main actor and waits on real clocks leave
/// it.
@available(macOS 15, iOS 18, watchOS 11, tvOS 18, visionOS 2, *)
package final class DrainedExecutor: TaskExecutor {
    private struct State: Sendable {
        /// The steps that can run, in the order in which they came.
        var runnable: [UnownedJob] = []
        /// The thread that drains the executor, if one does.
        var thread: ThreadNumber?
        var ran = 0
        var strays = 0
        /// Indicates whether the last run came to no end, so that its steps may still be in the queue.
        var isEndless = false
    }

    private let state = Lock(State())
    private let whenIdle: @Sendable () -> Bool

    /// Creates an executor for one device.
    ///
    /// - Parameter whenIdle: A closure to call when nothing can run. It lets time pass to the next due wait, and wakes
    ///   it. It returns `false` if no wait will ever be due.
    package init(whenIdle: @escaping @Sendable () -> Bool = { false }) { self.whenIdle = whenIdle }

    // MARK: - Running

    /// Runs work to its end on this thread, with all other work that can run by then.
    ///
    /// Work that still waits for a later time continues with the next run, or with ``drain()``.
    ///
    /// - Throws: The error that the work throws, or ``StalledExecution`` if it waits for something that never comes.
    package func run<Value: Sendable>(_ work: @escaping @Sendable () async throws -> Value) throws -> Value {
        try result { () async -> Result<Value, any Error> in
            do { return .success(try await work()) } catch { return .failure(error) }
        }.get()
    }

    /// Runs work that can't fail to its end.
    package func result<Value: Sendable>(of work: @escaping @Sendable () async -> Value) throws(StalledExecution)
        -> Value
    {
        try finish(begin(work)) { whenIdle() ? nil : .deadlock }
    }

    /// Work handed in, which may have ended.
    package struct Begun<Value: Sendable>: Sendable {
        fileprivate let task: Task<Void, Never>
        fileprivate let found: Lock<Value?>
    }

    /// Hands in work. The next run of this executor runs it.
    package func begin<Value: Sendable>(_ work: @escaping @Sendable () async -> Value) -> Begun<Value> {
        let found = Lock<Value?>(nil)
        let task = start {
            let value = await work()
            found.withLock { $0 = value }
        }
        return Begun(task: task, found: found)
    }

    /// Runs begun work to its end. When nothing can run, `stall` lets time pass to the next due wait, or returns the
    /// cause why nothing more will come. That cause is thrown.
    package func finish<Value: Sendable>(
        _ begun: Begun<Value>, stall: () -> StalledExecution.Cause?
    ) throws(StalledExecution) -> Value {
        try occupy()
        defer { vacate() }
        while true {
            let isEndless = !runAllRunnable()
            if let value = begun.found.withLock({ $0 }) { return value }
            guard let cause = isEndless ? .endless : stall() else { continue }
            let ran = ran
            callOff(begun)
            throw StalledExecution(cause, steps: ran)
        }
    }

    /// Cancels begun work, and lets it come to its end if it responds to cancellation.
    package func callOff<Value>(_ begun: Begun<Value>) {
        begun.task.cancel()
        _ = runAllRunnable()
    }

    /// Runs everything that can run now, without letting time pass.
    ///
    /// - Throws: ``StalledExecution`` if the executor is running already, or the work comes to no end.
    package func drain() throws(StalledExecution) {
        try occupy()
        defer { vacate() }
        guard runAllRunnable() else { throw StalledExecution(.endless, steps: ran) }
    }

    private func occupy() throws(StalledExecution) {
        let isFree = state.withLock { state in
            guard state.thread == nil else { return false }
            state.thread = .current
            return true
        }
        guard isFree else { throw StalledExecution(.busy, steps: 0) }
    }

    private func vacate() { state.withLock { $0.thread = nil } }

    /// The most steps without time passing, more than any test takes. After an endless run, the lower limit is enough
    /// to see that the work still goes on.
    private static let mostSteps = (usually: 1_000_000, again: 1_000)

    /// Runs steps until none is left. Returns `false` if the work comes to no end; the rest stays in the queue.
    private func runAllRunnable() -> Bool {
        var batch: [UnownedJob] = []
        let limit = state.withLock { $0.ran + ($0.isEndless ? Self.mostSteps.again : Self.mostSteps.usually) }
        while ran < limit {
            state.withLock { state in
                swap(&batch, &state.runnable)
                state.ran &+= batch.count
                state.isEndless = state.isEndless && !batch.isEmpty
            }
            if batch.isEmpty { return true }
            for job in batch { job.runSynchronously(on: asUnownedTaskExecutor()) }
            batch.removeAll(keepingCapacity: true)
        }
        state.withLock { $0.isEndless = true }
        return false
    }

    // MARK: - Incoming work

    /// Takes a step that can run. The runtime calls this.
    package func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        state.withLock { state in
            if let thread = state.thread, thread != .current { state.strays &+= 1 }
            state.runnable.append(job)
        }
    }

    /// A closure that starts unstructured work on this executor instead of anywhere.
    package var start: TaskStart {
        { work in Task(executorPreference: self) { await work() } }
    }

    /// The number of steps that have run.
    package var ran: Int { state.withLock { $0.ran } }

    /// The number of steps that other threads handed in while this executor drained. They show that work ran elsewhere.
    package var strays: Int { state.withLock { $0.strays } }
}

/// The reason why a simulated device did not run work to its end.
public struct StalledExecution: Error, Sendable, Hashable, CustomStringConvertible {
    /// The cause of a stall.
    public enum Cause: Sendable, Hashable {
        /// All work waits, and none of the waits will ever be due.
        case deadlock
        /// The work still waits at its time limit.
        case timedOut
        /// The work runs on and on, for a million steps, and no time passes.
        case endless
        /// Work that the device runs, or another thread at the same time, asked it to run.
        case busy
    }

    /// The cause of the stall.
    public let cause: Cause
    /// The number of steps that had run on the executor by then.
    public let steps: Int

    init(_ cause: Cause, steps: Int) {
        self.cause = cause
        self.steps = steps
    }

    /// The cause and the steps, in one line.
    public var description: String {
        switch cause {
        case .deadlock:
            "deadlock after \(steps) steps: the work waits for what never comes: for the main actor, which only "
                + "runOnMainActor runs, for a Task { } or Task.detached, which run elsewhere, or for an answer in a "
                + "process that was killed"
        case .timedOut:
            "timed out after \(steps) steps: the work still waits, and all the time that it was given has passed; does it wait "
                + "for an unlock, which a test makes happen in whileWaiting, or ask again and again in a process "
                + "that was killed?"
        case .endless:
            "no end after \(steps) steps: something runs on and on without waiting, so that no time passes: "
                + "a loop around Task.yield(), or two that answer each other?"
        case .busy: "the device runs something already: it takes one piece of work at a time"
        }
    }
}
