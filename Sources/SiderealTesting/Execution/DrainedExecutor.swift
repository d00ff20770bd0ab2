package import SiderealSystem

/// An executor that runs asynchronous work on the caller's thread in a fixed order. It runs the steps in the order in
/// which they become ready. Between steps, virtual time can pass.
///
/// The work runs on the thread that called ``run(_:)``, one step after the other, regardless of priorities. The same
/// holds for work that it starts through task groups, `async let` and streams. If no step is ready, the executor lets
/// virtual time pass to the next due wait. So the same inputs always give the same order. Waits take no real time.
///
/// The order is fixed only if all work stays on the executor. Unstructured tasks, code of the main actor, and waits on
/// real clocks run elsewhere.
@available(macOS 15, iOS 18, watchOS 11, tvOS 18, visionOS 2, *)
package final class DrainedExecutor: TaskExecutor {
    private struct State: Sendable {
        /// The steps that are ready, in the order in which they came.
        var runnable: [UnownedJob] = []
        /// The thread that drains the executor, or `nil` if no thread does.
        var thread: ThreadNumber?
        var ran = 0
        var strays = 0
        /// A Boolean value that indicates whether the last run reached its limit of steps. Its remaining steps can
        /// still be in the queue.
        var isEndless = false
    }

    private let state = Lock(State())
    private let whenIdle: @Sendable () -> Bool

    /// Creates an executor for one device.
    ///
    /// - Parameter whenIdle: A closure that the executor calls when no step is ready. It lets time pass to the next due
    ///   wait, and ends that wait. It returns `false` if there is no wait.
    package init(whenIdle: @escaping @Sendable () -> Bool = { false }) { self.whenIdle = whenIdle }

    // MARK: - Running

    /// Runs work on this thread until it ends. Also runs all other steps that become ready before that.
    ///
    /// Other work that still waits for a later time continues with the next run, or with ``drain()``.
    ///
    /// - Throws: The error that the work throws, or ``StalledExecution`` if the work can't end.
    package func run<Value: Sendable>(_ work: @escaping @Sendable () async throws -> Value) throws -> Value {
        try result { () async -> Result<Value, any Error> in
            do { return .success(try await work()) } catch { return .failure(error) }
        }.get()
    }

    /// Runs work until it ends. The work can't throw.
    package func result<Value: Sendable>(of work: @escaping @Sendable () async -> Value) throws(StalledExecution)
        -> Value
    {
        try finish(begin(work)) { whenIdle() ? nil : .deadlock }
    }

    /// Work that was passed to the executor. It may have ended.
    package struct Begun<Value: Sendable>: Sendable {
        fileprivate let task: Task<Void, Never>
        fileprivate let found: Lock<Value?>
    }

    /// Adds work to the executor. The next run of the executor runs the work.
    package func begin<Value: Sendable>(_ work: @escaping @Sendable () async -> Value) -> Begun<Value> {
        let found = Lock<Value?>(nil)
        let task = start {
            let value = await work()
            found.withLock { $0 = value }
        }
        return Begun(task: task, found: found)
    }

    /// Runs begun work until it ends. If no step is ready, this method calls `stall`. The closure lets time pass to the
    /// next due wait, or returns the cause of a stall. In that case, this method throws the cause.
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

    /// Cancels begun work, and runs the steps that are then ready.
    package func callOff<Value>(_ begun: Begun<Value>) {
        begun.task.cancel()
        _ = runAllRunnable()
    }

    /// Runs all steps that are ready, without letting time pass.
    ///
    /// - Throws: ``StalledExecution`` if the executor already runs work, or if the steps do not end.
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

    /// The most steps that can run before virtual time passes. `usually` is more than any test needs. After an endless
    /// run, the lower limit `again` is enough to detect that the work still does not end.
    private static let mostSteps = (usually: 1_000_000, again: 1_000)

    /// Runs steps until no step is left. Returns `false` if the steps do not end. The remaining steps stay in the
    /// queue.
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

    /// Adds a step that is ready. The Swift runtime calls this method.
    package func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        state.withLock { state in
            if let thread = state.thread, thread != .current { state.strays &+= 1 }
            state.runnable.append(job)
        }
    }

    /// A closure that starts unstructured work on this executor.
    package var start: TaskStart {
        { work in Task(executorPreference: self) { await work() } }
    }

    /// The number of steps that have run.
    package var ran: Int { state.withLock { $0.ran } }

    /// The number of steps that other threads added while this executor ran. If the number isn't zero, some work ran
    /// on another thread.
    package var strays: Int { state.withLock { $0.strays } }
}

/// The reason why work on a simulated device did not finish.
public struct StalledExecution: Error, Sendable, Hashable, CustomStringConvertible {
    /// The cause of a stall.
    public enum Cause: Sendable, Hashable {
        /// All work waits, and no wait ends at a given time.
        case deadlock
        /// The work was still waiting when its time limit passed.
        case timedOut
        /// The work ran a million steps during which no time passed.
        case endless
        /// The device already runs work. Either that work or another thread called the device again.
        case busy
    }

    /// The cause of the stall.
    public let cause: Cause
    /// The number of steps that had run on the executor before the stall.
    public let steps: Int

    init(_ cause: Cause, steps: Int) {
        self.cause = cause
        self.steps = steps
    }

    /// The cause and the number of steps, in one line.
    public var description: String {
        switch cause {
        case .deadlock:
            "deadlock after \(steps) steps: the work waits, but nothing on this device resumes it. The work may "
                + "wait for the main actor (use runOnMainActor), for a Task { } or Task.detached (both run on "
                + "other threads), or for a request of a process that was killed"
        case .timedOut:
            "timed out after \(steps) steps: the work still waits at its time limit. The work may wait for an "
                + "unlock (unlock the device in whileWaiting), or retry forever in a process that was killed"
        case .endless:
            "the work did not end within \(steps) steps: it never waits, so no time passes. The work may be  "
                + "a loop around Task.yield(), or two tasks that resume each other"
        case .busy: "the device already runs other work, and can run only one piece of work at a time"
        }
    }
}
