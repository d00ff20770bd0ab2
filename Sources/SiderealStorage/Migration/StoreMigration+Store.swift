import SiderealBase

extension StoreMigration {
    /// Creates a migration of all values from one store to another store, such as from the app's own directory to the
    /// directory of its app group.
    ///
    /// Don't move the files of a store: another process may have them open, and a process that is killed during the
    /// move leaves some of the files behind. Instead, `run()` moves the values in two transactions:
    /// - The first transaction copies all keys to the new store. The run then rereads the copies.
    /// - The second transaction removes from the old store the keys that have not changed since the copy.
    ///
    /// If the new store already has a different value for a key, each store keeps its own value. The run also moves
    /// the old store's records of finished migrations. The files of the old store stay.
    ///
    /// At each launch, create the migration before the first read, in each process that opens the new store. Until the
    /// migration has run, reads of keys that the new store lacks return `unavailable(.notMigrated)` instead of
    /// `absent`. If a run can't read the old store, and waiting can't help, these reads return the reason for the
    /// failure.
    ///
    /// Run the migrations into the old store first, then this migration, and last the other migrations into the new
    /// store. Until this migration has run, the other migrations into the new store throw `store(.notMigrated)`.
    ///
    /// If a user installs an earlier version of the app again, that version stores values in the old store. Later runs
    /// of this migration leave these values in place, and list their keys in ``StoreMigration/Report/kept``.
    ///
    /// - Parameters:
    ///   - id: An identifier that no other migration into this store ever uses.
    ///   - old: The store to empty, or `nil` in a process without access to the old store, such as a widget. In such a
    ///     process, `run()` throws `store(.notMigrated)` until the app has run the migration.
    ///   - store: The store that the values move to. Choose a tier that suits the old values.
    public init(_ id: String, from old: ProtectedStore?, to store: ProtectedStore) {
        let destination = MigrationDestination(store)
        self.init([StoreMove(id, from: old, to: store)], to: destination)
        for plan in plans(keepingOldValues: false) { store.shared.expect(plan) }
    }
}

/// The move of one store's whole content to another store.
private struct StoreMove: MigrationStep {
    let names: MigrationNames
    private let old: ProtectedStore?
    private let store: ProtectedStore

    init(_ id: String, from old: ProtectedStore?, to store: ProtectedStore) {
        names = MigrationNames(id, moving: [], from: "all of another store")
        self.old = old
        self.store = store
    }

    var targets: Set<ExactName>? { nil }
    var isOfExtension: Bool { false }

    func run() async throws(StoreMigration.Failure) -> StoreMigration.Report {
        let isDone = try await markerFound()?.phase == .done
        guard let old else {
            if isDone { return StoreMigration.Report(wasDone: true) }
            throw .store(.notMigrated)
        }
        if old.shared === store.shared || old.shared.backend.path == store.shared.backend.path {
            throw .unsuitableStore(reason: "'\(old.name)' is both the old and the new store")
        }
        guard type(of: old.shared.coding) == type(of: store.shared.coding) else {
            throw .unsuitableStore(reason: "'\(old.name)' and the new store encode values differently")
        }
        if isDone { return try await reportOfLeft(in: old) }
        // Read in a transaction, which makes the values durable. Otherwise, a power cut could erase values whose writer
        // was killed before its sync.
        let values = try await Self.inOld(old) { $0.all }
        let name = names.marker
        let copied = try await inNew { transaction -> MigrationMarker? in
            if let bytes = transaction.bytes(of: name) { return MigrationMarker(bytes: bytes) }
            var copies: [String: MigrationMarker.Copy] = [:]
            for (key, bytes) in values {
                let there = MigrationItem.value(transaction.bytes(of: key))
                if there == nil { transaction.setBytes(bytes, of: key) }
                guard there == nil || there == bytes else { continue }
                let checksum = XXH64.checksum(of: bytes)
                copies[key.word] = MigrationMarker.Copy(source: checksum, stored: checksum)
            }
            let marker = MigrationMarker(phase: .copied, copies: copies)
            transaction.setBytes(marker.bytes, of: name)
            return marker
        }
        guard let marker = copied else { throw .unknownMarker }
        // Reread the marker and the values from the disk. Another process may have finished the move meanwhile.
        let found = try await inNew { transaction in
            (marker: transaction.bytes(of: name), kept: Set(values.keys.filter { transaction.contains($0) }))
        }
        let now = try MigrationMarker.found(found.marker)
        if now?.phase == .done { return StoreMigration.Report(wasDone: true) }
        // A store without the marker has lost commits that it acknowledged.
        guard now == marker else { throw .store(.lost) }
        let report = try await empty(old, marker, found.kept)
        let done = MigrationMarker(phase: .done, copies: [:]).bytes
        try await inNew { $0.setBytes(done, of: name) }
        return report
    }

