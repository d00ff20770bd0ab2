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
        _ = try standing()
        report = await clock.synchronize()
        let known = try standing()
        // Where a server contradicts what was known, that mostly settles itself.
        return known?.isExact == false ? try standing() : known
    }

    /// For the screen, and every ten minutes: asks the servers again while that may help.
    public func refresh() async throws -> Trial.Standing? {
        let known = try standing()
        switch known?.decision {
        case .over, .undetermined(.unavailable): return known
        case .running where known?.isDated == true && known?.isExact == true: return known
        default: return try await start()
        }
    }

    /// What kept the servers from telling the time; nil before one was asked.
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
        // If it is false, the standing says why.
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
