#if canImport(SwiftUI)
    // `ObservableObject` is Combine's.
    import Combine
    public import SwiftUI

    /// A stored value in a view: what was read, never a value that was made up.
    ///
    ///     struct Root: View {
    ///         @Stored(.hasOnboarded) private var hasOnboarded
    ///
    ///         var body: some View {
    ///             switch hasOnboarded {
    ///             case .value(true): Home()
    ///             case .value(false), .absent:
    ///                 Button("Begin") { Task { try await $hasOnboarded.set(true) } }
    ///             case .unavailable(let why) where why.mayPass: LaunchScreen()
    ///             case .unavailable(let why): Trouble(why)  // lost, damaged...
    ///             }
    ///         }
    ///     }
    ///
    /// It is kept in the app's own store, which is `try ProtectedStore()`. Give another one, as
    /// `@Stored(.hasOnboarded, in: store)`, or set one for a hierarchy of views, as for previews and tests:
    ///
    ///     Root().environment(\.protectedStore, store)
    ///
    /// If a wrong value for a while does no harm, and only then, name a default: then the wrapped value is a value.
    ///
    ///     @Stored(.theme, harmlessDefault: .light) private var theme
    ///     // theme is a Theme, $theme.reading says what was read
    ///
    /// `$hasOnboarded` sets, updates and removes, each `async throws`, and has the `writeError` that came last. If no
    /// store can be opened, the value stays `unavailable`, and `writeError` says why.
    @propertyWrapper
    public struct Stored<Value: Codable & Sendable, Shown>: DynamicProperty {
        @StateObject private var object: StoredObject<Value>
        @Environment(\.protectedStore) private var environmentStore
        private let key: StoreKey<Value>
        private let store: ProtectedStore?
        private let standard: @MainActor () -> Result<ProtectedStore, StoreError>
        private let show: @MainActor (StoreReading<Value>) -> Shown

        /// `standard` opens the store of those who name none.
        @MainActor
        package init(
            key: StoreKey<Value>, store: ProtectedStore?,
            standard: (@MainActor () -> Result<ProtectedStore, StoreError>)? = nil,
            show: @escaping @MainActor (StoreReading<Value>) -> Shown
        ) {
            self.key = key
            self.store = store
            self.standard = standard ?? { StandardStore.opened }
            self.show = show
            _object = StateObject(wrappedValue: StoredObject())
        }

        /// Shows what is stored under a key: in a store, or in that of the environment, or in the app's own.
        @MainActor
        public init(_ key: StoreKey<Value>, in store: ProtectedStore? = nil) where Shown == StoreReading<Value> {
            self.init(key: key, store: store) { $0 }
        }

        /// Shows the value of a key, or where it is absent or can't be read a default, which must do no harm there.
        @MainActor
        public init(
            _ key: StoreKey<Value>, harmlessDefault: Value, in store: ProtectedStore? = nil
        ) where Shown == Value {
            self.init(key: key, store: store) { $0.valueOr(harmlessDefault: harmlessDefault) }
        }

        /// What was read; a value where a default was marked as harmless.
        @MainActor
        public var wrappedValue: Shown { show(following.reading) }

        /// What sets, updates and removes the value, and reports errors.
        @MainActor
        public var projectedValue: StoredObject<Value> { following }

        /// The object, which follows what this view is given now.
        @MainActor
        private var following: StoredObject<Value> {
            object.follow(key, in: (store ?? environmentStore).map { .success($0) } ?? standard())
            return object
        }
    }

    /// The app's own store, opened once.
    @MainActor
    package enum StandardStore {
        #if os(tvOS)
            package static let opened = Result<ProtectedStore, StoreError>.failure(
                StoreError(.directory, "tvOS has no directory that it never empties: give the view a store"))
        #else
            package static let opened = Result { () throws(StoreError) in try ProtectedStore() }
        #endif
    }

    private struct ProtectedStoreKey: EnvironmentKey {
        static let defaultValue: ProtectedStore? = nil
    }

    extension EnvironmentValues {
        /// Where ``Stored`` looks for values, unless it is given a store; nil stands for the app's own.
        public var protectedStore: ProtectedStore? {
            get { self[ProtectedStoreKey.self] }
            set { self[ProtectedStoreKey.self] = newValue }
        }
    }
#endif
