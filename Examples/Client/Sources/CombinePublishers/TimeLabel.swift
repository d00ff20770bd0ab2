#if canImport(Combine)
    import Combine
    import Foundation
    import Sidereal

    extension StoreKey<Bool> {
        static var hasOnboarded: Self { .init("hasOnboarded") }
    }

    /// A model for views before iOS 17. It publishes the changes of its properties.
    @MainActor
    final class TimeLabel: ObservableObject {
        @Published private(set) var text = ""
        /// This object publishes its own changes.
        let hasOnboarded: StoredObject<Bool>
        private let clock: TrustedClock

        init(_ clock: TrustedClock, store: ProtectedStore) {
            self.clock = clock
            hasOnboarded = StoredObject(.hasOnboarded, in: store)
        }

        func follow() async {
            for await _ in clock.events { text = "\(clock.now())" }
        }

        func finishOnboarding() async throws { try await hasOnboarded.set(true) }
    }
#endif
