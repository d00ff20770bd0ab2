#if canImport(Combine)
    public import Combine

    /// An object that follows one stored value, for Combine and for SwiftUI before Observation. In a view, ``Stored``
    /// creates and keeps such an object.
    ///
    /// The object never reads a file on the main actor, shows changes by other processes, and stops when it is
    /// released.
    @MainActor
    public final class StoredObject<Value: Codable & Sendable>: ObservableObject {
        /// The number of changes. Publishing the number publishes the change.
        @Published private var changeCount: UInt64 = 0
        private let follower = StoredFollower<Value>()

        /// Creates an object that follows nothing yet.
        init() {
            follower.changing = { [weak self] _, change in
                self?.changeCount &+= 1
                change()
            }
        }

        /// Creates an object that follows a key of a store, and begins to read its value.
        public convenience init(_ key: StoreKey<Value>, in store: ProtectedStore) {
            self.init()
            follow(key, in: .success(store))
        }

        /// Follows another key or store without publishing a change, so call this method before you read.
        func follow(_ key: StoreKey<Value>, in store: Result<ProtectedStore, StoreError>) {
            follower.follow(key, in: store)
        }

        /// The present reading. It is `unavailable(.notReadYet)` until the first read has ended.
        public var reading: ProtectedReading<Value> { follower.reading }

        /// The error of the write that ended last, or `nil` if it succeeded. Cancelled and abandoned writes do not
        /// count.
        ///
        /// If a ``Stored`` property has to open the app's store but can't, this property has the error.
        public var writeError: StoreError? { follower.writeError }

        /// Sets the value. Returns once the write is durable, and ``reading`` shows this value or a newer one.
        ///
        /// - Throws: The errors of ``ProtectedStore/set(_:for:whileLocked:)``. ``writeError`` records the error, too.
        public func set(_ value: Value, whileLocked: ProtectedStore.WhileLocked = .refuse) async throws(StoreError) {
            try await follower.set(value, whileLocked: whileLocked)
        }

        /// Removes the value. Returns once the removal is durable, and ``reading`` shows it or a newer value.
        ///
        /// - Throws: The errors of ``ProtectedStore/remove(_:whileLocked:)``. ``writeError`` records the error, too.
        public func remove(whileLocked: ProtectedStore.WhileLocked = .refuse) async throws(StoreError) {
            try await follower.remove(whileLocked: whileLocked)
        }

        /// Changes the value based on its present value. Returns once the change is durable, and ``reading`` shows it
        /// or a newer value.
        ///
        /// The closure receives `nil` if the value is provably absent. To remove the value, set it to `nil`. The
        /// closure runs on another thread, and no other process can write meanwhile. So the closure must be quick.
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
