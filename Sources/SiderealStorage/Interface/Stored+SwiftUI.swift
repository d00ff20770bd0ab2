#if canImport(SwiftUI)
    // `ObservableObject` comes from Combine.
    import Combine
    public import SwiftUI

    /// A property wrapper that follows a stored value in a view. The wrapped value is the latest reading of the value.
    ///
    /// ```swift
    /// struct Root: View {
    ///     @Stored(.hasOnboarded) private var hasOnboarded
    /// ```
    ///
    ///         var body: some View {
    ///             switch hasOnboarded {
    ///             case .value(true): Home()
    ///             case .value(false), .absent:
    ///                 Button("Begin") { Task { try await $hasOnboarded.set(true) } }
    ///             case .unavailable(let why) where why.isTemporary: LaunchScreen()
    ///             case .unavailable(let why): Trouble(why)  // lost, damaged...
    ///             }
    ///         }
    ///     }
    ///
    /// By default, the value is in the app's own store, `try ProtectedStore()`. To use another store, write
    /// `@Stored(.hasOnboarded, in: store)`. For a whole view hierarchy, such as in a preview or a test, set the store
    /// in the environment:
    ///
    /// ```swift
    /// Root().environment(\.protectedStore, store)
    /// ```
    ///
    /// With a default, the wrapped value is the stored value or the default, not a reading. Pass a default only if your
    /// app may show the default in place of the stored value for a while.
    ///
    /// ```swift
    /// @Stored(.theme, harmlessDefault: .light) private var theme
    /// // theme is a Theme, and $theme.reading is the reading
    /// ```
    ///
    /// For a value that has to stay in UserDefaults, name its key and the ``GatedDefaults``:
    ///
    /// ```swift
    /// @Stored("volume", harmlessDefault: 0.5, in: defaults) private var volume
    /// ```
    ///
    /// `$hasOnboarded` has `async throws` methods that set, update and remove the value. The property
    /// `$hasOnboarded.writeError` is the error of the latest write. If the store can't be opened, the reading stays
    /// `unavailable`, and `writeError` contains the error of that attempt.
    @propertyWrapper
    public struct Stored<Value: Codable & Sendable, Shown>: DynamicProperty {
        @StateObject private var object: StoredObject<Value>
        @Environment(\.protectedStore) private var environmentStore
        /// Returns the place of the value. The argument is the environment's store.
        private let place: @MainActor (ProtectedStore?) -> Result<FollowedPlace<Value>, StoreError>
        private let show: @MainActor (ProtectedReading<Value>) -> Shown

        @MainActor
        private init(
            place: @escaping @MainActor (ProtectedStore?) -> Result<FollowedPlace<Value>, StoreError>,
            show: @escaping @MainActor (ProtectedReading<Value>) -> Shown
        ) {
            (self.place, self.show) = (place, show)
            _object = StateObject(wrappedValue: StoredObject())
        }

        /// Creates a stored value. If neither the parameter nor the environment has a store, `standard` opens a store.
        @MainActor
        package init(
            key: StoreKey<Value>, store: ProtectedStore?,
            standard: (@MainActor () -> Result<ProtectedStore, StoreError>)? = nil,
            show: @escaping @MainActor (ProtectedReading<Value>) -> Shown
        ) {
            let standard = standard ?? { StandardStore.opened }
            self.init(
                place: { environmentStore in
                    let store = (store ?? environmentStore).map { .success($0) } ?? standard()
                    return store.map { .store($0, key) }
                }, show: show)
        }

        /// Creates a property that shows the reading of a key. If `store` is `nil`, the property uses the store in the
        /// environment. If the environment has no store, the property uses the app's own store.
        @MainActor
        public init(_ key: StoreKey<Value>, in store: ProtectedStore? = nil) where Shown == ProtectedReading<Value> {
            self.init(key: key, store: store) { $0 }
        }

        /// Creates a property that shows the value of a key. If the value is absent or can't be read, the property
        /// shows the default. Choose a default that does no harm in these cases.
        @MainActor
        public init(
            _ key: StoreKey<Value>, harmlessDefault: Value, in store: ProtectedStore? = nil
        ) where Shown == Value {
            self.init(key: key, store: store) { $0.valueOr(harmlessDefault: harmlessDefault) }
        }

        /// Creates a property that shows the reading of a key in UserDefaults.
        @MainActor
        public init(_ key: String, in defaults: GatedDefaults)
        where Value: GatedDefaults.Value, Shown == ProtectedReading<Value> {
            self.init(place: { _ in .success(.defaults(DefaultsKey(key, in: defaults))) }, show: { $0 })
        }

        /// Creates a property that shows the value of a key in UserDefaults. If the value is absent or can't be read,
        /// the property shows the default. Choose a default that does no harm in these cases.
        @MainActor
        public init(_ key: String, harmlessDefault: Value, in defaults: GatedDefaults)
        where Value: GatedDefaults.Value, Shown == Value {
            self.init(
                place: { _ in .success(.defaults(DefaultsKey(key, in: defaults))) },
                show: { $0.valueOr(harmlessDefault: harmlessDefault) })
        }

        /// The latest reading of the key. With a harmless default, the property shows the value, or the default if the
        /// value is absent or can't be read.
        @MainActor
        public var wrappedValue: Shown { show(following.reading) }

        /// The object that sets, updates and removes the value, and reports errors.
        @MainActor
        public var projectedValue: StoredObject<Value> { following }

        /// The object, updated to follow the view's present key and store or UserDefaults.
        @MainActor
        private var following: StoredObject<Value> {
            object.follow(place(environmentStore))
            return object
        }
    }

    /// The app's own store. The app opens it only once.
    @MainActor
    package enum StandardStore {
        #if os(tvOS)
            package static let opened = Result<ProtectedStore, StoreError>.failure(
                StoreError(.directoryUnusable, "tvOS may empty every directory of an app: pass a store to the view"))
        #else
            package static let opened = Result { () throws(StoreError) in try ProtectedStore() }
        #endif
    }

    private struct ProtectedStoreKey: EnvironmentKey {
        static let defaultValue: ProtectedStore? = nil
    }

    extension EnvironmentValues {
        /// The store for each ``Stored`` property that does not name a store. If `protectedStore` is `nil`, these
        /// properties use the app's own store.
        public var protectedStore: ProtectedStore? {
            get { self[ProtectedStoreKey.self] }
            set { self[ProtectedStoreKey.self] = newValue }
        }
    }
#endif
