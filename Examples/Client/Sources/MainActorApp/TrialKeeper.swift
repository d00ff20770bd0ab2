// The code in FreeTrial.md beside the trial itself. `Scripts/snippets-check` compares both.
import Sidereal

actor TrialKeeper {
    private let trial: Trial
    private let clock: TrustedClock
    private let gate: FirstUnlockGate
    /// The servers' latest answers.
    private(set) var report: TrustedClock.SynchronizationReport?

    init(trial: Trial, clock: TrustedClock, gate: FirstUnlockGate = .shared) {
        self.trial = trial
        self.clock = clock
        self.gate = gate
    }

    /// Begins the trial if it has not begun, and asks the servers for the time. Call this method at each launch.
    func start() async throws -> Trial.Standing? {
        // Returns at once unless the system launched the app before the first unlock.
        try await gate.waitForFirstUnlock()
        // If `begin()` returns false, continue: `standing()` throws or returns the reason.
        _ = try trial.begin()
        let report = await clock.synchronize()
        try Task.checkCancellation()
        self.report = report
        return try trial.standing()
    }

    /// Asks the servers again while that may help. Call this method when the screen appears, and every ten minutes.
    func refresh() async throws -> Trial.Standing? {
        guard let known = try trial.standing() else { return try await start() }
        switch known.decision {
        case .over, .undetermined(.unavailable): return known
        case .running where known.isDated && known.isExact: return known
        default: return try await start()
        }
    }

    /// The obstacle to synchronizing, or `nil` if no server was asked.
    var obstacle: TrialObstacle? {
        guard let outcomes = report?.outcomes, !outcomes.isEmpty else { return nil }
        let causes = outcomes.map { $0.error?.cause }
        if causes.contains(.tls), !outcomes.contains(where: { $0.result == .used }) { return .certificates }
        let unreached: [TimeSourceError.Cause?] = [.nameResolution, .timedOut, .connectionLost, .network]
        return causes.allSatisfy { unreached.contains($0) } ? .unreached : .tooFewServers
    }

    /// Begins the trial if it has not begun, without asking a server. Call this method for the first screen, and when
    /// the app enters the background.
    func standing() throws -> Trial.Standing? {
        _ = try trial.begin()
        return try trial.standing()
    }
}

/// A reason for which the time is unknown.
nonisolated enum TrialObstacle: Sendable {
    /// No server answered, because the device or the servers are offline.
    case unreached
    /// No certificate is valid: the device's date is wrong, or a network answers in the servers' place.
    case certificates
    /// Too few servers answered with a usable time.
    case tooFewServers
}

extension Trial.Standing {
    /// A Boolean value that indicates whether the elapsed time is known, apart from the drift of the clocks.
    nonisolated var isExact: Bool {
        guard let elapsed, let atMost = elapsed.atMost else { return false }
        return atMost - elapsed.atLeast <= drift
    }

    /// A Boolean value that indicates whether the trial ends about now. Its end is then nearer than the drift of the
    /// clocks.
    nonisolated var endsNow: Bool {
        guard case .undetermined(.tooClose(let exceededBy)) = decision else { return false }
        return exceededBy <= drift
    }

    /// The number of days to show. It is exact if `isExact` is true. Otherwise it is the greatest possible number. It
    /// is `nil` if the trial is over or the meter can't be read.
    nonisolated var daysLeft: Int? {
        guard decision != .over, let elapsed else { return nil }
        // Because clocks drift, the proven time is a little less than the real one.
        let left = length - elapsed.atLeast - drift / 2
        return max(1, Int((left / .seconds(86_400)).rounded(.up)))
    }

    /// A bound on the drift of the clocks: three quarters of an hour in fourteen days.
    private nonisolated var drift: Duration { length / 600 + .seconds(600) }
}

extension Trial {
    /// Discards a meter that can't be decoded and begins a new trial. Does nothing in other cases.
    nonisolated func replaceDamagedMeter() throws {
        guard case .unavailable(.undecodable) = keychain.read("trial", as: ElapsedMeter.self) else { return }
        try keychain.set(ElapsedMeter(startingAt: observatory), for: "trial")
    }
}

#if canImport(Security)
    /// Makes the keeper that an app creates at launch and keeps.
    func makeTrialKeeper() throws -> TrialKeeper {
        let observatory = try Observatory()
        let keychain = GatedKeychain(service: "com.example.app")
        let clock = try TrustedClock(.https("api.example.com"), observatory: observatory)
        return TrialKeeper(trial: Trial(observatory: observatory, keychain: keychain), clock: clock)
    }
#endif

func unlockWhatTheTrialAllows(_ keeper: TrialKeeper, unlockFeature: () -> Void, lockFeature: () -> Void) async throws {
    let policy = ElapsedMeter.Policy.grace(.seconds(3 * 86_400))
    guard let standing = try await keeper.standing() else { return }  // removed just now: ask again
    if policy.allows(standing.decision) {
        unlockFeature()
    } else {
        lockFeature()
    }
}
