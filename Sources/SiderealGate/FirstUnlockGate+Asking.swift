package import SiderealBase
import SiderealSystem

extension FirstUnlockGate {
    /// Calls a closure repeatedly until its result is final: a success, or a permanent failure.
    ///
    /// The closure runs at once, when this gate opens, and whenever the system announces an unlock or the app becomes
    /// active. Extensions receive no notifications. So the closure also runs at intervals that grow from 0.25 s to
    /// 30 s. As a result, this method can wait for the next unlock or for the first unlock.
    ///
    /// - Parameters:
    ///   - timeout: The longest wait, including the device's sleep, or `nil` to wait without limit. If the timeout is
    ///     zero or less, this method runs the closure and does not wait.
    ///   - ask: The closure. The closure must be quick, because it runs on the caller's thread.
    /// - Returns: The closure's first success.
    /// - Throws: An error if the task is cancelled, the timeout passes, or waiting can't help.
    package func answer<Answer>(
        within timeout: Duration?, _ ask: () -> Result<Answer, Unavailability>
    ) async throws(UnlockError) -> Answer {
        if let answer = try Self.settled(ask()) { return answer }
        if Task.isCancelled { throw .cancelled }
        let (chances, scheduler) = (Chances(of: self), environment.scheduler)
        let isLate = Lock(timeout.map { $0 <= .zero } ?? false)
        let alarm = timeout.map { span in
            scheduler.start {
                guard (try? await scheduler.wait(min(max(span, .zero), .longestWait))) != nil else { return }
                isLate.withLock { $0 = true }
                chances.give()
            }
        }
        chances.checkAtIntervals(true)
        defer {
            alarm?.cancel()
            withExtendedLifetime(chances) {}
        }
        // The device may have been unlocked before the observer was registered.
        chances.give()
        for await _ in chances.moments {
            let wasLate = isLate.withLock { $0 }
            let answer = ask()
            if let answer = try Self.settled(answer) { return answer }
            if wasLate, case .failure(let why) = answer { throw .timedOut(why) }
        }
        throw .cancelled
    }

    /// Returns a success, or `nil` for a failure that may end by itself. Throws any other failure.
    private static func settled<Answer>(_ answer: Result<Answer, Unavailability>) throws(UnlockError) -> Answer? {
        switch answer {
        case .success(let answer): return answer
        case .failure(let why):
            if why.isTemporary { return nil }
            throw .unavailable(why)
        }
    }
}
