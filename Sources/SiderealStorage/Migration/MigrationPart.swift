package import SiderealBase
import SiderealSystem

/// The store that a migration writes into.
package struct MigrationDestination: Sendable {
    /// What the store on disk holds of the named keys, read anew; keys that it lacks are missing.
    package typealias Read = @Sendable (_ names: [ExactName]) async throws(MigrationError) -> [ExactName: [UInt8]]
    /// One transaction: shows what the store holds of the named keys, and commits what is answered, all of it or
    /// nothing; nil removes a key.
    package typealias Transact =
        @Sendable (
            _ names: [ExactName], _ body: @escaping @Sendable ([ExactName: [UInt8]]) -> [ExactName: [UInt8]?]
        ) async throws(MigrationError) -> Void

    /// Throws `cancelled`, and `store` where waiting does not help.
    package let waitForFirstUnlock: @Sendable () async throws(MigrationError) -> Void
    /// Told why a run of the migration with this marker failed, where the reason is an unavailability.
    package let fail: @Sendable (_ marker: ExactName, Unavailability?) -> Void
    /// Told that it has run, in this process.
    package let finish: @Sendable (_ marker: ExactName) -> Void
    package let read: Read
    package let transact: Transact

    package init(
        waitForFirstUnlock: @escaping @Sendable () async throws(MigrationError) -> Void,
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

/// Old values of one place, which go into the store in one transaction.
struct MigrationPart: MigrationStep {
    let names: MigrationNames
    let items: [MigrationItem]
    let source: GatedDefaults?
    private let destination: MigrationDestination
    /// Whether the old values stay, and are looked at again at each run.
    private let isFollowing: Bool
    /// Whether an earlier version of the app may run again.
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

    func run() async throws(MigrationError) -> MigrationReport {
        let present = try await destination.read(allNames)
        let isDone = try markerFound(in: present)?.phase == .done
        let wasLeft = try baselineFound(in: present) != nil
        if !isFollowing, isDone, !wasLeft { return Self.nothing }
        let settings = source?.settingsKeys ?? []
        if let key = items.flatMap({ $0.sources }).first(where: settings.contains) { throw .shownInSettings(key: key) }
        return isFollowing ? try await follow() : try await move()
    }

    private func move() async throws(MigrationError) -> MigrationReport {
        // Even where the marker is there: it may be that of a run which was killed before its copies were durable, and
        // this makes durable what it sees.
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
        // A store that forgot its marker has kept nothing of what it acknowledged.
        guard let copied = try markerFound(in: present) else { throw .store(.lost) }
        if copied.phase == .done { return Self.nothing }

        let report = try settle(copied, present, source: try await sourceValues())
        try await destination.transact([names.marker]) { MigrationPlan.finish(marker: names.marker, present: $0) }
        return report
    }

    /// Takes over what is new or has changed, and leaves it where it is.
    private func follow() async throws(MigrationError) -> MigrationReport {
        let (items, names, isLeaving) = (items, names, isLeaving)
        for _ in 0..<8 {
            // The baseline first: where another process has seen something newer meanwhile, this begins anew.
            let seen = try await destination.read(allNames)[names.baseline]
            let values = try await sourceValues()
            let result = Lock<MigrationReport?>(nil)
            try await destination.transact(allNames) { present in
                let isSame = present[names.baseline] == seen
                let baseline = seen.flatMap { MigrationBaseline(bytes: $0) }
                let following = MigrationPlan.follow(
                    items, since: baseline, source: values, present: present, retakesSecrets: isLeaving)
                result.withLock { $0 = isSame ? following.report : nil }
                // A process that may not see an item of the keychain, or another directory, finds nothing.
                let isSure = !values.isEmpty || items.allSatisfy { $0.place == nil }
                return isSame ? MigrationPlan.leave(following, names, present: present, isSure: isSure) : [:]
            }
            if let report = result.withLock({ $0 }) { return report }
        }
        throw .store(.busy)
    }

    /// Removes from the source what is in the store for certain.
    private func settle(
        _ marker: MigrationMarker, _ present: [ExactName: [UInt8]], source values: [String: PropertyListValue]
    ) throws(MigrationError) -> MigrationReport {
        let (remove, kept) = MigrationPlan.settle(items, marker, source: values, present: present)
        var report = MigrationReport(kept: kept)
        for key in remove {
            // Once more, right before: UserDefaults has no removal on a condition.
            if try value(key)?.checksum == marker.copies[key]?.source {
                try self.remove(key)
                report.moved.append(key)
            } else {
                report.kept[key] = .changedSinceCopied
            }
        }
        source?.synchronize()
        return report
    }

    /// Another run, perhaps another process's, has done it all.
    private static let nothing = MigrationReport(wasDone: true)

    private var allNames: [ExactName] { items.map { $0.target } + [names.marker, names.anyMarker, names.baseline] }

    private func markerFound(in present: [ExactName: [UInt8]]) throws(MigrationError) -> MigrationMarker? {
        try MigrationMarker.found(present[names.marker])
    }

    private func baselineFound(in present: [ExactName: [UInt8]]) throws(MigrationError) -> MigrationBaseline? {
        guard let bytes = present[names.baseline] else { return nil }
        guard let found = MigrationBaseline(bytes: bytes) else { throw .unknownMarker }
        return found
    }

    private func sourceValues() async throws(MigrationError) -> [String: PropertyListValue] {
        var values: [String: PropertyListValue] = [:]
        for item in items {
            for name in item.sources {
                values[name] = if let place = item.place { try await place.read() } else { try value(name) }
            }
        }
        return values
    }

    private func value(_ key: String) throws(MigrationError) -> PropertyListValue? {
        guard let source else { throw .noDefaults(key: key) }
        switch source.read(key, as: PropertyListValue.self) {
        case .value(let value): return value
        case .absent: return nil
        case .unavailable(let reason): throw .defaults(reason)
        }
    }

    private func remove(_ key: String) throws(MigrationError) {
        do throws(Unavailability) {
            try source?.remove(key)
        } catch {
            throw .defaults(error)
        }
    }
}
