import Sidereal

extension Trial {
    /// Discards a meter that can't be decoded and begins a new trial. Does nothing in other cases.
    public nonisolated func replaceDamagedMeter() throws {
        guard case .unavailable(.undecodable) = keychain.read("trial", as: ElapsedMeter.self) else { return }
        try keychain.set(ElapsedMeter(startingAt: observatory), for: "trial")
    }
}
