import Sidereal

/// Calls the trial, one call at a time and not on the main thread.
public actor TrialKeeper {
    private let trial: Trial
    private let clock: TrustedClock
    private let gate: FirstUnlockGate
    /// What the servers answered last.
    public private(set) var report: SynchronizationReport?

    /// The keeper of a trial. The clock has the trial's observatory.
    public init(trial: Trial, clock: TrustedClock, gate: FirstUnlockGate = .shared) {
        self.trial = trial
        self.clock = clock
        self.gate = gate
    }

    /// For each launch: begins the trial, unless it has begun, and asks the servers for the time.
    public func start() async throws -> Trial.Standing? {
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
    public func refresh() async throws -> Trial.Standing? {
        guard let known = try trial.standing() else { return try await start() }
        switch known.decision {
        case .over, .undetermined(.unavailable): return known
        case .running where known.isDated && known.isExact: return known
        default: return try await start()
        }
    }

    /// Why the servers did not tell the time. Nil if no server was asked.
    public var obstacle: TrialObstacle? {
        guard let outcomes = report?.outcomes, !outcomes.isEmpty else { return nil }
        let causes = outcomes.map { $0.error?.cause }
        if causes.contains(.tls), !outcomes.contains(where: { $0.result == .used }) { return .certificates }
        let unreached: [TimeSourceError.Cause?] = [.nameResolution, .timedOut, .connectionLost, .network]
        return causes.allSatisfy { unreached.contains($0) } ? .unreached : .tooFewServers
    }

    /// For the first screen, and when the app enters the background: asks no server. Begins the trial, unless it has
    /// begun.
    public func standing() throws -> Trial.Standing? {
        _ = try trial.begin()
        return try trial.standing()
    }
}

/// Why the time is not known.
public enum TrialObstacle: Sendable {
    /// Not one server: the device is offline, or the servers are.
    case unreached
    /// No certificate holds: the date of the device is wrong, or a network answers in the servers' place.
    case certificates
    /// Too few servers answered with a time that counts.
    case tooFewServers
}
