import Foundation
import Sidereal

/// A separate actor. The app passes its clock and its store to this actor directly.
public actor Uploader {
    private let clock: TrustedClock
    private let store: ProtectedStore

    public init(clock: TrustedClock, store: ProtectedStore) {
        self.clock = clock
        self.store = store
    }

    /// Returns the latest possible time now. The app uses it as the date of an upload.
    public func timestamp() -> Date? { clock.now().latestDate }

    public func plate() async throws -> String? {
        if case .value(let session) = try await store.value(.parkingSession) { session.plate } else { nil }
    }

    public func isOfferOver() -> Bool {
        if case .value(let ends) = store.read(.offerEnds) { clock.status(of: ends) == .passed } else { false }
    }
}
