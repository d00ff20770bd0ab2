import Sidereal

/// A period of two weeks without fees. The user can't restart it by setting the clock, rebooting or reinstalling the
/// app.
public nonisolated struct Trial: Sendable {
    /// The state of the trial: whether it is over, and the bounds of the elapsed time, or `nil` if the meter can't be
    /// read.
    public struct Standing: Sendable, Hashable {
        public let decision: ElapsedMeter.Decision
        /// The length of the trial.
        public let length: Duration
        public var elapsed: ElapsedTime?
        /// A Boolean value that indicates whether the true time of the start is known. A dated trial loses nothing in a
        /// reboot.
        public var isDated = false
    }

    let observatory: Observatory
    let keychain: GatedKeychain
    let length: Duration

    public init(observatory: Observatory, keychain: GatedKeychain, length: Duration = .seconds(14 * 86_400)) {
        self.observatory = observatory
        self.keychain = keychain
        self.length = length
    }

    /// Begins the trial, unless it has begun. False if the keychain can't be read now: `standing()` says why.
    public func begin() throws -> Bool {
        let stored = keychain.read("trial")
        if case .unavailable = stored { return false }
        if case .notFound = stored { try keychain.set(ElapsedMeter(startingAt: observatory), for: "trial") }
        return true
    }

    /// Returns the state of the trial now, or `nil` before it begins.
    public func standing() throws -> Standing? {
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
