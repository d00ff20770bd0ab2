import SiderealBase

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

extension StoreMigration {
    /// One or several old values, and the key of the store that they move to.
    public struct Item: Sendable {
        let make: @Sendable (any ProtectedStore.Coding) -> MigrationItem

        /// Moves a value without converting it.
        ///
        /// If the type of the old value is not the type of the store's key, the migration leaves the old value in
        /// place, and reports its key and the reason (``StoreMigration/Report/kept``). Until you set a value, reads of
        /// the store's key return `unavailable(.undecodable)`.
        public init<Value: GatedDefaults.Value & Codable>(_ defaultsKey: String, to key: StoreKey<Value>) {
            self.init(defaultsKey, to: key) { (value: Value) in value }
        }

        /// Converts a value and moves the result. For example, decode JSON data as a struct of your app:
        ///
        /// ```swift
        /// .init("preferences", to: .preferences) { (data: Data) in
        ///     try JSONDecoder().decode(Preferences.self, from: data)
        /// }
        /// ```
        ///
        /// - Parameters:
        ///   - defaultsKey: The key of the old value in UserDefaults.
        ///   - key: The key of the store.
        ///   - convert: Returns the value for the store. The closure must return equal values for equal arguments. If
        ///     the closure throws, the migration leaves the old value in place, and reports its key and the reason
        ///     (``StoreMigration/Report/kept``).
        public init<Old: GatedDefaults.Value, Value>(
            _ defaultsKey: String, to key: StoreKey<Value>,
            converting convert: @escaping @Sendable (Old) throws -> Value
        ) {
            make = { coding in
                MigrationItem(from: defaultsKey, to: key.exactName) { list in
                    guard let old: Old = list.value() else {
                        throw MigrationItem.NotConverted(
                            "it is a \(list.kind), but the migration reads it as \(Old.self)")
                    }
                    return try ProtectedStore.Transaction.encode(try convert(old), for: key, coding)
                }
            }
        }

        /// Combines the values of several keys into one value, such as a struct of all settings:
        ///
        /// ```swift
        /// .init(["darkMode", "textScale"], to: .display) { old in
        ///     Display(
        ///         isDark: try old.value("darkMode") ?? false, textScale: try old.value("textScale") ?? 1)
        /// }
        /// ```
        ///
        /// - Parameters:
        ///   - defaultsKeys: The keys of the defaults. If the defaults have none of these keys, the migration moves no
        ///     value.
        ///   - key: The key of the store.
        ///   - convert: Returns the value for the store. The closure must return equal values for equal arguments. If
        ///     the closure throws, all the old values stay in place.
        public init<Value>(
            _ defaultsKeys: [String], to key: StoreKey<Value>,
            converting convert: @escaping @Sendable (OldValues) throws -> Value
        ) {
            make = { coding in
                MigrationItem(from: defaultsKeys, to: key.exactName) { values in
                    let old = OldValues(keys: defaultsKeys, values: values)
                    return try ProtectedStore.Transaction.encode(try convert(old), for: key, coding)
                }
            }
        }

        /// Sets a flag in the store if the keychain has an item, such as the session of a logged-in user:
        ///
        /// ```swift
        /// .init(keychain, has: "session", to: .hasAccount)
        /// ```
        ///
        /// The migration neither reads nor removes the item, and does not prompt the user. While the keychain has the
        /// item, each run sets the flag to `true`. So the flag becomes `true` even after a login in an earlier version
        /// of the app, which sets no flag. When the user logs out, remove the item before you set the flag to `false`.
        /// If the keychain finds no item, the flag keeps its value, because the item may still exist.
        ///
        /// Keychain items remain after the user deletes the app. After a new installation, the app finds the items of
        /// the earlier installation.
        ///
        /// - Parameters:
        ///   - keychain: The keychain that may have the item. `run()` waits for the unlock that the item needs.
        ///   - account: The account of the item (`kSecAttrAccount`).
        ///   - key: The key of the store.
        public init(_ keychain: GatedKeychain, has account: String, to key: StoreKey<Bool>) {
            self.init(
                "keychain:" + account, to: key, trace: .none,
                read: { () async throws(UnlockError) in
                    try await keychain.hasItem(account, timeout: nil) ? Data([]) : nil
                }, convert: { _ in true })
        }

