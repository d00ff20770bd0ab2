// The code in FreeTrial.md for machines without a keychain. `Scripts/snippets-check` compares.
import Sidereal

nonisolated extension StoreKey<ElapsedMeter> {
    static var trial: Self { .init("trial") }
}

nonisolated struct StoredTrial: Sendable {
    let observatory: Observatory
    let store: ProtectedStore
    var length = Duration.seconds(14 * 86_400)

    /// Begins the trial, unless it has begun. If this throws, nothing has begun.
    func begin() async throws {
        let now = try ElapsedMeter(startingAt: observatory)
        try await store.update(.trial) { meter in meter = meter ?? now }
    }

    /// Returns the state of the trial now, or `nil` before it begins.
    func standing() async throws -> Trial.Standing? {
        // If this fails, the next call counts on from the older copy.
        _ = try? await store.update(.trial) { [observatory] meter in
            _ = try? meter?.update(from: observatory, omittingUnprovenTime: true)
        }
        switch store.read(.trial) {
        case .absent: return nil
        case .unavailable(let reason): return .init(decision: .undetermined(.unavailable(reason)), length: length)
        case .value(let meter):
            let decision = try meter.decision(for: length, at: observatory)
            return .init(
                decision: decision, length: length, elapsed: try meter.elapsed(at: observatory),
                isDated: meter.isDated)
        }
    }
}
