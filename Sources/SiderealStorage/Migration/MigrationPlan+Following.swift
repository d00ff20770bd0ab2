package import SiderealBase

/// A record of the old values that a migration leaves in place. The migration writes the record to the store that
/// receives the values, in the same transaction as the migrated values.
package struct MigrationBaseline: Sendable, Equatable, Codable {
    package struct Seen: Sendable, Equatable, Codable {
        /// The traces of the old values, by name. If a value disappears, the record keeps its last trace. The trace is
        /// 0 for a value that was never present, and for a missing secret.
        package var trace: [String: UInt64]
        /// A Boolean value that indicates whether the store received the migrated value.
        package var isTaken: Bool
        /// The checksum of the store's value at the time of a failed conversion, or `nil` if no conversion failed.
        package var failedOver: UInt64?

        package init(trace: [String: UInt64], isTaken: Bool) {
            self.trace = trace
            self.isTaken = isTaken
        }
    }

    private var version = 1
    /// The record of each item, by the store's key.
    package var items: [String: Seen] = [:]

    package init() {}

    /// Returns the store's key for the record.
    package static func name(of migration: String, from place: String) -> ExactName {
        let place = String(XXH64.checksum(of: Array(place.utf8)), radix: 16)
        return ExactName("\(MigrationMarker.prefix)\(migration).seen.\(place)")
    }
}

extension MigrationBaseline {
    /// The record's bytes, or `nil` if Foundation can't encode the record, which never happens.
    package var bytes: [UInt8]? { MigrationMarker.encode(self) }

    /// Creates a record from its bytes, or returns `nil` if this version did not write the bytes.
    package init?(bytes: [UInt8]) {
        guard let found = MigrationMarker.decode(Self.self, bytes), found.version == 1 else { return nil }
        self = found
    }
}

/// The store's keys for the migration's own records.
package struct MigrationNames: Sendable, Equatable {
    /// The key of the marker, which records this migration's progress.
    package let marker: ExactName
    /// The key that records that the same items were moved, perhaps from another domain.
    package let anyMarker: ExactName
    /// The key of the record of the old values that stay in place.
    package let baseline: ExactName

    /// - Parameters:
    ///   - id: The migration's identifier.
    ///   - items: The items to move.
    ///   - place: The place of the old values. A migration moves the values of each place only once.
    package init(_ id: String, moving items: [MigrationItem], from place: String) {
        marker = MigrationMarker.name(of: id, moving: items, from: place)
        anyMarker = MigrationMarker.name(of: id, moving: items, from: nil)
        baseline = MigrationBaseline.name(of: id, from: place)
    }
}

extension MigrationPlan {
    /// The changes to the store that result from comparing the old values with the record of the last run.
    package struct Following: Sendable, Equatable {
        package var changes: [ExactName: [UInt8]?] = [:]
        package var baseline = MigrationBaseline()
        package var report = StoreMigration.Report()
    }

    /// Returns the changes that copy old values to the store if they are new, or have changed since the last run. A
    /// change shows that an earlier version of the app has run, so the changed value is the newest. If an old value is
    /// missing, the store keeps its value, and the report names the key. The cause may be a logout, a loss, or this
    /// version itself.
    ///
    /// - Parameters:
    ///   - items: The items to fill.
    ///   - baseline: The record of the last run, or `nil` the first time.
    ///   - source: The old values that exist, by name.
    ///   - present: The store's values for the targets.
    ///   - retakesSecrets: Indicates whether the migration copies a secret again if it disappeared and then reappeared.
    /// - Returns: The changes to make, and the new record.
    package static func follow(
        _ items: [MigrationItem], since baseline: MigrationBaseline?, source: [String: PropertyListValue],
        present: [ExactName: [UInt8]], retakesSecrets: Bool = false
    ) -> Following {
        var result = Following()
        result.baseline = baseline ?? MigrationBaseline()
        for item in items { result.follow(item, source, present, retakesSecrets: retakesSecrets) }
        result.report.copied.sort()
        result.report.gone.sort()
        result.report.wasDone = result.report == StoreMigration.Report(gone: result.report.gone)
        return result
    }

    /// Returns the changes of the only transaction of a migration that leaves the old values in place.
    ///
    /// - Parameters:
    ///   - following: The changes and the record of the old values.
    ///   - names: The keys of the migration's own records.
    ///   - present: The store's present values.
    ///   - isSure: Indicates whether an old value that was not found is provably missing. If so, other processes don't
    ///     need to check.
    /// - Returns: The changes to make.
    package static func leave(
        _ following: Following, _ names: MigrationNames, present: [ExactName: [UInt8]], isSure: Bool = true
    ) -> [ExactName: [UInt8]?] {
        var changes = following.changes
        if isSure {
            let done = MigrationMarker(phase: .done, copies: [:]).bytes
            for name in [names.marker, names.anyMarker] where present[name] == nil { changes[name] = done }
        }
        if following.baseline != MigrationBaseline() || present[names.baseline] != nil {
            let baseline = following.baseline.bytes
            if present[names.baseline] != baseline { changes[names.baseline] = baseline }
        }
        return changes
    }

