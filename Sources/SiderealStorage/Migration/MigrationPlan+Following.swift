package import SiderealBase

/// What a migration that leaves the old values has seen of them; kept in the store itself, and written in the same
/// transaction as what it is about.
package struct MigrationBaseline: Sendable, Equatable, Codable {
    package struct Seen: Sendable, Equatable, Codable {
        /// What is kept of the old values that there were last, by their names, to notice a change.
        package var trace: [String: UInt64]
        /// Whether they were gone when they were looked for last.
        package var isGone = false
        /// Whether the store was given what they became.
        package var isTaken: Bool

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
    /// - Returns: What to change, and what has been seen by then.
    package static func follow(
        _ items: [MigrationItem], since baseline: MigrationBaseline?, source: [String: PropertyListValue],
        present: [ExactName: [UInt8]]
    ) -> Following {
        var result = Following()
        result.baseline = baseline ?? MigrationBaseline()
        for item in items { result.follow(item, source, present) }
        result.report.copied.sort()
        result.report.gone.sort()
        result.report.wasDone = result.report == MigrationReport()
        return result
    }

    /// The one transaction of a migration that leaves the old values.
    package static func leave(
        _ following: Following, _ names: MigrationNames, present: [ExactName: [UInt8]]
    ) -> [ExactName: [UInt8]?] {
        var changes = following.changes
        let done = MigrationMarker(phase: .done, copies: [:]).bytes
        for name in [names.marker, names.anyMarker] where present[name] == nil { changes[name] = done }
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
        _ item: MigrationItem, _ source: [String: PropertyListValue], _ present: [ExactName: [UInt8]]
    ) {
        let name = item.target.text
        let values = item.values(in: source)
        let before = baseline.items[name]
        if values.isEmpty {
            guard let before, !before.isGone else { return }
            baseline.items[name]?.isGone = true
            report.gone += before.trace.keys
            return
        }
        let trace = item.trace(of: values)
        // Of a secret only its presence is seen, so that one which is there again counts as another.
        let isAnother = before?.isGone == true && item.place?.isSecret == true
        let isSame = before?.trace == trace
        if isSame, !isAnother {
            baseline.items[name]?.isGone = false
            return
        }
        let there = item.stored(in: present)
        do throws(MigrationItem.NotConverted) {
            let bytes = try item.encode(values)
            let isTaken = before != nil || there == nil || there == bytes
            if isTaken, there != bytes { changes[item.target] = bytes }
            for name in values.keys {
                if isTaken { report.copied.append(name) } else { report.kept[name] = .storeHasOther }
            }
            baseline.items[name] = MigrationBaseline.Seen(trace: trace, isTaken: isTaken)
        } catch {
            // Not seen, as far as the baseline goes: a later version of the app may convert it.
            if there == nil { changes[item.target] = MigrationItem.unconverted }
            for name in values.keys { report.kept[name] = .notConverted(reason: error.reason) }
        }
    }
}
