#if canImport(Combine)
    public import Combine

    /// An object that follows one stored value, for Combine and for SwiftUI before Observation. In a view, ``Stored``
    /// creates and keeps one.
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

        /// Follows another key or store without publishing a change: call this method before you read.
        func follow(_ key: StoreKey<Value>, in store: Result<ProtectedStore, StoreError>) {
            follower.follow(key, in: store)
        }

        /// The present reading: `unavailable(.notReadYet)` until the first one.
        public var reading: ProtectedReading<Value> { follower.reading }

        /// The error of the write that ended last, or `nil` if it succeeded. Cancelled and abandoned writes do not
        /// count.
        ///
        /// If ``Stored`` names no store, finds none in the environment and can't open the app's own, this property has
        /// the reason.
        public var writeError: StoreError? { follower.writeError }

        /// Sets the value, and returns once the write is durable and ``reading`` is at least as new.
        ///
        /// - Throws: The errors of ``ProtectedStore/set(_:for:whileLocked:)``; ``writeError`` has the error, too.
        public func set(_ value: Value, whileLocked: ProtectedStore.WhileLocked = .refuse) async throws(StoreError) {
            try await follower.set(value, whileLocked: whileLocked)
        }

        /// Removes the value, and returns once the removal is durable and ``reading`` is at least as new.
        ///
        /// - Throws: The errors of ``ProtectedStore/remove(_:whileLocked:)``; ``writeError`` has the error, too.
        public func remove(whileLocked: ProtectedStore.WhileLocked = .refuse) async throws(StoreError) {
            try await follower.remove(whileLocked: whileLocked)
        }

        /// Changes the value based on the present one, atomically across processes. Returns once the change is durable
        /// and ``reading`` is at least as new.
        ///
        /// The closure receives `nil` if the value is provably absent, and sets `nil` to remove it. It runs on another
        /// thread, and must be quick.
        ///
        /// - Throws: The errors of ``ProtectedStore/update(_:whileLocked:_:)``; ``writeError`` has the error, too.
        @discardableResult
        public func update<Result: Sendable>(
            whileLocked: ProtectedStore.WhileLocked = .refuse,
            _ body: @escaping @Sendable (inout Value?) throws(StoreError) -> Result
        ) async throws(StoreError) -> Result {
            try await follower.update(whileLocked: whileLocked, body)
        }
    }
#endif
