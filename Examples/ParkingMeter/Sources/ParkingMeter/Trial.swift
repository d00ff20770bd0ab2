import Foundation
import Sidereal

/// Two weeks without fees: no setting of the clock makes them longer or shorter.
public struct Trial: Sendable {
    public enum State: Sendable, Hashable {
        case notBegun
        case running
        case over
        /// Nobody can tell now: the app grants the benefit of the doubt, and asks again.
        case unknown
    }

    private let clock: TrustedClock
    private let store: ProtectedStore

    public init(clock: TrustedClock, store: ProtectedStore) {
        self.clock = clock
        self.store = store
    }

    /// Begins it, once. False where the true time is not known: the next launch tries again.
    public func begin() async throws -> Bool {
        let now = await clock.synchronize().trusted
        // In the customer's favour: the latest that it can be now.
        guard now.isAuthenticated, let latest = now.latestDate else { return false }
        return try await store.update(.trialEnds) { ends in
            ends = ends ?? latest.addingTimeInterval(14 * 86_400)
            return true
        }
    }

    public var state: State {
        switch store.read(.trialEnds) {
        case .absent: .notBegun
        case .unavailable: .unknown
        case .value(let end):
            switch clock.status(of: end) {
            case .passed: .over
            case .pending: .running
            case .undetermined: .unknown
            }
        }
    }

    /// Returns when it is over for certain.
    public func untilItIsOver() async throws {
        if case .value(let end) = try await store.value(.trialEnds) { try await clock.sleep(until: end) }
    }
}

extension StoreKey<Date> {
    static var trialEnds: Self { .init("trialEnds") }
}
