#if canImport(SwiftUI)
    // `ObservableObject` is Combine's.
    import Combine
    public import SwiftUI

    /// A stored value in a view: its phase, never a value that was made up.
    ///
    ///     struct Root: View {
    ///         @Stored(.hasOnboarded) private var hasOnboarded
    ///
    ///         var body: some View {
    ///             switch hasOnboarded {
    ///             case .value(true): Home()
    ///             case .value(false), .absent:
    ///                 Button("Begin") { Task { try await $hasOnboarded.set(true) } }
    ///             case .loading, .unavailable: LaunchScreen()
    ///             }
    ///         }
    ///     }
    ///
    /// The store is given, as `@Stored(.hasOnboarded, in: store)`, or taken from the environment:
    ///
    ///     Root().environment(\.protectedStore, store)
    ///
    /// Where a wrong value for a while does no harm, and only there, say so: then there is a value beside the phase.
    ///
    ///     @Stored(.theme, harmlessDefault: .light) private var theme
    ///     // theme.value is a Theme, theme.phase says how far it has got
    ///
    /// `$hasOnboarded` sets, updates and removes, each `async throws`, and has the `writeError` that came last. Without
    /// any store the phase stays `loading`, and `writeError` says why.
    @propertyWrapper
    public struct Stored<Value: Codable & Sendable, Shown>: DynamicProperty {
        @StateObject private var object: StoredObject<Value>
        @Environment(\.protectedStore) private var environmentStore
        private let key: StoreKey<Value>
        private let store: ProtectedStore?
        private let show: @MainActor (StoredPhase<Value>) -> Shown

        @MainActor
        private init(
            key: StoreKey<Value>, store: ProtectedStore?, show: @escaping @MainActor (StoredPhase<Value>) -> Shown
        ) {
            self.key = key
            self.store = store
            self.show = show
            _object = StateObject(wrappedValue: StoredObject())
        }

        /// Shows the phase of a key, in a store or in that of the environment.
        @MainActor
        public init(_ key: StoreKey<Value>, in store: ProtectedStore? = nil) where Shown == StoredPhase<Value> {
            self.init(key: key, store: store) { $0 }
        }

        /// Shows the phase of a key, and a value that is the default in all phases but `value`: its being wrong must do
        /// no harm.
        @MainActor
        public init(
            _ key: StoreKey<Value>, harmlessDefault: Value, in store: ProtectedStore? = nil
        ) where Shown == DefaultedPhase<Value> {
            self.init(key: key, store: store) { DefaultedPhase($0, harmlessDefault: harmlessDefault) }
        }

        /// The phase, or where a default was marked as harmless, phase and value.
        @MainActor
        public var wrappedValue: Shown { show(following.phase) }

        /// What sets, updates and removes the value, and reports errors.
        @MainActor
        public var projectedValue: StoredObject<Value> { following }

        /// The object, which follows what this view is given now.
        @MainActor
        private var following: StoredObject<Value> {
            object.follow(key, in: store ?? environmentStore)
            return object
        }
    }

    private struct ProtectedStoreKey: EnvironmentKey {
        static let defaultValue: ProtectedStore? = nil
    }

    extension EnvironmentValues {
        /// Where ``Stored`` looks for values, unless it is given a store.
        public var protectedStore: ProtectedStore? {
            get { self[ProtectedStoreKey.self] }
            set { self[ProtectedStoreKey.self] = newValue }
        }
    }
#endif
