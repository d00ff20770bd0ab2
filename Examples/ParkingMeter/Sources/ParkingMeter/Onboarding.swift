import Sidereal

/// Shows a welcome screen only once.
public struct Onboarding: Sendable {
    public enum Screen: Sendable, Hashable {
        case welcome
        case home
        /// The flag can't be read yet.
        case launching(Unavailability)
        /// The flag can't be read until the user acts, so waiting doesn't help.
        case trouble(Unavailability)
    }

    private let store: ProtectedStore

    public init(store: ProtectedStore) { self.store = store }

    /// The screen to show now.
    public var screen: Screen {
        switch store.read(.hasOnboarded) {
        case .value(true): .home
        case .value(false), .absent: .welcome
        case .unavailable(let why) where why.isTemporary: .launching(why)
        case .unavailable(let why): .trouble(why)
        }
    }

    /// Returns the screen to show once the flag can be read.
    public func firstScreen() async throws -> Screen {
        try await store.value(.hasOnboarded) == .value(true) ? .home : .welcome
    }

    /// Records permanently that the app has shown the welcome.
    public func finish() async throws { try await store.set(true, for: .hasOnboarded) }
}

extension StoreKey<Bool> {
    static var hasOnboarded: Self { .init("hasOnboarded") }
}
