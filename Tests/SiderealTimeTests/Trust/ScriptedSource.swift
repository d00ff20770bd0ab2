import SiderealCore
import SiderealSystem
import SiderealTime

/// A scripted server, which has the true time.
struct ScriptedSource: TimeSource {
    let name: String
    let `operator`: String
    let isAuthenticated: Bool
    private let script: @Sendable (TimePoll) async throws -> Void

    init(
        _ name: String, operator: String? = nil, isAuthenticated: Bool = true,
        script: @escaping @Sendable (TimePoll) async throws -> Void
    ) {
        self.name = name
        self.operator = `operator` ?? name
        self.isAuthenticated = isAuthenticated
        self.script = script
    }

    func ask(_ poll: TimePoll) async throws { try await script(poll) }
}

extension StoryDevice {
    /// The true time.
    var truth: TrueInstant { TrueInstant(nanoseconds: now.now) }

    /// Makes a server that answers at once: by default within ten milliseconds of the truth in either direction.
    func server(
        _ name: String = "https://a.example", isAuthenticated: Bool = true, lyingBy lie: Nanoseconds = .zero,
        below: Nanoseconds = .milliseconds(10), above: Nanoseconds = .milliseconds(10)
    ) -> ScriptedSource {
        ScriptedSource(name, isAuthenticated: isAuthenticated) { poll in
            self.answer(poll, lyingBy: lie, below: below, above: above)
        }
    }

    @discardableResult
    func answer(
        _ poll: TimePoll, lyingBy lie: Nanoseconds = .zero, below: Nanoseconds = .milliseconds(10),
        above: Nanoseconds = .milliseconds(10)
    ) -> TrustedTime.Rejection? {
        let sent = poll.stampSent()
        let shown = truth + lie
        return poll.receive(
            TimePoll.Answer(sent: sent, received: poll.stampReceived(), earliest: shown - below, latest: shown + above))
    }

    /// Launches a clock, and asks a server that answers honestly.
    func launchAndSynchronize(isAuthenticated: Bool = true) async throws -> TrustedClock {
        let clock = try TrustedClock(
            launch(), sources: [server(isAuthenticated: isAuthenticated)],
            alsoAccepting: isAuthenticated ? [] : .unauthenticated)
        await clock.synchronize()
        return clock
    }
}
