import SiderealBase

extension DefaultsMigration {
    /// A key of the defaults, or several, and the one of the store that the value moves to.
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

    /// A migration of these keys, named by an identifier that is never used for another one in this store.
    ///
    /// An item that is added later is moved by the next run; those before it are left alone. Run it where the defaults
    /// hold the old values: in the app, and in an extension only with a suite that both share.
    ///
    /// Make it at each launch before the first read, in each process that opens the store: from then on until it has
    /// run, reads of its keys that the store lacks give `unavailable(.notMigrated)` and not `absent`. A store that was
    /// never written is otherwise `absent` even before the first unlock, whatever the defaults hold. The process
    /// remembers that for its whole life, whoever keeps the migration.
    public init(_ id: String, items: [Item], from defaults: GatedDefaults, to store: ProtectedStore) {
        let shared = store.shared
        let coding = shared.coding
        let made = items.map { $0.make(coding) }
        self.init(id, items: made, from: defaults, to: MigrationDestination(store))
        shared.expect(
            StoreMigrationPlan(
                marker: marker, otherMarker: defaults.isOfExtension ? anyMarker : nil,
                keys: Set(made.map { $0.target })))
    }
}

extension MigrationDestination {
    /// Reads by transactions, too: those look at the file under its lock, and commit nothing where nothing is changed.
    package init(_ store: ProtectedStore) {
        let shared = store.shared
        self.init(
            waitForFirstUnlock: { () async throws(MigrationError) in
                do throws(FirstUnlockError) {
                    try await shared.gate.waitForFirstUnlock()
                } catch .indeterminate(let number) {
                    throw .store(.indeterminate(errno: number))
                } catch {
                    throw .cancelled
                }
            },
            fail: { marker, reason in shared.failMigration(marker, for: reason) },
            read: { names async throws(MigrationError) in
                try await Self.transact(store, names) { _ in [:] }
            },
            transact: { names, body async throws(MigrationError) in
                _ = try await Self.transact(store, names, body)
            })
    }

    private static func transact(
        _ store: ProtectedStore, _ names: [ExactName],
        _ body: @escaping @Sendable ([ExactName: [UInt8]]) -> [ExactName: [UInt8]]
    ) async throws(MigrationError) -> [ExactName: [UInt8]] {
        do throws(StoreError) {
            return try await store.transaction { transaction throws(StoreError) in
                var present: [ExactName: [UInt8]] = [:]
                for name in names {
                    try StoreKey<Bool>(name.text).check()
                    present[name] = transaction.bytes(of: name)
                }
                for (name, bytes) in body(present) { transaction.setBytes(bytes, of: name) }
                return present
            }
        } catch {
            if let reason = error.unavailability { throw .store(reason) }
            throw .notWritten(error)
        }
    }
}
