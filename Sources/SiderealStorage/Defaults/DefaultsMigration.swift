public import SiderealBase

/// Why a migration could not be finished. What was done is kept, and the next run goes on from there.
public enum MigrationError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The defaults are unavailable now; nothing was removed from them that is not in the store.
    case defaults(Unavailability)
    /// The store is unavailable now.
    case store(Unavailability)
    /// The store could not be written.
    case notWritten(StoreError)
    /// The marker in the store is none that this version wrote.
    case unknownMarker
    /// Two items name the same key of the defaults, or the same key of the store.
    case ambiguous(key: String)
    /// The task was cancelled while it waited for the first unlock; nothing was changed.
    case cancelled

    public var description: String {
        switch self {
        case .defaults(let reason): "The migration stopped, because UserDefaults is unavailable: \(reason)"
        case .store(let reason): "The migration stopped, because the store is unavailable: \(reason)"
        case .notWritten(let error): "The migration could not write the store: \(error)"
        case .unknownMarker: "The store holds a mark of this migration that this version can't read."
        case .ambiguous(let key): "Two items of the migration name the same key, \(key.debugDescription)."
        case .cancelled: "The migration was cancelled while it waited for the first unlock."
        }
    }
}

extension MigrationError {
    /// Why defaults or store are unavailable, if that is what it says.
    public var unavailability: Unavailability? {
        switch self {
        case .defaults(let reason), .store(let reason): reason
        case .notWritten(let error): error.unavailability
        case .unknownMarker, .ambiguous, .cancelled: nil
        }
    }
}

/// What became of the keys of a migration.
public struct MigrationReport: Sendable, Hashable {
    /// Keys that this run removed from the defaults, because their values are in the store.
    public fileprivate(set) var moved: [String]
    /// Keys that this run left in the defaults, and why; none where an earlier run had finished.
    public fileprivate(set) var kept: [String: MigrationReport.KeptReason]
    /// Whether an earlier run had finished; then this one has looked at nothing else.
    public let wasDone: Bool

    package init(moved: [String], kept: [String: MigrationReport.KeptReason], wasDone: Bool) {
        self.moved = moved
        self.kept = kept
        self.wasDone = wasDone
    }
}

/// The store that a migration writes into.
package struct MigrationDestination: Sendable {
    /// What the store on disk holds of the named keys, read anew; keys that it lacks are missing.
    package typealias Read = @Sendable (_ names: [ExactName]) async throws(MigrationError) -> [ExactName: [UInt8]]
    /// One transaction: shows what the store holds of the named keys, and commits what is answered, all of it or
    /// nothing.
    package typealias Transact =
        @Sendable (
            _ names: [ExactName], _ body: @escaping @Sendable ([ExactName: [UInt8]]) -> [ExactName: [UInt8]]
        ) async throws(MigrationError) -> Void

    /// Throws `cancelled`, and `store` where waiting does not help.
    package let waitForFirstUnlock: @Sendable () async throws(MigrationError) -> Void
    /// Told why a run of the migration with this marker failed, where the reason is an unavailability.
    package let fail: @Sendable (_ marker: ExactName, Unavailability?) -> Void
    package let read: Read
    package let transact: Transact

    package init(
        waitForFirstUnlock: @escaping @Sendable () async throws(MigrationError) -> Void,
        fail: @escaping @Sendable (_ marker: ExactName, Unavailability?) -> Void, read: @escaping Read,
        transact: @escaping Transact
    ) {
        self.waitForFirstUnlock = waitForFirstUnlock
        self.fail = fail
        self.read = read
        self.transact = transact
    }
}

/// Moves keys from UserDefaults into a store, once, and can be interrupted anywhere.
///
/// It copies in one transaction what the store lacks, reads that again from the disk, and only then removes from the
/// defaults what is in the store for certain. What changed in the meantime stays, and is reported.
public struct DefaultsMigration: Sendable {
    /// Says how far this migration has come.
    package let marker: ExactName
    /// Says that the same was moved, perhaps from another domain.
    package let anyMarker: ExactName
    private let items: [MigrationItem]
    private let source: GatedDefaults
    private let destination: MigrationDestination

    package init(_ id: String, items: [MigrationItem], from source: GatedDefaults, to destination: MigrationDestination)
    {
        marker = MigrationMarker.name(of: id, moving: items, from: source.domainName)
        anyMarker = MigrationMarker.name(of: id, moving: items, from: nil)
        self.items = items
        self.source = source
        self.destination = destination
    }

