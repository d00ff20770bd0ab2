import Sidereal

/// Calls the trial, one call at a time and not on the main thread.
public actor TrialKeeper {
    private let trial: Trial
    private let clock: TrustedClock
    private let gate: FirstUnlockGate

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
        await clock.synchronize()
        return try trial.standing()
    }

    /// For the screen, every ten minutes, and when the app enters the background.
    public func standing() throws -> Trial.Standing? { try trial.standing() }
}
