// What FreeTrial.md shows: the trial of Examples/ParkingMeter. `Scripts/client-check` compares.
import Sidereal

struct Trial: Sendable {
    private let observatory: Observatory
    private let keychain: GatedKeychain
    private let length = Duration.seconds(14 * 86_400)

    init(observatory: Observatory, keychain: GatedKeychain) {
        self.observatory = observatory
        self.keychain = keychain
    }

    /// Begins the trial, unless it has begun. False if the keychain is locked: try again after the unlock.
    func begin() throws -> Bool {
        let stored = keychain.read("trial")
        if case .unavailable = stored { return false }
        if case .notFound = stored { try keychain.set(ElapsedMeter(startingAt: observatory), for: "trial") }
        return true
    }

    /// Whether the trial is over, counted until now; nil before it begins.
    func decision() throws -> ElapsedMeter.Decision? {
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
            // If this fails, the next launch counts on from the older copy.
            try? keychain.set(meter, for: "trial")
            return meter.decision(for: length)
        }
    }
}
