public import Observation

/// Follows one stored value, for SwiftUI from iOS 17 and macOS 14 on and for whatever else observes with Observation.
///
///     @State private var onboarding = StoredValue(.hasOnboarded, in: store)
///
///     var body: some View {
///         switch onboarding.reading {
///         case .value(true): Home()
///         case .value(false), .absent:
///             Onboarding { try await onboarding.set(true) }
///         case .unavailable(let why) where why.mayPass: LaunchScreen()
///         case .unavailable(let why): Trouble(why)  // lost, damaged...
///         }
///     }
///
/// It begins to read when you first ask for the reading, never reads a file on the main actor, shows changes by
/// other processes, and ends when it is released. On older systems use `Stored` or `StoredObject`.
@available(iOS 17, macOS 14, watchOS 10, tvOS 17, visionOS 1, *)
@MainActor
public final class StoredValue<Value: Codable & Sendable>: Observable {
    /// What it follows.
    public nonisolated let key: StoreKey<Value>
    /// Where.
    public nonisolated let store: ProtectedStore

    private let follower = StoredFollower<Value>()
    private let registrar = ObservationRegistrar()

    public init(_ key: StoreKey<Value>, in store: ProtectedStore) {
        self.key = key
        self.store = store
        follower.changing = { [weak self] part, change in
            guard let self else { return change() }
            switch part {
            case .reading: self.registrar.withMutation(of: self, keyPath: \.reading, change)
            case .writeError: self.registrar.withMutation(of: self, keyPath: \.writeError, change)
            }
        }
    }

    /// What is stored, as far as it has been read: `unavailable(.notReadYet)` at first.
    ///
    /// The first call begins to read. What this process has written shows as soon as the write has returned; only in a
    /// store of tier `whenUnlocked`, and where another process writes at the same time, it may show a moment later.
    /// What another process has written shows once its notification has come.
    public var reading: StoreReading<Value> {
        follower.follow(key, in: .success(store))
        registrar.access(self, keyPath: \.reading)
        return follower.reading
    }

    /// Why the write that ended last failed; nil where it did not. Cancelled and abandoned writes do not count.
    public var writeError: StoreError? {
        registrar.access(self, keyPath: \.writeError)
        return follower.writeError
    }

    /// Sets the value, and returns once that is durable and ``reading`` is at least as new.
    ///
    /// - Throws: What ``ProtectedStore/set(_:for:whileLocked:)`` does; ``writeError`` has it, too.
    public func set(_ value: Value, whileLocked: ProtectedStore.WhileLocked = .refuse) async throws(StoreError) {
        follower.follow(key, in: .success(store))
        try await follower.set(value, whileLocked: whileLocked)
    }

    /// Removes the value, and returns once that is durable and ``reading`` is at least as new.
    ///
    /// - Throws: What ``ProtectedStore/remove(_:whileLocked:)`` does; ``writeError`` has it, too.
    public func remove(whileLocked: ProtectedStore.WhileLocked = .refuse) async throws(StoreError) {
        follower.follow(key, in: .success(store))
        try await follower.remove(whileLocked: whileLocked)
    }

    /// Changes the value by what it is, whoever else writes, and returns once that is durable and ``reading`` is at
    /// least as new.
    ///
    /// The closure gets nil where the value is proven absent, and leaves nil behind to remove it. It runs on another
    /// thread, and must be quick.
    ///
    /// - Throws: What ``ProtectedStore/update(_:whileLocked:_:)`` does; ``writeError`` has it, too.
    @discardableResult
    public func update<Result: Sendable>(
        whileLocked: ProtectedStore.WhileLocked = .refuse,
        _ body: @escaping @Sendable (inout Value?) throws(StoreError) -> Result
    ) async throws(StoreError) -> Result {
        follower.follow(key, in: .success(store))
        return try await follower.update(whileLocked: whileLocked, body)
    }
}
