#if canImport(Combine)
    public import Combine

    /// An object that follows one stored value, for Combine and for SwiftUI on systems without Observation. In a view,
    /// ``Stored`` creates and keeps such an object.
    ///
    /// The object never reads a file on the main actor. When another process changes the value, ``reading`` shows the
    /// new value. When you release the object, the object stops following the value.
    @MainActor
    public final class StoredObject<Value: Codable & Sendable>: ObservableObject {
        /// The number of changes. Publishing the number publishes the change.
        @Published private var changeCount: UInt64 = 0
        private let follower = StoredFollower<Value>()

        /// Creates an object that does not follow a place yet.
        init() {
            follower.changing = { [weak self] _, change in
                self?.changeCount &+= 1
                change()
            }
        }

        /// Creates an object that follows a key of a store, and begins to read the key's value.
        public convenience init(_ key: StoreKey<Value>, in store: ProtectedStore) {
            self.init()
            follow(.success(.store(store, key)))
        }

        /// Creates an object that follows a key of UserDefaults, and begins to read the key's value.
        ///
        /// A write returns once UserDefaults has the value. UserDefaults saves the value later. If you pass `wait`, a
        /// write waits until UserDefaults can be read. An update never interleaves with other updates of this process.
        /// Other writers can still change the value between the update's read and its write.
        public convenience init(_ key: String, in defaults: GatedDefaults) where Value: GatedDefaults.Value {
            self.init()
            follow(.success(.defaults(DefaultsKey(key, in: defaults))))
        }

        /// Follows another place without publishing a change, so call this method before you read.
        func follow(_ place: Result<FollowedPlace<Value>, StoreError>) { follower.follow(place) }

        /// The latest reading. Until the first read has ended, the reading is `unavailable(.notReadYet)`.
        public var reading: ProtectedReading<Value> { follower.reading }

        /// The error of the write that ended last, or `nil` if that write succeeded. Cancelled and abandoned writes do
        /// not change this property.
        ///
        /// If a ``Stored`` property can't open the app's store, `writeError` is the error of that attempt.
        public var writeError: StoreError? { follower.writeError }

        /// Sets the value. Returns once the value is durable and ``reading`` shows this value or a later value.
        ///
        /// - Throws: The errors of ``ProtectedStore/set(_:for:whileLocked:)``. ``writeError`` records the error, too.
        public func set(_ value: Value, whileLocked: ProtectedStore.WhileLocked = .refuse) async throws(StoreError) {
            try await follower.set(value, whileLocked: whileLocked)
        }

        /// Removes the value. Returns once the removal is durable and ``reading`` shows `absent` or a later value.
        ///
        /// - Throws: The errors of ``ProtectedStore/remove(_:whileLocked:)``. ``writeError`` records the error, too.
        public func remove(whileLocked: ProtectedStore.WhileLocked = .refuse) async throws(StoreError) {
            try await follower.set(nil, whileLocked: whileLocked)
        }

        /// Calls a closure that changes the value. Returns once the change is durable and ``reading`` shows the changed
        /// value or a later value.
        ///
        /// To remove the value, set the closure's argument to `nil`. For the rules of the closure, see
        /// ``ProtectedStore/update(_:whileLocked:_:)``.
        ///
        /// - Throws: The errors of ``ProtectedStore/update(_:whileLocked:_:)``. ``writeError`` records the error, too.
        @discardableResult
        public func update<Result: Sendable>(
            whileLocked: ProtectedStore.WhileLocked = .refuse,
            _ body: @escaping @Sendable (inout Value?) throws(StoreError) -> Result
        ) async throws(StoreError) -> Result {
            try await follower.update(whileLocked: whileLocked, body)
        }
    }
#endif
