import Observation
import SiderealStorage

extension StoreKey<Bool> {
    static var isMuted: Self { .init("isMuted") }
}

/// A setting that a view shows. It uses the module Observation with SiderealStorage alone.
@available(iOS 17, macOS 14, *)
@MainActor @Observable
public final class MuteSetting {
    public private(set) var isMuted: ProtectedReading<Bool>
    private let store: ProtectedStore

    public init(_ store: ProtectedStore) {
        self.store = store
        isMuted = store.read(.isMuted)
    }

    public func mute() async throws {
        try await store.set(true, for: .isMuted)
        isMuted = store.read(.isMuted)
    }
}
