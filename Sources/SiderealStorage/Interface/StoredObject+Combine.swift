#if canImport(Combine)
    public import Combine

    /// Follows one stored value, for SwiftUI and Combine before Observation; in a view, ``Stored`` makes and keeps one.
    ///
    /// It never reads a file on the main actor, shows changes by other processes, and ends when it is released.
    @MainActor
    public final class StoredObject<Value: Codable & Sendable>: ObservableObject {
        /// Goes up with each change: what publishes it publishes the change.
        @Published private var changeCount: UInt64 = 0
        private let follower = StoredFollower<Value>()

        /// Follows nothing, until it is told what.
        init() {
            follower.changing = { [weak self] _, change in
                self?.changeCount &+= 1
                change()
            }
        }

        public convenience init(_ key: StoreKey<Value>, in store: ProtectedStore) {
            self.init()
            follow(key, in: .success(store))
        }

        /// Follows something else, and publishes nothing: call it before you read.
        func follow(_ key: StoreKey<Value>, in store: Result<ProtectedStore, StoreError>) {
            follower.follow(key, in: store)
        }

        /// What is stored, as far as it has been read: `unavailable(.notReadYet)` at first.
        public var reading: StoreReading<Value> { follower.reading }

        /// Why the write that ended last failed; nil where it did not. Cancelled and abandoned writes do not count.
        ///
        /// If ``Stored`` was given no store, found none in the environment and couldn't open the app's own, this says
        /// why.
        public var writeError: StoreError? { follower.writeError }

        /// Sets the value, and returns once that is durable and ``reading`` is at least as new.
        ///
        /// - Throws: What ``ProtectedStore/set(_:for:whileLocked:)`` does; ``writeError`` has it, too.
        public func set(_ value: Value, whileLocked: ProtectedStore.WhileLocked = .refuse) async throws(StoreError) {
            try await follower.set(value, whileLocked: whileLocked)
        }

        /// Removes the value, and returns once that is durable and ``reading`` is at least as new.
        ///
        /// - Throws: What ``ProtectedStore/remove(_:whileLocked:)`` does; ``writeError`` has it, too.
        public func remove(whileLocked: ProtectedStore.WhileLocked = .refuse) async throws(StoreError) {
            try await follower.remove(whileLocked: whileLocked)
        }

        /// Changes the value by what it is, whoever else writes, and returns once that is durable and ``reading`` is at
        /// least as new.
        ///
        /// The closure gets nil where the value is proven absent, and leaves nil behind to remove it. It runs on
        /// another thread, and must be quick.
        ///
        /// - Throws: What ``ProtectedStore/update(_:whileLocked:_:)`` does; ``writeError`` has it, too.
        @discardableResult
        public func update<Result: Sendable>(
            whileLocked: ProtectedStore.WhileLocked = .refuse,
            _ body: @escaping @Sendable (inout Value?) throws(StoreError) -> Result
        ) async throws(StoreError) -> Result {
            try await follower.update(whileLocked: whileLocked, body)
        }
    }
#endif
