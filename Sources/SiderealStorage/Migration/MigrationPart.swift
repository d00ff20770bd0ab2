package import SiderealBase
import SiderealSystem

/// The store that receives a migration.
package struct MigrationDestination: Sendable {
    /// Rereads the named keys from the store on disk. The result has no entry for a key that the store lacks.
    package typealias Read =
        @Sendable (_ names: [ExactName]) async throws(StoreMigration.Failure) -> [ExactName: [UInt8]]
    /// Runs one transaction. The transaction passes the store's values of the named keys to the body. It commits
    /// either all changes that the body returns or no change. A `nil` value removes a key.
    package typealias Transact =
        @Sendable (
            _ names: [ExactName], _ body: @escaping @Sendable ([ExactName: [UInt8]]) -> [ExactName: [UInt8]?]
        ) async throws(StoreMigration.Failure) -> Void

    /// Waits for the first unlock. Throws `cancelled` if the task is cancelled, or `store` if waiting can't help.
    package let waitForFirstUnlock: @Sendable () async throws(StoreMigration.Failure) -> Void
    /// Records that the migration with this marker failed. The reason is `nil` if the error is not an unavailability.
    package let fail: @Sendable (_ marker: ExactName, Unavailability?) -> Void
    /// Records that the migration with this marker has run in this process.
    package let finish: @Sendable (_ marker: ExactName) -> Void
    package let read: Read
    package let transact: Transact

    package init(
        waitForFirstUnlock: @escaping @Sendable () async throws(StoreMigration.Failure) -> Void,
        fail: @escaping @Sendable (_ marker: ExactName, Unavailability?) -> Void,
        finish: @escaping @Sendable (_ marker: ExactName) -> Void = { _ in }, read: @escaping Read,
        transact: @escaping Transact
    ) {
        self.waitForFirstUnlock = waitForFirstUnlock
        self.fail = fail
        self.finish = finish
        self.read = read
        self.transact = transact
    }
}

/// The step of a migration that moves the old values of one place to the store.
struct MigrationPart: MigrationStep {
    let names: MigrationNames
    let items: [MigrationItem]
    let source: GatedDefaults?
    private let destination: MigrationDestination
    /// A Boolean value that indicates whether the old values stay in place, and each run reads them again.
    private let isFollowing: Bool
    /// A Boolean value that indicates whether an earlier version of the app may run again.
    private let isLeaving: Bool

    init(
        _ id: String, items: [MigrationItem], from source: GatedDefaults?, to destination: MigrationDestination,
        isFollowing: Bool, isLeaving: Bool
    ) {
        let place = source?.domainName ?? "not the defaults: " + items.flatMap { $0.sources }.joined(separator: ", ")
        names = MigrationNames(id, moving: items, from: place)
        self.items = items
        self.source = source
        self.destination = destination
        self.isFollowing = isFollowing
        self.isLeaving = isLeaving
    }

    var isOfExtension: Bool { source?.isOfExtension == true }
    var targets: Set<ExactName>? { Set(items.map { $0.target }) }

    func run() async throws(StoreMigration.Failure) -> StoreMigration.Report {
        let present = try await destination.read(allNames)
        let isDone = try markerFound(in: present)?.phase == .done
        let wasLeft = try baselineFound(in: present) != nil
        if !isFollowing, isDone, !wasLeft { return Self.nothing }
        let settings = source?.settingsKeys ?? []
        if let key = items.flatMap({ $0.sources }).first(where: settings.contains) { throw .shownInSettings(key: key) }
        // If UserDefaults can't be trusted yet, leave the old values in place until a later launch.
        if isFollowing { return try await follow() }
        return try contents(of: []).isProven ? try await move() : try await follow()
    }

