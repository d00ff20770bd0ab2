// The code in FreeTrial.md for machines without a keychain. `Scripts/snippets-check` compares both.
import Sidereal

nonisolated extension StoreKey<ElapsedMeter> {
    static var trial: Self { .init("trial") }
}

nonisolated struct StoredTrial: Sendable {
    let observatory: Observatory
    let store: ProtectedStore
    var length = Duration.seconds(14 * 86_400)

    /// Begins the trial if it has not begun. If this method throws, the trial has not begun.
    func begin() async throws {
        let now = try ElapsedMeter(startingAt: observatory)
        try await store.update(.trial) { meter in meter = meter ?? now }
    }

    /// Returns the state of the trial now, or `nil` before it begins.
    func standing() async throws -> Trial.Standing? {
        // If this update fails, the next call continues from the older copy.
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
