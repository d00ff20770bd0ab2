import SiderealBase

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

extension StoreMigration {
    /// An old value, or several, and the key of the store that it moves to.
    public struct Item: Sendable {
        let make: @Sendable (any StoreCoding) -> MigrationItem

        /// A value that both keep as it is.
        ///
        /// One that is not of the store key's type is left where it is, and reported; the store's key is then
        /// `unavailable(.undecodable)` until a value is set.
        public init<Value: DefaultsValue & Codable>(_ defaultsKey: String, to key: StoreKey<Value>) {
            self.init(defaultsKey, to: key) { (value: Value) in value }
        }

        /// A value that becomes another one, such as a struct of yours that is kept as JSON:
        ///
        ///     .init("preferences", to: .preferences) { (data: Data) in
        ///         try JSONDecoder().decode(Preferences.self, from: data)
        ///     }
        ///
        /// - Parameters:
        ///   - defaultsKey: The key of the defaults.
        ///   - key: That of the store.
        ///   - convert: Makes the value for the store; the same value each time that it is called with the same one. If
        ///     it throws, the old value is left where it is as one of another type is.
        public init<Old: DefaultsValue, Value>(
            _ defaultsKey: String, to key: StoreKey<Value>,
            converting convert: @escaping @Sendable (Old) throws -> Value
        ) {
            make = { coding in
                MigrationItem(from: defaultsKey, to: key.exactName) { list throws(MigrationItem.NotConverted) in
                    guard let old: Old = list.value() else {
                        throw MigrationItem.NotConverted("it is a \(list.kind), and is asked for as \(Old.self)")
                    }
                    do {
                        return try StoreTransaction.encode(try convert(old), for: key, coding)
                    } catch {
                        throw MigrationItem.NotConverted("\(error)")
                    }
                }
            }
        }

        /// Values under several keys that become one, such as a struct of all settings:
        ///
        ///     .init(["darkMode", "textScale"], to: .display) { old in
        ///         Display(
        ///             isDark: try old.value("darkMode") ?? false, textScale: try old.value("textScale") ?? 1)
        ///     }
        ///
        /// - Parameters:
        ///   - defaultsKeys: The keys of the defaults. Nothing is moved where the defaults have none of them.
        ///   - key: That of the store.
        ///   - convert: Makes the value for the store; the same value each time that it is called with the same ones.
        ///     If it throws, all the old values are left where they are.
        public init<Value>(
            _ defaultsKeys: [String], to key: StoreKey<Value>,
            converting convert: @escaping @Sendable (OldValues) throws -> Value
        ) {
            make = { coding in
                MigrationItem(from: defaultsKeys, to: key.exactName) { values throws(MigrationItem.NotConverted) in
                    do {
                        let old = OldValues(keys: defaultsKeys, values: values)
                        return try StoreTransaction.encode(try convert(old), for: key, coding)
                    } catch {
                        throw MigrationItem.NotConverted("\(error)")
                    }
                }
            }
        }

        /// A flag that says that the keychain has an item, such as one that somebody is logged in:
        ///
        ///     .init(keychain, has: "session", to: .hasAccount)
        ///
        /// The item is neither read nor removed, and its owner is not asked. For as long as the keychain has it, each
        /// run sets the flag: whoever logs in with an earlier version of the app, which knows no flag, is logged in
        /// when this one returns. So a logout removes the item first, and then sets the flag to false. Where the
        /// keychain finds none, the flag is left as it is, since that is no proof.
        ///
        /// Items of the keychain outlive the app: a new installation finds that of the one before.
        ///
        /// - Parameters:
        ///   - keychain: Where the item is. `run()` waits for the unlock that it needs.
        ///   - account: The account of the item.
        ///   - key: That of the store.
        public init(_ keychain: GatedKeychain, has account: String, to key: StoreKey<Bool>) {
            self.init(
                "keychain:" + account, to: key, trace: .none,
                read: { () async throws(UnlockError) in
                    try await keychain.hasItem(account, timeout: nil) ? Data([]) : nil
                }, convert: { _ in true })
        }

        /// What a keychain item becomes, such as the name of who is logged in. The item stays in the keychain.
        ///
        /// It is taken over once; with `leavingOldValues` again where it is there anew after it was gone. That it
        /// changed is not noticed: no trace of a secret is kept elsewhere.
        ///
        /// - Parameters:
        ///   - keychain: Where the item is. `run()` waits for the unlock that it needs.
        ///   - account: The account of the item.
        ///   - key: That of the store.
        ///   - convert: Makes the value for the store, as above. Its argument is read as by
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

        /// What a file of the app's own becomes, such as settings that an earlier version kept in one. The file stays.
        ///
        /// It is taken over once, and again when it changes.
        ///
        /// - Parameters:
        ///   - file: The file. `run()` waits for the unlock that it needs.
        ///   - key: That of the store.
        ///   - convert: Makes the value for the store of all that the file holds, as above.
        public init<Value>(
            _ file: ProtectedFile, to key: StoreKey<Value>,
            converting convert: @escaping @Sendable (Data) throws -> Value
        ) {
            // Its directory has another path after each update of an app.
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
                            return try StoreTransaction.encode(try convert(try Self.data(list)), for: key, coding)
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

    /// What the defaults have under the keys of an item.
    public struct OldValues: Sendable {
        let keys: [String]
        let values: MigrationItem.Values

        /// The value of a key; nil where the defaults have none.
        ///
        /// - Throws: `undecodable` where it is of another type, or the item does not name the key.
        public func value<Old: DefaultsValue>(
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

    /// A migration of these old values, named by an identifier that is never used for another one in this store.
    ///
    /// An item that is added later is moved by the next run; those before it are left alone. Run it where the defaults
    /// hold the old values: in the app, and in an extension only with a suite that both share.
    ///
    /// Make it at each launch before the first read, in each process that opens the store: from then on until it has
    /// run, reads of its keys that the store lacks give `unavailable(.notMigrated)` and not `absent`. A store that was
    /// never written is otherwise `absent` even before the first unlock, whatever the defaults hold. The process
    /// remembers that for its whole life, whoever keeps the migration.
    ///
    /// - Parameters:
    ///   - id: The identifier.
    ///   - items: What is moved, and to which keys.
    ///   - defaults: What has the old values of items that name keys of the defaults; nil where none does.
    ///   - store: What they move to.
    ///   - isLeaving: Whether the old values stay in the defaults, so that an earlier version of the app that is
    ///     installed again still has them. Each run then compares them with what the run before saw: one that changed
    ///     was set by the earlier version, is newer, and replaces what the store has. One that is gone is only told
    ///     (``MigrationReport/gone``). Let nothing in this version write the old keys, and leave no secrets. Until it
    ///     has run in a process, a key that the store lacks is `notMigrated` there at each launch. A later release that
    ///     passes `false` takes over a last time, and then removes them.
    public init(
        _ id: String, items: [Item], from defaults: GatedDefaults? = nil, to store: ProtectedStore,
        leavingOldValues isLeaving: Bool = false
    ) {
        let shared = store.shared
        let coding = shared.coding
        let made = items.map { $0.make(coding) }
        self.init(
            id, items: made, from: defaults, to: MigrationDestination(store), leavingOldValues: isLeaving)
        for plan in plans(leavingOldValues: isLeaving) { shared.expect(plan) }
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
    /// Reads by transactions, too: those look at the file under its lock, and commit nothing where nothing is changed.
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
                // What another store has is older than this store's own, and newer than what others had.
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