        /// Stores a value that a closure derives from a keychain item, such as the name of the logged-in user. The item
        /// stays in the keychain.
        ///
        /// The migration derives the value once. With `keepingOldValues`, the migration derives the value again if the
        /// item is missing in one run and exists in a later run. The migration does not detect a changed item, because
        /// it records only that the item exists.
        ///
        /// - Parameters:
        ///   - keychain: The keychain that may have the item. `run()` waits for the unlock that the item needs.
        ///   - account: The account of the item (`kSecAttrAccount`).
        ///   - key: The key of the store.
        ///   - convert: Returns the value for the store. The closure must return equal values for equal arguments. The
        ///     closure's argument is the value that ``GatedKeychain/read(_:as:)`` returns.
        public init<Old: Decodable & SendableMetatype, Value>(
            _ keychain: GatedKeychain, account: String, to key: StoreKey<Value>,
            converting convert: @escaping @Sendable (Old) throws -> Value
        ) {
            self.init(
                "keychain:" + account, to: key, trace: .presence,
                read: { () async throws(UnlockError) in try await keychain.value(account, as: Data.self) },
                convert: { try convert(try KeychainCoding.decode(Old.self, from: $0)) })
        }

        /// Stores a value that a closure derives from a file of the app, such as the settings of an earlier version.
        /// The file stays in place.
        ///
        /// The first run derives the value. A later run derives the value again if the file has changed.
        ///
        /// - Parameters:
        ///   - file: The file. `run()` waits for the unlock that the file needs.
        ///   - key: The key of the store.
        ///   - convert: Returns the value for the store, given the whole content of the file. The closure must return
        ///     equal values for equal content.
        public init<Value>(
            _ file: ProtectedFile, to key: StoreKey<Value>,
            converting convert: @escaping @Sendable (Data) throws -> Value
        ) {
            // Use only the file's name, since each update of an app changes the path of the directory.
            self.init(
                "file:" + file.url.lastPathComponent, to: key, trace: .checksum,
                read: { () async throws(UnlockError) in try await file.content() }, convert: convert)
        }

        private init<Value>(
            _ name: String, to key: StoreKey<Value>, trace: MigrationItem.Place.Trace,
            read: @escaping @Sendable () async throws(UnlockError) -> Data?,
            convert: @escaping @Sendable (Data) throws -> Value
        ) {
            make = { coding in
                MigrationItem(
                    from: name, to: key.exactName,
                    in: MigrationItem.Place(trace: trace) { () async throws(StoreMigration.Failure) in
                        do throws(UnlockError) {
                            return try await read().map { .data([UInt8]($0)) }
                        } catch {
                            throw StoreMigration.Failure(error, name: name)
                        }
                    },
                    encode: { list in
                        try ProtectedStore.Transaction.encode(try convert(try Self.data(list)), for: key, coding)
                    })
            }
        }

        private static func data(_ list: PropertyListValue) throws(Unavailability) -> Data {
            guard case .data(let bytes) = list else { throw .undecodable(reason: list.kind) }
            return Data(bytes)
        }
    }

    /// The old values of the keys that an item names.
    public struct OldValues: Sendable {
        let keys: [String]
        let values: MigrationItem.Values

        /// Returns the value of a key, or `nil` if the defaults have no value for the key.
        ///
        /// - Throws: `undecodable` if the value is of another type, or if the item does not name the key.
        public func value<Old: GatedDefaults.Value>(
            _ key: String, as type: Old.Type = Old.self
        ) throws(Unavailability) -> Old? {
            guard keys.contains(key) else {
                throw .undecodable(reason: "the item does not name the key \(key.debugDescription)")
            }
            guard let found = values[key] else { return nil }
            guard let old = found.value(as: type) else {
                throw .undecodable(
                    reason: "\(key.debugDescription) is a \(found.kind), but the migration reads it as \(type)")
            }
            return old
        }
    }

