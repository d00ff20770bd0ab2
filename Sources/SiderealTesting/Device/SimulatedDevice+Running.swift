import SiderealCore

@available(macOS 15, iOS 18, watchOS 11, tvOS 18, visionOS 2, *)
extension SimulatedDevice {
    /// Runs asynchronous work of a test until it ends. While the work waits, virtual time passes.
    ///
    /// ```swift
    /// let outcome = try device.run { await clock.synchronize() }
    /// let settings = try device.run {
    ///     try await store.value(.settings)
    /// } whileWaiting: {
    ///     device.unlock()
    /// }
    /// ```
    ///
    /// The work runs on the calling thread, and must not use the main actor. For work that uses the main actor, call
    /// ``runOnMainActor(within:_:whileWaiting:)``.
    ///
    /// - Parameters:
    ///   - limit: The longest virtual time that may pass during the work. This limit stops work that would poll
    ///     forever. The default is a month, or an hour if the device has not been unlocked since it booted.
    ///   - work: The work to run.
    ///   - happening: A closure that changes the device, for example one that unlocks it. The closure runs once, when
    ///     the work first waits. If the work never waits, the closure runs after the work.
    /// - Returns: The value that the work returns.
    /// - Throws: The error that the work throws, or ``StalledExecution`` if the work can't end.
    @discardableResult
    public func run<Value: Sendable>(
        within limit: Duration? = nil, _ work: @escaping @Sendable () async throws -> Value,
        whileWaiting happening: () throws -> Void = {}
    ) throws -> Value {
        try executor.drain()
        let begun = executor.begin { () async -> Result<Value, any Error> in
            do { return .success(try await work()) } catch { return .failure(error) }
        }
        settle()
        do { try happening() } catch {
            executor.callOff(begun)
            throw error
        }
        let end = end(after: limit)
        return try executor.finish(begun) {
            if time.passToNextDue(notBeyond: end) { return nil }
            return time.nextDue == nil ? .deadlock : .timedOut
        }.get()
    }

    /// Runs asynchronous work of the main actor until it ends. While the work waits, virtual time passes.
    ///
    /// ```swift
    /// try await device.runOnMainActor { try await screen.park("S-ID 1") }
    /// ```
    ///
    /// The work can call code outside the main actor. That code also runs on the main thread, and alternates with the
    /// tasks of the main actor. When the work returns, each task of the main actor has finished or waits for something.
    /// A `Task { }` that leaves the main actor runs on another thread, so the work must await the value of such a task.
    ///
    /// - Parameters:
    ///   - limit: The longest virtual time that may pass during the work. The default is a month, or an hour if the
    ///     device has not been unlocked since it booted.
    ///   - work: The work to run.
    ///   - happening: A closure that changes the device, for example one that unlocks it. The closure runs once, when
    ///     the work first waits. If the work never waits, the closure runs after the work.
    /// - Returns: The value that the work returns.
    /// - Throws: The error that the work throws, or ``StalledExecution`` if the work can't end. Before this method
    ///   throws `StalledExecution`, it waits up to one second for work from other threads.
    @MainActor
    @discardableResult
    public func runOnMainActor<Value>(
        within limit: Duration? = nil, _ work: @escaping @MainActor () async throws -> Value,
        whileWaiting happening: () throws -> Void = {}
    ) async throws -> Value {
        let outcome = Outcome<Value>()
        let steps = executor.ran
        let task = Task(executorPreference: executor) { await outcome.run(work) }
        do {
            try await settleWithMainActor()
            try happening()
            let end = end(after: limit)
            while true {
                try await settleWithMainActor()
                if let result = outcome.result { return try result.get() }
                if time.passToNextDue(notBeyond: end) { continue }
                if try await isSomethingComing(for: outcome) { continue }
                throw StalledExecution(time.nextDue == nil ? .deadlock : .timedOut, steps: executor.ran - steps)
            }
        } catch {
            task.cancel()
            try? await settleWithMainActor()
            throw error
        }
    }

    /// Returns the latest virtual time until which the work may wait. If a test forgets to unlock the device, the
    /// work polls for the unlock again and again. The default after a boot is shorter, which limits the number of
    /// polls.
    private func end(after limit: Duration?) -> TrueInstant {
        let usual: Duration = isUnlockedOnce ? .seconds(31 * 86_400) : .seconds(3_600)
        return timeline.now + Nanoseconds(clamping: limit ?? usual).orZero
    }

    /// The outcome of work on the main actor, or `nil` until the work has ended.
    @MainActor private final class Outcome<Value> {
        private(set) var result: Result<Value, any Error>?

        func run(_ work: @MainActor () async throws -> Value) async {
            do { result = .success(try await work()) } catch { result = .failure(error) }
        }
    }

    /// Runs this executor and the main actor in turn, until the executor has had no step to run in five consecutive
    /// turns.
    @MainActor private func settleWithMainActor() async throws(StalledExecution) {
        var idleTurns = 0
        while idleTurns < 5 {
            let steps = executor.ran
            try executor.drain()
            // This call waits until the main actor has run all its present tasks. `Task.yield` would use another
            // thread.
            await withCheckedContinuation { turn in Task { @MainActor in turn.resume() } }
            idleTurns = executor.ran == steps ? idleTurns + 1 : 0
        }
    }

    /// Returns true if another thread adds work to the executor within a second.
    @MainActor private func isSomethingComing<Value>(for outcome: Outcome<Value>) async throws(StalledExecution)
        -> Bool
    {
        let (steps, waits) = (executor.ran, time.begun)
        for _ in 0..<1_000 {
            try? await Task.sleep(for: .milliseconds(1))
            try await settleWithMainActor()
            if outcome.result != nil || executor.ran != steps || time.begun != waits { return true }
        }
        return false
    }

    /// Runs all work that is due now, such as woken tasks and the background saves of apps.
    public func settle() { try? executor.drain() }
}
