// The code in FreeTrial.md. `Scripts/snippets-check` compares both.
import Sidereal

nonisolated struct Trial: Sendable {
    /// The decision about the trial, and the elapsed time, which is `nil` if the meter can't be read.
    nonisolated struct Standing: Sendable, Hashable {
        let decision: ElapsedMeter.Decision
        /// The length of the trial.
        let length: Duration
        var elapsed: ElapsedTime?
        /// A Boolean value that indicates whether the true time of the start is proven.
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

    /// Begins the trial if it has not begun. Returns `false` if the keychain can't be read now.
    func begin() throws -> Bool {
        let stored = keychain.read("trial")
        if case .unavailable = stored { return false }
        if case .notFound = stored { try keychain.set(ElapsedMeter(startingAt: observatory), for: "trial") }
        return true
    }

    /// Returns the state of the trial, or `nil` before it begins.
    func standing() throws -> Standing? {
        switch keychain.read("trial", as: ElapsedMeter.self) {
        case .notFound: return nil
        case .unavailable(let reason): return Standing(decision: .undetermined(.unavailable(reason)), length: length)
        case .value(var meter):
            // If the start can't be dated, omit the time that can't be proven.
            try meter.update(from: observatory, omittingUnprovenTime: true)
            // If the write fails, the next launch continues from the older copy.
            try? keychain.set(meter, for: "trial")
            return Standing(
                decision: meter.decision(for: length), length: length, elapsed: meter.elapsed, isDated: meter.isDated)
        }
    }
}
