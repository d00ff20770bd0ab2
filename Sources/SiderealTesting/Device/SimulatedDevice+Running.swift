import SiderealCore

@available(macOS 15, iOS 18, watchOS 11, tvOS 18, visionOS 2, *)
extension SimulatedDevice {
    /// Runs asynchronous work of a test to its end. While the work waits, virtual time passes.
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
    /// The work runs on the calling thread, and must not need the main actor. For work that does, use
    /// ``runOnMainActor(within:_:whileWaiting:)``.
    ///
    /// - Parameters:
    ///   - limit: The longest time that may pass meanwhile. It stops work that polls for something that never comes.
    ///     The default is a month, or an hour on a device not unlocked since it booted.
    ///   - work: The work to run.
    ///   - happening: A closure that changes the device, for example unlocks it. It runs once: when the work first
    ///     waits, or after work that never waits.
    /// - Returns: The value that the work returns.
    /// - Throws: The error that the work throws, or ``StalledExecution`` if it waits for something that does not come.
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

    /// Runs asynchronous work of the main actor to its end. While the work waits, virtual time passes.
    ///
    /// ```swift
    /// try await device.runOnMainActor { try await screen.park("S-ID 1") }
    /// ```
    ///
    /// Code outside the main actor that the work calls runs on the main thread, too, in turn with the main actor's own
    /// tasks. When the work returns, those tasks have gone on as far as they can. A `Task { }` that leaves the main
    /// actor runs on another thread meanwhile: wait for its value in the work.
    ///
    /// - Parameters:
    ///   - limit: The longest time that may pass meanwhile. The default is a month, or an hour on a device not unlocked
    ///     since it booted.
    ///   - work: The work to run.
    ///   - happening: A closure that changes the device, for example unlocks it. It runs once: when the work first
    ///     waits, or after work that never waits.
    /// - Returns: The value that the work returns.
    /// - Throws: The error that the work throws, or ``StalledExecution`` if it waits for something that does not come.
    ///   Before it throws `StalledExecution`, the method waits up to one second for work from other threads.
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

    /// Returns the end of the time for which work may wait. The short default after a boot keeps a test that forgets
    /// the unlock from polling for it a hundred thousand times.
    private func end(after limit: Duration?) -> TrueInstant {
        let usual: Duration = isUnlockedOnce ? .seconds(31 * 86_400) : .seconds(3_600)
        return timeline.now + Nanoseconds(clamping: limit ?? usual).orZero
    }

    /// The outcome of work on the main actor, once it has ended.
    @MainActor private final class Outcome<Value> {
        private(set) var result: Result<Value, any Error>?

        func run(_ work: @MainActor () async throws -> Value) async {
            do { result = .success(try await work()) } catch { result = .failure(error) }
        }
    }

    /// Lets this executor and the main actor run in turn, until the executor had nothing to run five times in a row.
    @MainActor private func settleWithMainActor() async throws(StalledExecution) {
        var idleTurns = 0
        while idleTurns < 5 {
            let steps = executor.ran
            try executor.drain()
            // This waits for everything that the main actor has to run by now. `Task.yield` would go by way of another
            // thread.
            await withCheckedContinuation { turn in Task { @MainActor in turn.resume() } }
            idleTurns = executor.ran == steps ? idleTurns + 1 : 0
        }
    }

    /// Returns whether another thread hands in work within a second.
    @MainActor private func isSomethingComing<Value>(for outcome: Outcome<Value>) async throws(StalledExecution) -> Bool
    {
        let (steps, waits) = (executor.ran, time.begun)
        for _ in 0..<1_000 {
            try? await Task.sleep(for: .milliseconds(1))
            try await settleWithMainActor()
            if outcome.result != nil || executor.ran != steps || time.begun != waits { return true }
        }
        return false
    }

    /// Runs everything due now: background saves of apps, and woken tasks.
    public func settle() { try? executor.drain() }
}
