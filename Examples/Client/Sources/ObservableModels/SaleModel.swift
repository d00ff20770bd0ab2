import Foundation
import Observation
import Sidereal

extension StoreKey<Bool> {
    static var hasOnboarded: Self { .init("hasOnboarded") }
}

/// A view's model that shows the true time and a stored flag: Observation follows both.
@available(iOS 17, macOS 14, *)
@MainActor @Observable
public final class SaleModel {
    /// How the end of the sale relates to the true time.
    public private(set) var status = TrustedTime.DeadlineStatus.undetermined
    /// Observes itself.
    public let hasOnboarded: StoredValue<Bool>
    private let ends: Date
    private let clock: TrustedClock

    public init(ends: Date, clock: TrustedClock, store: ProtectedStore) {
        self.ends = ends
        self.clock = clock
        hasOnboarded = StoredValue(.hasOnboarded, in: store)
    }

    /// What a view calls when it appears.
    public func refresh() async {
        await clock.synchronize()
        status = clock.status(of: ends)
    }

    public func finishOnboarding() async throws { try await hasOnboarded.set(true) }
}
