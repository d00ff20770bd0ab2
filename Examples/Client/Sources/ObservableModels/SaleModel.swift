import Foundation
import Observation
import Sidereal

extension StoreKey<Bool> {
    static var hasOnboarded: Self { .init("hasOnboarded") }
}

/// A view's model that shows the true time and a stored flag. Observation tracks both.
@available(iOS 17, macOS 14, *)
@MainActor @Observable
public final class SaleModel {
    /// The relation of the sale's end to the true time.
    public private(set) var status = TrustedTime.DeadlineStatus.undetermined
    /// The stored flag, which is an observable object itself.
    public let hasOnboarded: StoredValue<Bool>
    private let ends: Date
    private let clock: TrustedClock

    public init(ends: Date, clock: TrustedClock, store: ProtectedStore) {
        self.ends = ends
        self.clock = clock
        hasOnboarded = StoredValue(.hasOnboarded, in: store)
    }

    /// Updates the model when a view appears.
    public func refresh() async {
        await clock.synchronize()
        status = clock.status(of: ends)
    }

    public func finishOnboarding() async throws { try await hasOnboarded.set(true) }
}
