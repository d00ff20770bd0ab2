// The code in FreeTrial.md: the trial of Examples/ParkingMeter in a module of the main actor. `Scripts/snippets-check`
// compares both.
import Sidereal

nonisolated struct Trial: Sendable {
    /// Whether the trial is over, and what has passed of it: nil if the meter can't be read.
    struct Standing: Sendable, Hashable {
        let decision: ElapsedMeter.Decision
        /// How long the trial is.
        let length: Duration
        var elapsed: ElapsedTime?
        /// Whether the true time of the start is known, so that nothing is lost by a reboot.
        var isDated = false
    }

    let observatory: Observatory
    let keychain: GatedKeychain
    let length: Duration

    init(observatory: Observatory, keychain: GatedKeychain, length: Duration = .seconds(14 * 86_400)) {
        self.observatory = observatory
        self.keychain = keychain
        self.length = length
    }

    /// Begins the trial, unless it has begun. False if the keychain can't be read now: `standing()` says why.
    func begin() throws -> Bool {
        let stored = keychain.read("trial")
        if case .unavailable = stored { return false }
        if case .notFound = stored { try keychain.set(ElapsedMeter(startingAt: observatory), for: "trial") }
        return true
    }

    /// Where the trial stands now; nil before it begins.
    func standing() throws -> Standing? {
        switch keychain.read("trial", as: ElapsedMeter.self) {
        case .notFound: return nil
        case .unavailable(let reason): return Standing(decision: .undetermined(.unavailable(reason)), length: length)
        case .value(var meter):
            // Begun offline and then restarted: once online, count on from what is proven.
            try meter.update(from: observatory, omittingUnprovenTime: true)
            // If this fails, the next launch counts on from the older copy.
            try? keychain.set(meter, for: "trial")
            return Standing(
                decision: meter.decision(for: length), length: length, elapsed: meter.elapsed, isDated: meter.isDated)
        }
    }
}
