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
        report = await clock.synchronize()
        let standing = try trial.standing()
        // More than drift: a server contradicts what was known, which mostly settles itself.
        if case .undetermined(.tooClose(let exceededBy))? = standing?.decision, exceededBy > .seconds(1_200) {
            return try trial.standing()
        }
        return standing
    }

    /// For the screen, and every ten minutes: asks the servers again while that may help.
    public func refresh() async throws -> Trial.Standing? {
        let standing = try trial.standing()
        switch standing?.decision {
        case .over, .undetermined(.unavailable): return standing
        case .running where standing?.isDated == true: return standing
        default: return try await start()
        }
    }

    /// What kept the servers from telling the time; nil before they were asked.
    public var obstacle: TrialObstacle? {
        guard let outcomes = report?.outcomes else { return nil }
        let causes = outcomes.map { $0.error?.cause }
        if causes.contains(.tls), !outcomes.contains(where: { $0.result == .used }) { return .certificates }
        let unreached: [TimeSourceError.Cause?] = [.nameResolution, .timedOut, .connectionLost, .network]
        return causes.allSatisfy { unreached.contains($0) } ? .offline : .tooFewServers
    }

    /// Asks no server: for the first screen, and when the app enters the background.
    public func standing() throws -> Trial.Standing? { try trial.standing() }
}

/// Why the time is not known.
public enum TrialObstacle: Sendable {
    case offline
    /// No certificate holds: the date of the device is wrong, or a network answers in the servers' place.
    case certificates
    /// Too few servers answered with a time that counts.
    case tooFewServers
}
