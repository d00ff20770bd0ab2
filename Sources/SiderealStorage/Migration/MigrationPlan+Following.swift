package import SiderealBase

/// What a migration that leaves the old values has seen of them; kept in the store itself, and written in the same
/// transaction as what it is about.
package struct MigrationBaseline: Sendable, Equatable, Codable {
    package struct Seen: Sendable, Equatable, Codable {
        /// What is kept of each old value, by its name, as it was there last; 0 where there was none.
        package var trace: [String: UInt64]
        /// Whether the store was given what they became.
        package var isTaken: Bool
        /// Where they could not be converted: a checksum of what the store had then.
        package var failedOver: UInt64?

        package init(trace: [String: UInt64], isTaken: Bool) {
            self.trace = trace
            self.isTaken = isTaken
        }
    }

    private var version = 1
    /// By the keys of the store.
    package var items: [String: Seen] = [:]

    package init() {}

    /// The key of the store that it is kept under.
    package static func name(of migration: String, from place: String) -> ExactName {
        let place = String(XXH64.checksum(of: Array(place.utf8)), radix: 16)
        return ExactName("\(MigrationMarker.prefix)\(migration).seen.\(place)")
    }
}

extension MigrationBaseline {
    /// Nil only where Foundation can't encode, which is never.
    package var bytes: [UInt8]? { MigrationMarker.encode(self) }

    /// Nil for what this version did not write.
    package init?(bytes: [UInt8]) {
        guard let found = MigrationMarker.decode(Self.self, bytes), found.version == 1 else { return nil }
        self = found
    }
}

/// The keys of the store that a migration keeps its own notes under.
package struct MigrationNames: Sendable, Equatable {
    /// Says how far this migration has come.
    package let marker: ExactName
    /// Says that the same was moved, perhaps from another domain.
    package let anyMarker: ExactName
    /// What was seen of old values that are left.
    package let baseline: ExactName

    /// - Parameters:
    ///   - id: The migration's identifier.
    ///   - items: What it moves.
    ///   - place: Where from: each place is moved once.
    package init(_ id: String, moving items: [MigrationItem], from place: String) {
        marker = MigrationMarker.name(of: id, moving: items, from: place)
        anyMarker = MigrationMarker.name(of: id, moving: items, from: nil)
        baseline = MigrationBaseline.name(of: id, from: place)
    }
}

extension MigrationPlan {
    /// What becomes of old values that an earlier version of the app may have changed since they were last seen.
    package struct Following: Sendable, Equatable {
        package var changes: [ExactName: [UInt8]?] = [:]
        package var baseline = MigrationBaseline()
        package var report = MigrationReport()
    }

    /// Takes over what is new, or has changed since it was last seen: then an earlier version of the app has run, and
    /// its value is the latest. What is gone is only told: its cause may be a logout, a loss, or this version itself.
    ///
    /// - Parameters:
    ///   - items: What is to be filled.
    ///   - baseline: What was seen last; nil the first time.
    ///   - source: What the old places hold, without the names that they lack.
    ///   - present: What the store holds of the targets.
    ///   - retakesSecrets: Whether a secret that was taken over is taken anew where it is there again after it was
    ///     gone.
    /// - Returns: What to change, and what has been seen by then.
    package static func follow(
        _ items: [MigrationItem], since baseline: MigrationBaseline?, source: [String: PropertyListValue],
        present: [ExactName: [UInt8]], retakesSecrets: Bool = false
    ) -> Following {
        var result = Following()
        result.baseline = baseline ?? MigrationBaseline()
        for item in items { result.follow(item, source, present, retakesSecrets: retakesSecrets) }
        result.report.copied.sort()
        result.report.gone.sort()
        result.report.wasDone = result.report == MigrationReport(gone: result.report.gone)
        return result
    }

    /// The one transaction of a migration that leaves the old values.
    ///
    /// - Parameters:
    ///   - following: What became of them.
    ///   - names: Where the migration keeps its notes.
    ///   - present: What the store holds.
    ///   - isSure: Whether what was not found is known to be missing: no process has to look for itself.
    /// - Returns: What to change.
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

    /// The first transaction of one that moves the old values which an earlier release of the app had left: they are
    /// followed a last time, and what was taken over is as good as copied.
    package static func endLeaving(
        _ following: Following, _ items: [MigrationItem], _ names: MigrationNames,
        source: [String: PropertyListValue], present: [ExactName: [UInt8]]
    ) -> [ExactName: [UInt8]?] {
        var changes = following.changes
        var copies: [String: MigrationMarker.Copy] = [:]
        for item in items where following.baseline.items[item.target.text]?.isTaken == true {
            // Whatever the store has by now, or that it has nothing, is newer than what the old value became.
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
        // Of a secret only its presence is seen: one that is there again may be another.
        let isSecret = item.place?.trace == .presence
        let isNewer = trace.contains { name, now in now != 0 && Self.isOther(now, than: before.trace[name]) }
        // A value that is restored as it was is no other.
        baseline.items[name]?.trace.merge(trace) { last, now in now == 0 && !isSecret ? last : now }
        if isSecret, before.isTaken, !retakesSecrets { return }
        if isNewer || before.failedOver != nil, !values.isEmpty { take(item, values, present, isNewer: isNewer) }
    }

    /// A name that the item did not have last is no change.
    private static func isOther(_ now: UInt64, than last: UInt64?) -> Bool {
        guard let last else { return false }
        return last != now
    }

    /// What earlier versions of the app set is newer; or it was seen for the first time, or not converted before.
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
            // Once: an app that has removed the key begins anew.
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
