import SiderealSystem

/// The place of a value that a user interface follows: a key of a store, or a key of UserDefaults.
package enum FollowedPlace<Value: Codable & Sendable>: Sendable {
    case store(ProtectedStore, StoreKey<Value>)
    case defaults(DefaultsKey<Value>)

    var scheduler: Environment.Scheduler {
        switch self {
        case .store(let store, _): store.shared.environment.scheduler
        case .defaults(let key): key.defaults.scheduler
        }
    }

    /// Returns a Boolean value that indicates whether both values are the same place.
    func isSame(as other: FollowedPlace) -> Bool {
        switch (self, other) {
        case (.store(let store, let key), .store(let otherStore, let otherKey)):
            store.shared === otherStore.shared && key == otherKey
        case (.defaults(let key), .defaults(let otherKey)):
            key.defaults.isSame(as: otherKey.defaults) && key.name == otherKey.name
        case (.store, .defaults), (.defaults, .store): false
        }
    }

    /// The value in the process's memory: its bytes, and a closure that decodes them. The result is `nil` if the
    /// memory may be out of date. For UserDefaults, it is always `nil`.
    var remembered: (bytes: SharedStore.StoredBytes, decode: () -> ProtectedReading<Value>)? {
        guard case .store(let store, let key) = self, let bytes = store.shared.recall(key.exactName) else { return nil }
        return (bytes, { store.shared.decode(bytes, key) })
    }

    /// The readings of a place, beginning with the present reading.
    enum Readings {
        case store(ProtectedStore.Changes<Value>.Iterator)
        case defaults(GatedDefaults.Readings<Value>)

        /// Waits for the next reading. Returns `nil` if the task was cancelled. For a store, the result also contains
        /// the bytes.
        mutating func next() async -> (reading: ProtectedReading<Value>, bytes: SharedStore.StoredBytes?)? {
            switch self {
            case .store(var readings):
                let reading = await readings.next()
                self = .store(readings)
                return reading.map { ($0, readings.last) }
            case .defaults(var readings):
                let reading = await readings.next()
                self = .defaults(readings)
                return reading.map { ($0, nil) }
            }
        }
    }

    func makeReadings() -> Readings {
        switch self {
        case .store(let store, let key): .store(store.changes(of: key).makeAsyncIterator())
        case .defaults(let key): .defaults(GatedDefaults.Readings(of: key))
        }
    }

    // MARK: - Writing

    /// Sets the value, or removes it if the value is `nil`.
    func set(_ value: Value?, whileLocked: ProtectedStore.WhileLocked) async throws(StoreError) {
        switch (self, value) {
        case (.store(let store, let key), let value?): try await store.set(value, for: key, whileLocked: whileLocked)
        case (.store(let store, let key), nil): try await store.remove(key, whileLocked: whileLocked)
        case (.defaults(let key), let value): try await key.set(value, whileLocked: whileLocked)
        }
    }

    func update<Result: Sendable>(
        whileLocked: ProtectedStore.WhileLocked,
        _ body: @escaping @Sendable (inout Value?) throws(StoreError) -> Result
    ) async throws(StoreError) -> Result {
        switch self {
        case .store(let store, let key): try await store.update(key, whileLocked: whileLocked, body)
        case .defaults(let key): try await key.update(whileLocked: whileLocked, body)
        }
    }
}
