import Sidereal

/// Two weeks without fees: no setting of the clock, no reboot and no reinstallation makes them begin anew.
public struct Trial: Sendable {
    private let observatory: Observatory
    private let keychain: GatedKeychain
    private let length = Duration.seconds(14 * 86_400)

    public init(observatory: Observatory, keychain: GatedKeychain) {
        self.observatory = observatory
        self.keychain = keychain
    }

    /// Begins it, unless it has begun. False where nobody can tell yet: try again after the unlock.
    public func begin() throws -> Bool {
        let stored = keychain.read("trial")
        if case .unavailable = stored { return false }
        if case .notFound = stored { try keychain.set(ElapsedMeter(startingAt: observatory), for: "trial") }
        return true
    }

    /// Whether it is over, counted until now; nil before it begins. An `ElapsedMeter.Policy` says what to do about it.
    public func decision() throws -> ElapsedMeter.Decision? {
        switch keychain.read("trial", as: ElapsedMeter.self) {
        case .notFound: return nil
        case .unavailable(let reason): return .undetermined(.unavailable(reason))
        case .value(var meter):
            // Keep what is proven by now: a server that lies may take it back.
            let before = meter.elapsed.atLeast
            try meter.update(from: observatory)
            // Begun offline and then restarted: once online, count on from what is proven.
            let counted = max(before, meter.elapsed.atLeast)
            let anew = try ElapsedMeter(startingAt: observatory, havingCounted: counted)
            if case .undetermined(.undated) = meter.decision(for: length), anew.isDated { meter = anew }
            // What is not stored now is counted from the older copy next time.
            try? keychain.set(meter, for: "trial")
            return meter.decision(for: length)
        }
    }
}
