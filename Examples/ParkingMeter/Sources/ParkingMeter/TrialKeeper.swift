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
        return try trial.standing()
    }

    /// For the screen, and every ten minutes: asks the servers again while that may help.
    public func refresh() async throws -> Trial.Standing? {
        let standing = try trial.standing()
        switch standing?.decision {
        case nil, .undetermined(.unbounded), .undetermined(.undated), .undetermined(.tooClose): return try await start()
        case .running, .over, .undetermined(.unavailable): return standing
        }
    }

    /// The device's clock may be so wrong that no certificate holds.
    public var isClockSuspect: Bool { report?.outcomes.contains { $0.error?.cause == .tls } ?? false }

    /// Asks no server: for the first screen, and when the app enters the background.
    public func standing() throws -> Trial.Standing? { try trial.standing() }
}
