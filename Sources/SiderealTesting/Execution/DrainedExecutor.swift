package import SiderealSystem

/// Runs asynchronous work on the caller's thread, in one order: what can run first runs first, and virtual time passes
/// between.
///
/// The work and all that it starts through task groups, `async let` and streams runs where ``run(_:)`` was called, one
/// step after the other, whatever the priorities. When nothing can run, the executor lets virtual time pass to the next
/// wait that is due. So the same inputs give the same order, every time, and a year of waiting takes no longer than
/// what happens in it.
///
/// It stays in one piece as long as nothing leaves it: unstructured tasks, the main actor and the waits of real clocks
/// do.
@available(macOS 15, iOS 18, watchOS 11, tvOS 18, visionOS 2, *)
package final class DrainedExecutor: TaskExecutor {
    private struct State: Sendable {
        /// What can run, in the order in which it came to be so.
        var runnable: [UnownedJob] = []
        /// The thread that drains, while one does.
        var thread: ThreadNumber?
        var ran = 0
        var strays = 0
        /// Whether what ran last came to no end, and may still be in the queue.
        var isEndless = false
    }

    private let state = Lock(State())
    private let whenIdle: @Sendable () -> Bool

    /// An executor for one device.
    ///
    /// - Parameter whenIdle: Called when nothing can run: lets time pass to whatever is due next, and wakes it. False
    ///   where nothing ever will be.
    package init(whenIdle: @escaping @Sendable () -> Bool = { false }) { self.whenIdle = whenIdle }

    // MARK: - Running

    /// Runs work to its end on this thread, and all that can run beside it by then.
    ///
    /// What still waits for a later time goes on with the next run, or with ``drain()``.
    ///
    /// - Throws: What the work throws, or ``StalledExecution`` where it waits for what never comes.
    package func run<Value: Sendable>(_ work: @escaping @Sendable () async throws -> Value) throws -> Value {
        try result { () async -> Result<Value, any Error> in
            do { return .success(try await work()) } catch { return .failure(error) }
        }.get()
    }

    /// Runs work that fails in no way to its end.
    package func result<Value: Sendable>(of work: @escaping @Sendable () async -> Value) throws(StalledExecution)
        -> Value
    {
        try finish(begin(work)) { whenIdle() ? nil : .deadlock }
    }

    /// Work that was handed in, and perhaps has come to its end.
    package struct Begun<Value: Sendable>: Sendable {
        fileprivate let task: Task<Void, Never>
        fileprivate let found: Lock<Value?>
    }

    /// Hands work in, for whoever runs this executor next.
    package func begin<Value: Sendable>(_ work: @escaping @Sendable () async -> Value) -> Begun<Value> {
        let found = Lock<Value?>(nil)
        let task = start {
            let value = await work()
            found.withLock { $0 = value }
        }
        return Begun(task: task, found: found)
    }

    /// Runs what was begun to its end. When nothing can run, `stall` lets time pass to whatever is due next, or says
    /// why nothing more will come: that is thrown.
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

    /// What heeds that it is called off comes to its end, so that nothing of it is left.
    package func callOff<Value>(_ begun: Begun<Value>) {
        begun.task.cancel()
        _ = runAllRunnable()
    }

    /// Runs all that can run now, without letting time pass.
    ///
    /// - Throws: Where the executor is running already, or what runs comes to no end.
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

    /// More steps than any test takes without that time passes; once they were taken, few are enough to see that it
    /// still goes on.
    private static let mostSteps = (usually: 1_000_000, again: 1_000)

    /// False where it comes to no end: what is left stays in the queue.
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

    // MARK: - What the runtime and the library hand in

    /// Takes a step that can run; called by the runtime.
    package func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        state.withLock { state in
            if let thread = state.thread, thread != .current { state.strays &+= 1 }
            state.runnable.append(job)
        }
    }

    /// Starts unstructured work on this executor: the edge for what would start it anywhere.
    package var start: TaskStart {
        { work in Task(executorPreference: self) { await work() } }
    }

    /// How many steps have run.
    package var ran: Int { state.withLock { $0.ran } }

    /// How many steps were handed in by another thread while this one drained: something ran elsewhere.
    package var strays: Int { state.withLock { $0.strays } }
}

/// Why a simulated device did not run work to its end.
public struct StalledExecution: Error, Sendable, Hashable, CustomStringConvertible {
    /// What a test can act on.
    public enum Cause: Sendable, Hashable {
        /// The work waits, nothing can run, and no wait is due at any later time.
        case deadlock
        /// The work still waits after all the time that it was given.
        case timedOut
        /// Something runs on and on, a million steps of it, and no time passes.
        case endless
        /// It was asked to run by work that it runs, or by another thread at the same time.
        case busy
    }

    /// Which of them it was.
    public let cause: Cause
    /// How many steps had run on the executor by then.
    public let steps: Int

    init(_ cause: Cause, steps: Int) {
        self.cause = cause
        self.steps = steps
    }

    /// What happened, in one line.
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
