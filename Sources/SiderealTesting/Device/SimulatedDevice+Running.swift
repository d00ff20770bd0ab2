import SiderealCore

@available(macOS 15, iOS 18, watchOS 11, tvOS 18, visionOS 2, *)
extension SimulatedDevice {
    /// Runs asynchronous work of a test to its end; virtual time passes where it waits.
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
    /// The work runs on the thread that asks, and must not need the main actor: for that there is
    /// ``runOnMainActor(within:_:whileWaiting:)``.
    ///
    /// - Parameters:
    ///   - limit: How much time may pass meanwhile, so that work which looks again and again for what never comes does
    ///     not run on for ever: unless you say otherwise a month, and an hour on a device that was not unlocked since
    ///     it booted.
    ///   - work: What is run.
    ///   - happening: What else happens to the device once the work waits, before time passes for it.
    /// - Returns: What the work returns.
    /// - Throws: What the work throws, or ``StalledExecution`` if it waits for what does not come.
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

    /// Runs asynchronous work of the main actor to its end; virtual time passes where it waits.
    ///
    /// ```swift
    /// try await device.runOnMainActor { try await screen.park("S-ID 1") }
    /// ```
    ///
    /// What the work calls outside the main actor runs on the main thread, too, in turn with the main actor's own
    /// tasks. When it returns, those have gone on as far as they can. A `Task { }` that leaves the main actor runs on
    /// another thread meanwhile: wait for its value in the work.
    ///
    /// - Parameters:
    ///   - limit: How much time may pass meanwhile: unless you say otherwise a month, and an hour on a device that was
    ///     not unlocked since it booted.
    ///   - work: What is run.
    ///   - happening: What else happens to the device once the work waits, before time passes for it.
    /// - Returns: What the work returns.
    /// - Throws: What the work throws, or ``StalledExecution`` if it waits for what does not come. Before it throws
    ///   that, it gives other threads a second.
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

    /// Until when work may wait. A test that forgets the unlock would otherwise look for it a hundred thousand times.
    private func end(after limit: Duration?) -> TrueInstant {
        let usual: Duration = isUnlockedOnce ? .seconds(31 * 86_400) : .seconds(3_600)
        return timeline.now + Nanoseconds(clamping: limit ?? usual).orZero
    }

    /// What came of work on the main actor, once it has ended.
    @MainActor private final class Outcome<Value> {
        private(set) var result: Result<Value, any Error>?

        func run(_ work: @MainActor () async throws -> Value) async {
            do { result = .success(try await work()) } catch { result = .failure(error) }
        }
    }

    /// Lets this executor and the main actor run in turn, until five times nothing was left for the executor.
    @MainActor private func settleWithMainActor() async throws(StalledExecution) {
        var idleTurns = 0
        while idleTurns < 5 {
            let steps = executor.ran
            try executor.drain()
            // Behind everything that the main actor has to run by now; `Task.yield` would go round by another thread.
            await withCheckedContinuation { turn in Task { @MainActor in turn.resume() } }
            idleTurns = executor.ran == steps ? idleTurns + 1 : 0
        }
    }

    /// Whether another thread hands something in within a second.
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

    /// Lets everything happen that can happen now: what apps save in the background, and tasks that were woken.
    public func settle() { try? executor.drain() }
}
