package import SiderealBase
import SiderealSystem

extension FirstUnlockGate {
    /// Asks for something that a lock may hide, again and again until the answer is none that passes by itself.
    ///
    /// It asks at once, when this gate opens, whenever the system announces an unlock or the app becomes active, and,
    /// since extensions are told nothing, after 0.25 s, 0.5 s and so on up to every 30 s. So it waits for the present
    /// unlock as well as for the first one.
    ///
    /// - Parameters:
    ///   - timeout: How long to wait at most, the device's sleep included. Zero or less only asks. Without it, as long
    ///     as it takes.
    ///   - ask: Short, since the caller's thread runs it.
    /// - Returns: The answer.
    /// - Throws: Where the task is cancelled, the time is up, or waiting does not help.
    package func answer<Answer>(
        within timeout: Duration?, _ ask: () -> Result<Answer, Unavailability>
    ) async throws(UnlockError) -> Answer {
        if let answer = try Self.settled(ask()) { return answer }
        if Task.isCancelled { throw .cancelled }
        let (chances, chance) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let observer = environment.notifications.observe([.didUnlock, .didBecomeActive]) { _ in chance.yield() }
        let (isLate, scheduler) = (Lock(timeout.map { $0 <= .zero } ?? false), environment.scheduler)
        let alarm = timeout.map { span in
            scheduler.start {
                guard (try? await scheduler.wait(min(max(span, .zero), .longestWait))) != nil else { return }
                isLate.withLock { $0 = true }
                chance.yield()
            }
        }
        let looks = scheduler.start {
            var pauses = BackOff()
            while (try? await scheduler.wait(pauses.next())) != nil, !Task.isCancelled { chance.yield() }
        }
        let opening = scheduler.start { [states] in
            for await state in states where state.isUnlocked { chance.yield() }
        }
        defer {
            for task in [alarm, looks, opening] { task?.cancel() }
            withExtendedLifetime(observer) {}
        }
        // The device may have been unlocked before this observed it.
        chance.yield()
        for await _ in chances {
            let wasLate = isLate.withLock { $0 }
            let answer = ask()
            if let answer = try Self.settled(answer) { return answer }
            if wasLate, case .failure(let why) = answer { throw .timedOut(why) }
        }
        throw .cancelled
    }

    /// Nil for what may pass.
    private static func settled<Answer>(_ answer: Result<Answer, Unavailability>) throws(UnlockError) -> Answer? {
        switch answer {
        case .success(let answer): return answer
        case .failure(let why):
            if why.mayPass { return nil }
            throw .unavailable(why)
        }
    }
}