    /// Waits for the first unlock, at the store's gate, and runs the migration, or goes on with one that was
    /// interrupted.
    ///
    /// Returns once the removal was handed to UserDefaults and the store has recorded durably that all is done.
    ///
    /// - Throws: If defaults or store are unavailable; run it again later. Where waiting does not help, as for
    ///   `defaults(.stale)` or on a full disk, its keys are unavailable for that reason, too, until a later run or
    ///   launch. A task that is cancelled while it waits for the unlock throws `cancelled`; later it finishes what it
    ///   is at.
    @discardableResult
    public func run() async throws(MigrationError) -> MigrationReport {
        do throws(MigrationError) {
            try checkNames()
        } catch {
            // No waiting mends the app's code.
            destination.fail(marker, .undecodable(reason: error.description))
            throw error
        }
        do throws(MigrationError) {
            try await destination.waitForFirstUnlock()
            return try await move()
        } catch {
            destination.fail(marker, error.unavailability)
            throw error
        }
    }

    private func move() async throws(MigrationError) -> MigrationReport {
        var present = try await destination.read(names)
        if try markerFound(in: present)?.phase == .done { return Self.nothing }

        // Even where the marker is there: it may be that of a run which was killed before its copies were durable, and
        // this makes durable what it sees.
        let values = try sourceValues()
        let (items, marker, anyMarker) = (items, marker, anyMarker)
        try await destination.transact(names) { present in
            MigrationPlan.copy(items, marker: marker, anyMarker: anyMarker, source: values, present: present)
        }
        present = try await destination.read(names)
        // A store that forgot its marker has kept nothing of what it acknowledged.
        guard let copied = try markerFound(in: present) else { throw .store(.lost) }
        if copied.phase == .done { return Self.nothing }

        let report = try settle(copied, present)
        try await destination.transact([marker]) { MigrationPlan.finish(marker: marker, present: $0) }
        return report
    }

    /// Removes from the source what is in the store for certain.
    private func settle(
        _ marker: MigrationMarker, _ present: [ExactName: [UInt8]]
    ) throws(MigrationError) -> MigrationReport {
        let (remove, kept) = MigrationPlan.settle(items, marker, source: try sourceValues(), present: present)
        var report = MigrationReport(moved: [], kept: kept, wasDone: false)
        for key in remove {
            // Once more, right before: UserDefaults has no removal on a condition.
            if try value(key)?.checksum == marker.copies[key]?.source {
                try self.remove(key)
                report.moved.append(key)
            } else {
                report.kept[key] = .changedSinceCopied
            }
        }
        source.synchronize()
        return report
    }

    /// Another run, perhaps another process's, has done it all.
    private static let nothing = MigrationReport(moved: [], kept: [:], wasDone: true)

    private var names: [ExactName] { items.map { $0.target } + [marker, anyMarker] }

    private func markerFound(in present: [ExactName: [UInt8]]) throws(MigrationError) -> MigrationMarker? {
        guard let bytes = present[marker] else { return nil }
        guard let found = MigrationMarker(bytes: bytes) else { throw .unknownMarker }
        return found
    }

    private func sourceValues() throws(MigrationError) -> [String: PropertyListValue] {
        var values: [String: PropertyListValue] = [:]
        for key in items.flatMap({ $0.sources }) { values[key] = try value(key) }
        return values
    }

    private func value(_ key: String) throws(MigrationError) -> PropertyListValue? {
        switch source.read(key, as: PropertyListValue.self) {
        case .value(let value): return value
        case .absent: return nil
        case .unavailable(let reason): throw .defaults(reason)
        }
    }

    private func remove(_ key: String) throws(MigrationError) {
        do throws(Unavailability) {
            try source.remove(key)
        } catch {
            throw .defaults(error)
        }
    }

    private func checkNames() throws(MigrationError) {
        // UserDefaults on Linux compares keys as String does.
        var sources: Set<String> = [DefaultsFreshness.sentinelKey]
        var targets: Set<ExactName> = []
        for item in items {
            for key in item.sources {
                guard sources.insert(key).inserted else { throw .ambiguous(key: key) }
            }
            // A key of the markers, too, is not for items.
            guard !item.target.text.utf8.starts(with: MigrationMarker.prefix.utf8),
                targets.insert(item.target).inserted
            else { throw .ambiguous(key: item.target.text) }
        }
    }
}
