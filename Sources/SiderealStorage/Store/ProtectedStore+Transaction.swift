package import SiderealBase

/// An optional whose wrapped value is also an optional.
private protocol OptionalOfOptional {}
private protocol AnyOptional {}
extension Optional: AnyOptional {}
extension Optional: OptionalOfOptional where Wrapped: AnyOptional {}

extension ProtectedStore {
    /// A view of a store's values inside a transaction. The view includes the transaction's own changes.
    ///
    /// The store saves either all changes of a transaction or no change.
    public struct Transaction: Sendable {
        /// The values on disk.
        let base: StoreTable
        /// The changes of earlier transactions in the same commit. If the bytes are `nil`, the change removes the key.
        private(set) var settled: [ExactName: [UInt8]?] = [:]
        private var changes: [ExactName: [UInt8]?] = [:]
        let coding: any ProtectedStore.Coding
        let path: String
        let migrations: StoreMigrations

        init(base: StoreTable, coding: any ProtectedStore.Coding, path: String, migrations: StoreMigrations) {
            self.base = base
            self.coding = coding
            self.path = path
            self.migrations = migrations
        }

        /// Returns the value of a key, or `nil` if the key is absent.
        ///
        /// - Throws: `unavailable` if the bytes are not of the key's type, or if a migration may still move the value
        ///   to this store. In both cases, a value may exist.
        public func value<Value>(_ key: StoreKey<Value>) throws(StoreError) -> Value? {
            guard let bytes = bytes(of: key.exactName) else {
                try checkMigrations(of: key.exactName)
                return nil
            }
            guard bytes != MigrationItem.unconverted else {
                throw StoreError(.undecodable(reason: MigrationItem.whyUnconverted), path: "\(path), \(key.name)")
            }
            do {
                return try coding.decode(Value.self, from: bytes)
            } catch {
                throw StoreError(
                    Unavailability(decodingError: error, otherwise: "\(error)"), path: "\(path), \(key.name)")
            }
        }

        /// Returns the names of all keys that begin with a prefix, sorted by name.
        ///
        /// - Throws: `unavailable(.notMigrated)` while a migration may still move such a key to this store.
        public func keys(beginningWith prefix: String = "") throws(StoreError) -> [String] {
            if let reason = migrations.unavailability(of: prefix, marked: contains) {
                throw StoreError(reason, path: "\(path), \(prefix)")
            }
            return names.filter { contains($0) }.sorted().keys(beginningWith: prefix)
        }

        /// The names of the keys on disk, and of all keys that this commit changes.
        var names: Set<ExactName> { Set(base.names).union(settled.keys).union(changes.keys) }

        /// Throws if a migration may still have to move the key's value to this store. Such a key does not count as
        /// absent. If the transaction removed the key, the migration would restore it.
        private func checkMigrations(of name: ExactName) throws(StoreError) {
            if let reason = migrations.unavailability(of: name, marked: contains) {
                throw StoreError(reason, path: "\(path), \(name.text)")
            }
        }

        /// Removes all keys of your app. The store keeps its records of finished migrations, because without these
        /// records the migrations would restore the old values.
        ///
        /// - Throws: `unavailable(.notMigrated)` while a migration may still move values to this store.
        public mutating func removeAll() throws(StoreError) {
            if let reason = migrations.unavailability(marked: contains) { throw StoreError(reason, path: path) }
            for name in names where !name.isOfMigration { changes[name] = .some(nil) }
        }

        /// Sets the value of a key.
        ///
        /// - Throws: `invalidKeyName` if the key's name is invalid, `notEncodable` if the value can't be encoded, or
        ///   `tooLarge` if the value is too large for the store's file.
        public mutating func set<Value>(_ value: Value, for key: StoreKey<Value>) throws(StoreError) {
            try key.checkForWriting()
            changes[key.exactName] = try Self.encode(value, for: key, coding)
        }

        /// Removes the value of a key. An absent value is not an error.
        ///
        /// - Throws: `unavailable(.notMigrated)` if a migration would restore the value.
        public mutating func remove<Value>(_ key: StoreKey<Value>) throws(StoreError) {
            try key.check()
            try checkMigrations(of: key.exactName)
            changes[key.exactName] = .some(nil)
        }

        static func encode<Value>(
            _ value: Value, for key: StoreKey<Value>, _ coding: any ProtectedStore.Coding
        ) throws(StoreError) -> [UInt8] {
            if Value.self is any OptionalOfOptional.Type {
                throw StoreError(
                    .notEncodable,
                    "the value of '\(key.name)' is an optional of an optional, and both nil values have the same bytes"
                )
            }
            // Check the size before encoding, which can take a long time.
            if coding is ProtectedStore.JSONCoding { try check(ProtectedStore.JSONCoding.leastCount(of: value), key) }
            let bytes: [UInt8]
            do {
                bytes = try coding.encode(value)
            } catch {
                throw StoreError(.notEncodable, "the value of '\(key.name)' can't be encoded: \(error)")
            }
            try check(bytes.count, key)
            return bytes
        }

        /// Throws if the value is too large for any file. This check runs before any access to a file.
        private static func check<Value>(_ count: Int, _ key: StoreKey<Value>) throws(StoreError) {
            guard count > SlotLayout.maximumSlotSize else { return }
            throw StoreError(.tooLarge, "the value of '\(key.name)' is too large for a store: \(count) bytes")
        }

        // MARK: - Bytes

        package func bytes(of name: ExactName) -> [UInt8]? {
            if let changed = changes[name] ?? settled[name] { return changed }
            return base.value(of: name)
        }

        package func contains(_ name: ExactName) -> Bool {
            if let changed = changes[name] ?? settled[name] { return changed != nil }
            return base.contains(name)
        }

        package mutating func setBytes(_ bytes: [UInt8]?, of name: ExactName) {
            changes[name] = .some(bytes)
        }

        /// Runs a part of a commit. If the part throws, the commit drops all changes of the part.
        mutating func run(_ body: (inout ProtectedStore.Transaction) throws(StoreError) -> Void) throws(StoreError) {
            changes = [:]
            do throws(StoreError) {
                try body(&self)
            } catch {
                changes = [:]
                throw error
            }
            settled.merge(changes) { $1 }
            changes = [:]
        }
    }
}

extension ExactName {
    /// A Boolean value that indicates whether the name belongs to a migration's own records, not to the app.
    var isOfMigration: Bool { text.utf8.starts(with: MigrationMarker.prefix.utf8) }
}

extension [ExactName] {
    /// Returns the names of the app's keys that begin with a prefix.
    func keys(beginningWith prefix: String) -> [String] {
        filter { !$0.isOfMigration && $0.text.utf8.starts(with: prefix.utf8) }.map { $0.text }
    }
}