    /// Creates a migration of old values into a store.
    ///
    /// If you add an item in a later release, the next run moves only the new item. Run the migration in a process
    /// whose defaults have the old values: in the app, or in an extension that shares a suite with the app.
    ///
    /// At each launch, create the migration before the first read, in each process that opens the store. Until the
    /// migration has run, a read of one of its keys returns `unavailable(.notMigrated)` if the store lacks the key. If
    /// you don't create the migration, a store that was never written reads as `absent`, even before the first unlock,
    /// and even if the defaults have values. The store remembers the migration until the process ends, even if you
    /// release the migration.
    ///
    /// - Parameters:
    ///   - id: An identifier that no other migration into this store ever uses.
    ///   - items: The old values, and the keys that they move to.
    ///   - defaults: The defaults that have the old values, or `nil` if no item names a key of the defaults.
    ///   - store: The store that the values move to.
    ///   - isLeaving: If `true`, the old values stay in the defaults, because a user may install an earlier version of
    ///     the app again. Each run compares the old values with the values that the previous run found. A changed value
    ///     replaces the store's value. If a value is missing, the run only reports its key
    ///     (``StoreMigration/Report/gone``). Don't write to the old keys in this version of the app, and don't leave
    ///     secrets in the defaults. In each process, reads of a key that the store lacks return `notMigrated` until the
    ///     migration has run in that process. If a later release passes `false`, its first run copies changed values
    ///     one last time, and then removes the old values.
    public init(
        _ id: String, items: [Item], from defaults: GatedDefaults? = nil, to store: ProtectedStore,
        keepingOldValues isLeaving: Bool = false
    ) {
        let shared = store.shared
        let coding = shared.coding
        let made = items.map { $0.make(coding) }
        self.init(
            id, items: made, from: defaults, to: MigrationDestination(store), keepingOldValues: isLeaving)
        for plan in plans(keepingOldValues: isLeaving) { shared.expect(plan) }
    }
}

extension StoreMigration.Failure {
    init(writing error: StoreError) {
        self =
            switch error.cause {
            case .unavailable(let reason): .store(reason)
            case .cancelled: .cancelled
            default: .notWritten(error)
            }
    }

    fileprivate init(_ error: UnlockError, name: String) {
        self =
            switch error {
            case .cancelled: .cancelled
            case .timedOut(let why), .unavailable(let why): .oldValue(name: name, why)
            }
    }
}

extension MigrationDestination {
    /// Reads use transactions, too. A transaction reads the file under its lock, and makes the values that it reads
    /// durable.
    package init(_ store: ProtectedStore) {
        let shared = store.shared
        self.init(
            waitForFirstUnlock: { () async throws(StoreMigration.Failure) in
                do throws(UnlockError) {
                    try await shared.gate.waitForFirstUnlock()
                } catch .unavailable(let why) {
                    throw .store(why)
                } catch {
                    throw .cancelled
                }
            },
            fail: { marker, reason in shared.failMigration(marker, for: reason) },
            finish: { shared.finishMigration($0) },
            read: { names async throws(StoreMigration.Failure) in
                try await Self.transact(store, names) { _ in [:] }
            },
            transact: { names, body async throws(StoreMigration.Failure) in
                _ = try await Self.transact(store, names, body)
            })
    }

    private static func transact(
        _ store: ProtectedStore, _ names: [ExactName],
        _ body: @escaping @Sendable ([ExactName: [UInt8]]) -> [ExactName: [UInt8]?]
    ) async throws(StoreMigration.Failure) -> [ExactName: [UInt8]] {
        do throws(StoreError) {
            return try await store.transaction(whileLocked: .wait) { transaction throws(StoreError) in
                // Another store has to move to this store first. Its values are newer than the values of other sources.
                let marked = { [transaction] name in transaction.contains(name) }
                if let reason = transaction.migrations.unavailabilityOfMove(marked: marked) {
                    throw StoreError(reason, path: transaction.path)
                }
                var present: [ExactName: [UInt8]] = [:]
                for name in names {
                    try StoreKey<Bool>(name.text).check()
                    present[name] = transaction.bytes(of: name)
                }
                for (name, bytes) in body(present) { transaction.setBytes(bytes, of: name) }
                return present
            }
        } catch {
            throw StoreMigration.Failure(writing: error)
        }
    }
}
