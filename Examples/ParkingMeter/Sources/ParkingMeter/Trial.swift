import Sidereal

/// A period of two weeks without fees. The user can't restart it by setting the clock, rebooting or reinstalling the
/// app. The guide to trials has a trial that also counts the remaining days.
public struct Trial: Sendable {
    private let observatory: Observatory
    private let keychain: GatedKeychain

    public init(observatory: Observatory, keychain: GatedKeychain) {
        self.observatory = observatory
        self.keychain = keychain
    }

    /// Begins the trial, unless it has begun. False if the keychain can't be read now: `standing()` says why.
    public func begin() throws -> Bool {
        let stored = keychain.read("trial")
        if case .unavailable = stored { return false }
        if case .notFound = stored { try keychain.set(ElapsedMeter(startingAt: observatory), for: "trial") }
        return true
    }

    /// Returns the decision about the trial now, or `nil` before it begins.
    public func standing() throws -> ElapsedMeter.Decision? {
        switch keychain.read("trial", as: ElapsedMeter.self) {
        case .notFound: return nil
        case .unavailable(let reason): return .undetermined(.unavailable(reason))
        case .value(var meter):
            // Begun offline and then restarted: once online, count on from what is proven.
            try meter.update(from: observatory, omittingUnprovenTime: true)
            // If this fails, the next launch counts on from the older copy.
            try? keychain.set(meter, for: "trial")
            return meter.decision(for: .seconds(14 * 86_400))
        }
    }
}
