import Sidereal

/// Calls the trial off the main thread, one call at a time.
public actor TrialKeeper {
    private let trial: Trial
    private let clock: TrustedClock
    private let gate: FirstUnlockGate
    /// The servers' latest answers.
    public private(set) var report: TrustedClock.SynchronizationReport?

    /// Creates the keeper of a trial. The clock must use the trial's observatory.
    public init(trial: Trial, clock: TrustedClock, gate: FirstUnlockGate = .shared) {
        self.trial = trial
        self.clock = clock
        self.gate = gate
    }

    /// Begins the trial if it has not begun, and asks the servers for the time. Call this method at each launch.
    public func start() async throws -> Trial.Standing? {
        // Returns at once unless the system launched the app before the first unlock.
        try await gate.waitForFirstUnlock()
        // If `begin()` returns false, continue: `standing()` throws or returns the reason.
        _ = try trial.begin()
        let report = await clock.synchronize()
        try Task.checkCancellation()
        self.report = report
        let known = try trial.standing()
        // If a server contradicts the earlier bounds, the next standing usually settles the contradiction.
        return known?.isExact == false ? try trial.standing() : known
    }

    /// Asks the servers again while that may help. Call this method when the screen appears, and every ten minutes.
    public func refresh() async throws -> Trial.Standing? {
        guard let known = try trial.standing() else { return try await start() }
        switch known.decision {
        case .over, .undetermined(.unavailable): return known
        case .running where known.isDated && known.isExact: return known
        default: return try await start()
        }
    }

    /// The obstacle to synchronizing, or `nil` if no server was asked.
    public var obstacle: TrialObstacle? {
        guard let outcomes = report?.outcomes, !outcomes.isEmpty else { return nil }
        let causes = outcomes.map { $0.error?.cause }
        if causes.contains(.tls), !outcomes.contains(where: { $0.result == .used }) { return .certificates }
        let unreached: [TimeSourceError.Cause?] = [.nameResolution, .timedOut, .connectionLost, .network]
        return causes.allSatisfy { unreached.contains($0) } ? .unreached : .tooFewServers
    }

    /// Begins the trial if it has not begun, without asking a server. Call this method for the first screen, and when
    /// the app enters the background.
    public func standing() throws -> Trial.Standing? {
        _ = try trial.begin()
        return try trial.standing()
    }
}

/// A reason for which the time is unknown.
public enum TrialObstacle: Sendable {
    /// No server answered, because the device or the servers are offline.
    case unreached
    /// No certificate is valid: the device's date is wrong, or a network answers in the servers' place.
    case certificates
    /// Too few servers answered with a usable time.
    case tooFewServers
}
