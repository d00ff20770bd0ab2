public import Observation

/// An object that follows one stored value, for SwiftUI and other code with Observation (from iOS 17 and macOS 14).
///
/// ```swift
/// @State private var onboarding = StoredValue(.hasOnboarded, in: store)
///
/// var body: some View {
///     switch onboarding.reading {
///     case .value(true): Home()
///     case .value(false), .absent:
///         Onboarding { try await onboarding.set(true) }
///     case .unavailable(let why) where why.isTemporary: LaunchScreen()
///     case .unavailable(let why): Trouble(why)  // lost, damaged...
///     }
/// }
/// ```
///
/// The object begins to read the value when you first access ``reading``. The object never reads a file on the main
/// actor. When another process changes the value, ``reading`` shows the new value. When you release the object, the
/// object stops following the value. On older systems, use `Stored` or `StoredObject`.
@available(iOS 17, macOS 14, watchOS 10, tvOS 17, visionOS 1, *)
@MainActor
public final class StoredValue<Value: Codable & Sendable>: Observable {
    private let place: FollowedPlace<Value>
    private let follower = StoredFollower<Value>()
    private let registrar = ObservationRegistrar()

    /// Creates an object that follows a key of a store. The object does not read the value before you access
    /// ``reading``.
    public convenience init(_ key: StoreKey<Value>, in store: ProtectedStore) { self.init(.store(store, key)) }

    /// Creates an object that follows a key of UserDefaults. The object does not read the value before you access
    /// ``reading``.
    ///
    /// A write returns once UserDefaults has the value. UserDefaults saves the value later. If you pass `wait`, a write
    /// waits until UserDefaults can be read. An update never interleaves with other updates of this process. Other
    /// writers can still change the value between the update's read and its write.
    public convenience init(_ key: String, in defaults: GatedDefaults) where Value: GatedDefaults.Value {
        self.init(.defaults(DefaultsKey(key, in: defaults)))
    }

    private init(_ place: FollowedPlace<Value>) {
        self.place = place
        follower.changing = { [weak self] part, change in
            guard let self else { return change() }
            switch part {
            case .reading: self.registrar.withMutation(of: self, keyPath: \.reading, change)
            case .writeError: self.registrar.withMutation(of: self, keyPath: \.writeError, change)
            }
        }
    }

    /// The latest reading. Until the first read has ended, the reading is `unavailable(.notReadYet)`.
    ///
    /// The first access to this property begins to read the value. When a write of this process returns, this property
    /// shows the written value. In a store of the tier `whenUnlocked`, or while another process writes, the written
    /// value may appear a moment later. A value that another process writes appears once the system has announced the
    /// write.
    public var reading: ProtectedReading<Value> {
        follower.follow(.success(place))
        registrar.access(self, keyPath: \.reading)
        return follower.reading
    }

    /// The error of the write that ended last, or `nil` if that write succeeded. Cancelled and abandoned writes do not
    /// change this property.
    public var writeError: StoreError? {
        registrar.access(self, keyPath: \.writeError)
        return follower.writeError
    }

    /// Sets the value. Returns once the value is durable and ``reading`` shows this value or a later value.
    ///
    /// - Throws: The errors of ``ProtectedStore/set(_:for:whileLocked:)``. ``writeError`` records the error, too.
    public func set(_ value: Value, whileLocked: ProtectedStore.WhileLocked = .refuse) async throws(StoreError) {
        follower.follow(.success(place))
        try await follower.set(value, whileLocked: whileLocked)
    }

    /// Removes the value. Returns once the removal is durable and ``reading`` shows `absent` or a later value.
    ///
    /// - Throws: The errors of ``ProtectedStore/remove(_:whileLocked:)``. ``writeError`` records the error, too.
    public func remove(whileLocked: ProtectedStore.WhileLocked = .refuse) async throws(StoreError) {
        follower.follow(.success(place))
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
        follower.follow(.success(place))
        return try await follower.update(whileLocked: whileLocked, body)
    }
}
