import Foundation
import Sidereal

/// Two weeks without fees: no setting of the clock, no reboot and no reinstallation makes them begin anew.
public struct Trial: Sendable {
    private let observatory: Observatory
    private let keychain: GatedKeychain

    public init(observatory: Observatory, keychain: GatedKeychain) {
        self.observatory = observatory
        self.keychain = keychain
    }

    /// Begins it, unless it has begun. False where nobody can tell yet: the next launch tries again.
    public func begin() throws -> Bool {
        let stored = keychain.read("trial")
        if case .unavailable = stored { return false }
        if case .notFound = stored { try store(ElapsedMeter(startingAt: observatory)) }
        return true
    }

    /// Whether it is over, counted until now; nil before it begins. An `ElapsedMeter.Policy` says what to do about it.
    public func decision() throws -> ElapsedMeter.Decision? {
        switch keychain.read("trial") {
        case .notFound: return nil
        case .unavailable(let reason): return .undetermined(.unavailable(reason))
        case .value(let bytes):
            var meter = try JSONDecoder().decode(ElapsedMeter.self, from: Data(bytes))
            try meter.update(from: observatory)
            // What is not stored now is counted from the older copy next time.
            try? store(meter)
            return meter.decision(for: .seconds(14 * 86_400))
        }
    }

    private func store(_ meter: ElapsedMeter) throws {
        try keychain.set(Array(try JSONEncoder().encode(meter)), for: "trial")
    }
}