    /// Returns a report of the keys that are still in the old store. An earlier run kept these keys, or an app stored
    /// them later.
    private func reportOfLeft(in old: ProtectedStore) async throws(StoreMigration.Failure) -> StoreMigration.Report {
        let names = try await Self.inOld(old) { $0.all.keys.filter { !$0.isOfMigration } }
        return StoreMigration.Report(
            kept: Dictionary(names.map { ($0.text, .changedSinceCopied) }) { first, _ in first },
            wasDone: names.isEmpty)
    }

    /// Removes the keys that are in the new store and have not changed since the copy.
    private func empty(
        _ old: ProtectedStore, _ marker: MigrationMarker, _ present: Set<ExactName>
    ) async throws(StoreMigration.Failure) -> StoreMigration.Report {
        try await Self.inOld(old) { transaction in
            var report = StoreMigration.Report()
            for (key, bytes) in transaction.all {
                if let copy = marker.copies[key.word] {
                    let isSame = copy.source == XXH64.checksum(of: bytes)
                    if isSame { transaction.setBytes(nil, of: key) }
                    if key.isOfMigration { continue }
                    if isSame { report.moved.append(key.text) } else { report.kept[key.text] = .changedSinceCopied }
                } else if !key.isOfMigration {
                    report.kept[key.text] = present.contains(key) ? .storeHasOther : .changedSinceCopied
                }
            }
            report.moved.sort()
            return report
        }
    }

    private func markerFound() async throws(StoreMigration.Failure) -> MigrationMarker? {
        let name = names.marker
        return try MigrationMarker.found(try await inNew { $0.bytes(of: name) })
    }

    private func inNew<Result: Sendable>(
        _ body: @escaping @Sendable (inout ProtectedStore.Transaction) -> Result
    ) async throws(StoreMigration.Failure) -> Result {
        do throws(StoreError) {
            return try await store.transaction(whileLocked: .wait) { (transaction) throws(StoreError) in
                body(&transaction)
            }
        } catch {
            throw StoreMigration.Failure(writing: error)
        }
    }

    private static func inOld<Result: Sendable>(
        _ old: ProtectedStore, _ body: @escaping @Sendable (inout ProtectedStore.Transaction) -> Result
    ) async throws(StoreMigration.Failure) -> Result {
        do throws(StoreError) {
            return try await old.transaction(whileLocked: .wait) { (transaction) throws(StoreError) in
                // If a migration into the old store is pending, its values would later arrive in the old store and stay
                // there.
                let marked = { [transaction] name in transaction.contains(name) }
                if let reason = transaction.migrations.unavailability(marked: marked) {
                    throw StoreError(reason, path: transaction.path)
                }
                return body(&transaction)
            }
        } catch {
            if let reason = error.unavailability { throw .oldValue(name: "store:" + old.name, reason) }
            throw StoreMigration.Failure(writing: error)
        }
    }
}

extension ExactName {
    /// The checksum of the name's bytes. The checksum also differs for names that are equal as `String` but have
    /// different bytes.
    fileprivate var word: String { String(XXH64.checksum(of: Array(text.utf8)), radix: 16) }
}

extension ProtectedStore.Transaction {
    /// All keys with their bytes, including the markers of migrations.
    fileprivate var all: [ExactName: [UInt8]] {
        var all: [ExactName: [UInt8]] = [:]
        for name in names { all[name] = bytes(of: name) }
        return all
    }
}
