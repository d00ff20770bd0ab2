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

        /// Moves a value that keeps its type.
        ///
        /// The migration leaves a value of another type than the store's key in place, and reports it. The store's key
        /// is then `unavailable(.undecodable)` until a value is set.
        public init<Value: GatedDefaults.Value & Codable>(_ defaultsKey: String, to key: StoreKey<Value>) {
            self.init(defaultsKey, to: key) { (value: Value) in value }
        }

        /// Moves a value that becomes another one, such as a struct of yours in JSON:
        ///
        ///     .init("preferences", to: .preferences) { (data: Data) in
        ///         try JSONDecoder().decode(Preferences.self, from: data)
        ///     }
        ///
        /// - Parameters:
        ///   - defaultsKey: The key of the old value in UserDefaults.
        ///   - key: The key of the store.
        ///   - convert: Returns the value for the store, equal for equal arguments. If it throws, the old value stays
        ///     in place, like a value of another type.
        public init<Old: GatedDefaults.Value, Value>(
            _ defaultsKey: String, to key: StoreKey<Value>,
            converting convert: @escaping @Sendable (Old) throws -> Value
        ) {
            make = { coding in
                MigrationItem(from: defaultsKey, to: key.exactName) { list throws(MigrationItem.NotConverted) in
                    guard let old: Old = list.value() else {
                        throw MigrationItem.NotConverted("it is a \(list.kind), and is asked for as \(Old.self)")
                    }
                    do {
                        return try ProtectedStore.Transaction.encode(try convert(old), for: key, coding)
                    } catch {
                        throw MigrationItem.NotConverted("\(error)")
                    }
                }
            }
        }

        /// Combines the values of several keys into one, such as a struct of all settings:
        ///
        ///     .init(["darkMode", "textScale"], to: .display) { old in
        ///         Display(
        ///             isDark: try old.value("darkMode") ?? false, textScale: try old.value("textScale") ?? 1)
        ///     }
        ///
        /// - Parameters:
        ///   - defaultsKeys: The keys of the defaults. If the defaults have none of these keys, the migration moves no
        ///     value.
        ///   - key: The key of the store.
        ///   - convert: Returns the value for the store, equal for equal arguments. If it throws, all the old values
        ///     stay in place.
        public init<Value>(
            _ defaultsKeys: [String], to key: StoreKey<Value>,
            converting convert: @escaping @Sendable (OldValues) throws -> Value
        ) {
            make = { coding in
                MigrationItem(from: defaultsKeys, to: key.exactName) { values throws(MigrationItem.NotConverted) in
                    do {
                        let old = OldValues(keys: defaultsKeys, values: values)
                        return try ProtectedStore.Transaction.encode(try convert(old), for: key, coding)
                    } catch {
                        throw MigrationItem.NotConverted("\(error)")
                    }
                }
            }
        }

        /// Sets a flag if the keychain has an item, such as the session of a logged-in user:
        ///
        ///     .init(keychain, has: "session", to: .hasAccount)
        ///
        /// The migration neither reads nor removes the item, and does not prompt its owner. While the keychain has the
        /// item, each run sets the flag: a user who logs in with an earlier version of the app, which sets no flag, is
        /// logged in when this version returns. So at a logout, remove the item first, and then set the flag to
        /// `false`. If the keychain finds no item, the flag stays as it is, because that does not prove absence.
        ///
        /// Keychain items outlive the app: a new installation finds the items of the one before.
        ///
        /// - Parameters:
        ///   - keychain: The keychain that may have the item. `run()` waits for the unlock that it needs.
        ///   - account: The account (`kSecAttrAccount`) under which the keychain has the item.
        ///   - key: The key of the store.
        public init(_ keychain: GatedKeychain, has account: String, to key: StoreKey<Bool>) {
            self.init(
                "keychain:" + account, to: key, trace: .none,
                read: { () async throws(UnlockError) in
                    try await keychain.hasItem(account, timeout: nil) ? Data([]) : nil
                }, convert: { _ in true })
        }

        /// Moves a value derived from a keychain item, such as the name of the logged-in user. The item stays in the
        /// keychain.
        ///
        /// The value is derived once. With `keepingOldValues`, the value is derived again if the item disappears and
        /// then reappears. The migration does not detect changes of the item: a secret leaves no trace elsewhere.
        ///
        /// - Parameters:
        ///   - keychain: The keychain that may have the item. `run()` waits for the unlock that it needs.
        ///   - account: The account (`kSecAttrAccount`) under which the keychain has the item.
        ///   - key: The key of the store.
        ///   - convert: Returns the value for the store, as above. Its argument is read as by
        ///     ``GatedKeychain/read(_:as:)``.
        public init<Old: Decodable & SendableMetatype, Value>(
            _ keychain: GatedKeychain, account: String, to key: StoreKey<Value>,
            converting convert: @escaping @Sendable (Old) throws -> Value
        ) {
            self.init(
                "keychain:" + account, to: key, trace: .presence,
                read: { () async throws(UnlockError) in try await keychain.value(account, as: Data.self) },
                convert: { try convert(try KeychainCoding.decode(Old.self, from: $0)) })
        }

        /// Moves a value derived from a file of the app, such as the settings of an earlier version. The file stays.
        ///
        /// The migration takes over the file's value once, and again when the file changes.
        ///
        /// - Parameters:
        ///   - file: The file. `run()` waits for the unlock that it needs.
        ///   - key: The key of the store.
        ///   - convert: Returns the value for the store, as above, given the whole content of the file.
        public init<Value>(
            _ file: ProtectedFile, to key: StoreKey<Value>,
            converting convert: @escaping @Sendable (Data) throws -> Value
        ) {
            // The path of the file's directory changes with each update of an app.
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
                    in: MigrationItem.Place(trace: trace) { () async throws(MigrationError) in
                        do throws(UnlockError) {
                            return try await read().map { .data([UInt8]($0)) }
                        } catch {
                            throw MigrationError(error, name: name)
                        }
                    },
                    encode: { list throws(MigrationItem.NotConverted) in
                        do {
                            return try ProtectedStore.Transaction.encode(
                                try convert(try Self.data(list)), for: key, coding)
                        } catch {
                            throw MigrationItem.NotConverted("\(error)")
                        }
                    })
            }
        }

        private static func data(_ list: PropertyListValue) throws(Unavailability) -> Data {
            guard case .data(let bytes) = list else { throw .undecodable(reason: list.kind) }
            return Data(bytes)
        }
    }

    /// The values of the defaults under the keys of an item.
    public struct OldValues: Sendable {
        let keys: [String]
        let values: MigrationItem.Values

        /// Returns the value of a key, or `nil` if the defaults have none.
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
                throw .undecodable(reason: "\(key.debugDescription) is a \(found.kind), and is asked for as \(type)")
            }
            return old
        }
    }

    /// Creates a migration of old values, named by an identifier that no other migration into this store ever uses.
    ///
    /// If you add an item later, the next run moves it and leaves the earlier items alone. Run the migration in a
    /// process whose defaults have the old values: in the app, or in an extension that shares a suite with the app.
    ///
    /// Create the migration at each launch before the first read, in each process that opens the store. From then until
    /// it has run, reads of its missing keys return `unavailable(.notMigrated)` instead of `absent`. Otherwise a never
    /// written store reads as `absent` even before the first unlock, regardless of the defaults' values. The process
    /// remembers the declaration until it ends, even if the migration is released.
    ///
    /// - Parameters:
    ///   - id: The identifier.
    ///   - items: The old values, and the keys that they move to.
    ///   - defaults: The defaults that have the old values, or `nil` if no item names a key of the defaults.
    ///   - store: The store that the values move to.
    ///   - isLeaving: Indicates whether the old values stay in the defaults, for an earlier version of the app that may
    ///     be installed again. Each run compares them with the values of the run before. A changed value was set by the
    ///     earlier version, so it is newer and replaces the store's value. A missing value is only reported
    ///     (``StoreMigration/Report/gone``). Don't write the old keys in this version, and don't leave secrets. At each
    ///     launch, a key that the store lacks is `notMigrated` in a process until the migration has run there. A later
    ///     release that passes `false` takes over the values one last time, and then removes them.
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

extension MigrationError {
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
    /// Reads by transactions, too: they read the file under its lock, and commit nothing if nothing changes.
    package init(_ store: ProtectedStore) {
        let shared = store.shared
        self.init(
            waitForFirstUnlock: { () async throws(MigrationError) in
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
            read: { names async throws(MigrationError) in
                try await Self.transact(store, names) { _ in [:] }
            },
            transact: { names, body async throws(MigrationError) in
                _ = try await Self.transact(store, names, body)
            })
    }

    private static func transact(
        _ store: ProtectedStore, _ names: [ExactName],
        _ body: @escaping @Sendable ([ExactName: [UInt8]]) -> [ExactName: [UInt8]?]
    ) async throws(MigrationError) -> [ExactName: [UInt8]] {
        do throws(StoreError) {
            return try await store.transaction(whileLocked: .wait) { transaction throws(StoreError) in
                // The values of another store are older than this store's own, but newer than those of other sources.
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
            throw MigrationError(writing: error)
        }
    }
}
