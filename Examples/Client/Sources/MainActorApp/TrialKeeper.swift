// What FreeTrial.md shows beside the trial itself. `Scripts/snippets-check` compares.
import Sidereal

actor TrialKeeper {
    private let trial: Trial
    private let clock: TrustedClock
    private let gate: FirstUnlockGate
    /// What the servers answered last.
    private(set) var report: SynchronizationReport?

    init(trial: Trial, clock: TrustedClock, gate: FirstUnlockGate = .shared) {
        self.trial = trial
        self.clock = clock
        self.gate = gate
    }

    /// For each launch: begins the trial, unless it has begun, and asks the servers for the time.
    func start() async throws -> Trial.Standing? {
        // Returns at once unless the system launched the app before the first unlock.
        try await gate.waitForFirstUnlock()
        // If it is false, go on: the standing says why.
        _ = try trial.begin()
        let report = await clock.synchronize()
        try Task.checkCancellation()
        self.report = report
        let known = try trial.standing()
        // If a server contradicts what was known, the next standing mostly settles it.
        return known?.isExact == false ? try trial.standing() : known
    }

    /// For the screen, and every ten minutes: asks the servers again while that may help.
    func refresh() async throws -> Trial.Standing? {
        guard let known = try trial.standing() else { return try await start() }
        switch known.decision {
        case .over, .undetermined(.unavailable): return known
        case .running where known.isDated && known.isExact: return known
        default: return try await start()
        }
    }

    /// Why the servers did not tell the time. Nil if no server was asked.
    var obstacle: TrialObstacle? {
        guard let outcomes = report?.outcomes, !outcomes.isEmpty else { return nil }
        let causes = outcomes.map { $0.error?.cause }
        if causes.contains(.tls), !outcomes.contains(where: { $0.result == .used }) { return .certificates }
        let unreached: [TimeSourceError.Cause?] = [.nameResolution, .timedOut, .connectionLost, .network]
        return causes.allSatisfy { unreached.contains($0) } ? .unreached : .tooFewServers
    }

    /// For the first screen, and when the app enters the background: asks no server. Begins the trial, unless it has
    /// begun.
    func standing() throws -> Trial.Standing? {
        _ = try trial.begin()
        return try trial.standing()
    }
}

/// Why the time is not known.
nonisolated enum TrialObstacle: Sendable {
    /// Not one server: the device is offline, or the servers are.
    case unreached
    /// No certificate holds: the date of the device is wrong, or a network answers in the servers' place.
    case certificates
    /// Too few servers answered with a time that counts.
    case tooFewServers
}

extension Trial.Standing {
    /// Whether it is known what has passed, but for the drift of the clocks.
    nonisolated var isExact: Bool {
        guard let elapsed, let atMost = elapsed.atMost else { return false }
        return atMost - elapsed.atLeast <= drift
    }

    /// Whether the trial ends about now: its end is nearer than the drift of the clocks.
    nonisolated var endsNow: Bool {
        guard case .undetermined(.tooClose(let exceededBy)) = decision else { return false }
        return exceededBy <= drift
    }

    /// The days to show: so many are left, or at most so many unless it `isExact`. Nil if nothing is left, or the meter
    /// can't be read.
    nonisolated var daysLeft: Int? {
        guard decision != .over, let elapsed else { return nil }
        // By the drift of the clocks a little less is certain to have passed than really has.
        let left = length - elapsed.atLeast - drift / 2
        return max(1, Int((left / .seconds(86_400)).rounded(.up)))
    }

    /// More than the drift of the clocks leaves open: of fourteen days three quarters of an hour.
    private nonisolated var drift: Duration { length / 600 + .seconds(600) }
}

extension Trial {
    /// Gives up a meter that can't be decoded, and begins a new trial. Does nothing in all other cases.
    nonisolated func replaceDamagedMeter() throws {
        guard case .unavailable(.undecodable) = keychain.read("trial", as: ElapsedMeter.self) else { return }
        try keychain.set(ElapsedMeter(startingAt: observatory), for: "trial")
    }
}

#if canImport(Security)
    /// What an app makes at its launch, and keeps.
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
