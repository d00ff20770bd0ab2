import Sidereal

/// Welcomes somebody once, and never again.
public struct Onboarding: Sendable {
    public enum Screen: Sendable, Hashable {
        case welcome
        case home
        /// Nobody can tell yet which of the two.
        case launching(Unavailability)
        /// Nobody can tell before somebody acts: waiting does not help.
        case trouble(Unavailability)
    }

    private let store: ProtectedStore

    public init(store: ProtectedStore) { self.store = store }

    /// What to show now.
    public var screen: Screen {
        switch store.read(.hasOnboarded) {
        case .value(true): .home
        case .value(false), .absent: .welcome
        case .unavailable(let why) where why.isTemporary: .launching(why)
        case .unavailable(let why): .trouble(why)
        }
    }

    /// What to show, once that can be told.
    public func firstScreen() async throws -> Screen {
        try await store.value(.hasOnboarded) == .value(true) ? .home : .welcome
    }

    /// Remembers it for good.
    public func finish() async throws { try await store.set(true, for: .hasOnboarded) }
}

extension StoreKey<Bool> {
    static var hasOnboarded: Self { .init("hasOnboarded") }
}