    private func move() async throws(StoreMigration.Failure) -> StoreMigration.Report {
        // Run the transaction even if a marker exists. The marker's writer may have been killed before its copies were
        // durable. The transaction makes the values that it reads durable.
        let values = try await sourceValues()
        let (items, names) = (items, names)
        try await destination.transact(allNames) { present in
            if let baseline = present[names.baseline].flatMap({ MigrationBaseline(bytes: $0) }) {
                let following = MigrationPlan.follow(items, since: baseline, source: values, present: present)
                return MigrationPlan.endLeaving(following, items, names, source: values, present: present)
            }
            return MigrationPlan.copy(
                items, marker: names.marker, anyMarker: names.anyMarker, source: values, present: present)
        }
        let present = try await destination.read(allNames)
        // A store without the marker has lost commits that it acknowledged.
        guard let copied = try markerFound(in: present) else { throw .store(.lost) }
        if copied.phase == .done { return Self.nothing }

        let report = try settle(copied, present, source: try await sourceValues())
        try await destination.transact([names.marker]) { MigrationPlan.finish(marker: names.marker, present: $0) }
        return report
    }

    /// Copies new and changed old values to the store, and leaves the old values in place.
    private func follow() async throws(StoreMigration.Failure) -> StoreMigration.Report {
        let (items, names, isLeaving) = (items, names, isLeaving)
        for _ in 0..<8 {
            // Read the baseline first. If another process records a newer baseline during this run, start again.
            let seen = try await destination.read(allNames)[names.baseline]
            let values = try await sourceValues()
            let result = Lock<StoreMigration.Report?>(nil)
            try await destination.transact(allNames) { present in
                let isSame = present[names.baseline] == seen
                let baseline = seen.flatMap { MigrationBaseline(bytes: $0) }
                let following = MigrationPlan.follow(
                    items, since: baseline, source: values, present: present, retakesSecrets: isLeaving)
                result.withLock { $0 = isSame ? following.report : nil }
                // A process without access to a keychain item or a directory finds no value there, even if the value
                // exists.
                let isSure = !values.isEmpty || items.allSatisfy { $0.place == nil }
                return isSame ? MigrationPlan.leave(following, names, present: present, isSure: isSure) : [:]
            }
            if let report = result.withLock({ $0 }) { return report }
        }
        throw .store(.busy)
    }

    /// Removes from the source the values that are certainly in the store.
    private func settle(
        _ marker: MigrationMarker, _ present: [ExactName: [UInt8]], source values: [String: PropertyListValue]
    ) throws(StoreMigration.Failure) -> StoreMigration.Report {
        let (remove, kept) = MigrationPlan.settle(items, marker, source: values, present: present)
        var report = StoreMigration.Report(kept: kept)
        for key in remove {
            // Check again right before the removal, since `UserDefaults` has no conditional removal.
            if try contents(of: [key]).values[key]?.checksum == marker.copies[key]?.source {
                try self.remove(key)
                report.moved.append(key)
            } else {
                report.kept[key] = .changedSinceCopied
            }
        }
        source?.synchronize()
        return report
    }

    /// The report if another run has already finished the migration, perhaps in another process.
    private static let nothing = StoreMigration.Report(wasDone: true)

    private var allNames: [ExactName] { items.map { $0.target } + [names.marker, names.anyMarker, names.baseline] }

    private func markerFound(in present: [ExactName: [UInt8]]) throws(StoreMigration.Failure) -> MigrationMarker? {
        try MigrationMarker.found(present[names.marker])
    }

    private func baselineFound(in present: [ExactName: [UInt8]]) throws(StoreMigration.Failure) -> MigrationBaseline? {
        guard let bytes = present[names.baseline] else { return nil }
        guard let found = MigrationBaseline(bytes: bytes) else { throw .unknownMarker }
        return found
    }

    private func sourceValues() async throws(StoreMigration.Failure) -> [String: PropertyListValue] {
        let keys = items.filter { $0.place == nil }.flatMap { $0.sources }
        var values = try contents(of: keys).values
        for item in items {
            guard let place = item.place else { continue }
            for name in item.sources { values[name] = try await place.read() }
        }
        return values
    }

    private func contents(
        of keys: [String]
    ) throws(StoreMigration.Failure) -> (values: [String: PropertyListValue], isProven: Bool) {
        guard let source else {
            if let key = keys.first { throw .noDefaults(key: key) }
            return ([:], true)
        }
        do throws(Unavailability) {
            return try source.contents(of: keys)
        } catch {
            throw .defaults(error)
        }
    }

    private func remove(_ key: String) throws(StoreMigration.Failure) {
        do throws(Unavailability) {
            try source?.remove(key)
        } catch {
            throw .defaults(error)
        }
    }
}