    /// Returns the changes of the first transaction that moves old values after an earlier release left them in place.
    /// The caller has compared the old values with the record one last time. Values that the store has received before
    /// count as copied.
    package static func endLeaving(
        _ following: Following, _ items: [MigrationItem], _ names: MigrationNames,
        source: [String: PropertyListValue], present: [ExactName: [UInt8]]
    ) -> [ExactName: [UInt8]?] {
        var changes = following.changes
        var copies: [String: MigrationMarker.Copy] = [:]
        for item in items where following.baseline.items[item.target.text]?.isTaken == true {
            // The store's present value is newer than the migrated value, even if the present value is missing.
            let stored = (changes[item.target] ?? present[item.target]) ?? []
            for (key, value) in item.values(in: source) {
                copies[key] = MigrationMarker.Copy(source: value.checksum, stored: XXH64.checksum(of: stored))
            }
        }
        changes[names.marker] = MigrationMarker(phase: .copied, copies: copies).bytes
        if present[names.anyMarker] == nil {
            changes[names.anyMarker] = MigrationMarker(phase: .done, copies: [:]).bytes
        }
        changes[names.baseline] = .some(nil)
        return changes
    }
}

extension MigrationPlan.Following {
    fileprivate mutating func follow(
        _ item: MigrationItem, _ source: [String: PropertyListValue], _ present: [ExactName: [UInt8]],
        retakesSecrets: Bool
    ) {
        let name = item.target.text
        let values = item.values(in: source)
        if item.place?.trace == MigrationItem.Place.Trace.none { return setFlag(item, values, present) }
        let trace = item.trace(of: values)
        guard let before = baseline.items[name] else {
            baseline.items[name] = MigrationBaseline.Seen(trace: trace, isTaken: false)
            if !values.isEmpty { take(item, values, present, isNewer: false) }
            return
        }
        report.gone += before.trace.filter { $0.value != 0 && trace[$0.key] == 0 }.keys
        // The record shows only whether a secret exists, so a secret that reappears may be another secret.
        let isSecret = item.place?.trace == .presence
        let isNewer = trace.contains { name, now in now != 0 && Self.isOther(now, than: before.trace[name]) }
        // A value that disappears and then returns unchanged counts as the same value.
        baseline.items[name]?.trace.merge(trace) { last, now in now == 0 && !isSecret ? last : now }
        if isSecret, before.isTaken, !retakesSecrets { return }
        if isNewer || before.failedOver != nil, !values.isEmpty { take(item, values, present, isNewer: isNewer) }
    }

    /// Returns whether a trace differs from the last trace. A name that the last record does not have is not a change.
    private static func isOther(_ now: UInt64, than last: UInt64?) -> Bool {
        guard let last else { return false }
        return last != now
    }

    /// Copies values that are new, that an earlier version of the app set, or whose conversion failed before.
    private mutating func take(
        _ item: MigrationItem, _ values: MigrationItem.Values, _ present: [ExactName: [UInt8]], isNewer: Bool
    ) {
        let name = item.target.text
        let there = item.stored(in: present)
        let failedOver = baseline.items[name]?.failedOver
        do throws(MigrationItem.NotConverted) {
            let bytes = try item.encode(values)
            let isUnchanged = failedOver == XXH64.checksum(of: there ?? [])
            let isTaken = isNewer || isUnchanged || there == nil || there == bytes
            if isTaken, there != bytes { changes[item.target] = bytes }
            for name in values.keys {
                if isTaken { report.copied.append(name) } else { report.kept[name] = .storeHasOther }
            }
            baseline.items[name]?.isTaken = isTaken
            baseline.items[name]?.failedOver = nil
        } catch {
            let isFirst = isNewer || failedOver == nil
            // Store the bytes `unconverted` only once. If the app has removed them, the key stays absent.
            if there == nil, isFirst { changes[item.target] = MigrationItem.unconverted }
            for name in values.keys { report.kept[name] = .notConverted(reason: error.reason) }
            if isFirst { baseline.items[name]?.failedOver = XXH64.checksum(of: there ?? []) }
        }
    }

    private mutating func setFlag(
        _ item: MigrationItem, _ values: MigrationItem.Values, _ present: [ExactName: [UInt8]]
    ) {
        if values.isEmpty { return }
        do throws(MigrationItem.NotConverted) {
            let bytes = try item.encode(values)
            if present[item.target] == bytes { return }
            changes[item.target] = bytes
            report.copied += values.keys
        } catch {
            for name in values.keys { report.kept[name] = .notConverted(reason: error.reason) }
        }
    }
}
