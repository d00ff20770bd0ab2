package import SiderealBase

/// The decisions of a migration, as pure functions. The caller reads the old values and writes the store.
package enum MigrationPlan {
    /// Returns the changes of the first transaction: the values that the store lacks, and the markers. If the
    /// migration's marker exists, there are no changes.
    ///
    /// `source` has the old values that exist. `present` has the store's values for the targets and the markers, as the
    /// transaction reads them.
    package static func copy(
        _ items: [MigrationItem], marker name: ExactName, anyMarker: ExactName, source: [String: PropertyListValue],
        present: [ExactName: [UInt8]]
    ) -> [ExactName: [UInt8]] {
        guard present[name] == nil else { return [:] }
        var changes: [ExactName: [UInt8]] = [:]
        var copies: [String: MigrationMarker.Copy] = [:]
        for item in items {
            let values = item.values(in: source)
            if values.isEmpty { continue }
            // A value that an earlier migration could not convert does not count as stored.
            let there = item.stored(in: present)
            let bytes: [UInt8]
            do throws(MigrationItem.NotConverted) {
                bytes = try item.encode(values)
            } catch {
                if there == nil { changes[item.target] = MigrationItem.unconverted }
                continue
            }
            if let there {
                // A value that equals the stored value needs no copying, and counts as copied.
                guard there == bytes else { continue }
            } else {
                changes[item.target] = bytes
            }
            let stored = XXH64.checksum(of: bytes)
            for (key, value) in values {
                copies[key] = MigrationMarker.Copy(source: value.checksum, stored: stored)
            }
        }
        changes[name] = MigrationMarker(phase: .copied, copies: copies).bytes
        if present[anyMarker] == nil { changes[anyMarker] = MigrationMarker(phase: .done, copies: [:]).bytes }
        return changes
    }

    /// Returns the keys to remove from the source, and the reason for each key that stays. The caller must have reread
    /// the store. A key that the source lacks is in neither result.
    package static func settle(
        _ items: [MigrationItem], _ marker: MigrationMarker, source: [String: PropertyListValue],
        present: [ExactName: [UInt8]]
    ) -> (remove: [String], kept: [String: StoreMigration.Report.KeptReason]) {
        var remove: [String] = []
        var kept: [String: StoreMigration.Report.KeptReason] = [:]
        for item in items {
            let values = item.values(in: source)
            for key in item.sources {
                guard let value = values[key] else { continue }
                guard let copy = marker.copies[key] else {
                    let isNew = item.sources.contains { marker.copies[$0] != nil }
                    kept[key] = isNew ? .changedSinceCopied : whyNotCopied(item, values, stored: present[item.target])
                    continue
                }
                if value.checksum != copy.source {
                    kept[key] = .changedSinceCopied
                } else if XXH64.checksum(of: present[item.target] ?? []) != copy.stored {
                    kept[key] = .storeDiffers
                } else {
                    remove.append(key)
                }
            }
        }
        return (remove, kept)
    }

    /// Returns the reason why a value was not copied. Either it can't be converted, or the store had another value, or
    /// an older version of the app set the value after the copy.
    private static func whyNotCopied(
        _ item: MigrationItem, _ values: MigrationItem.Values, stored: [UInt8]?
    ) -> StoreMigration.Report.KeptReason {
        do throws(MigrationItem.NotConverted) {
            _ = try item.encode(values)
        } catch {
            return .notConverted(reason: error.reason)
        }
        let isMissing = stored.map { $0 == MigrationItem.unconverted } ?? true
        return isMissing ? .changedSinceCopied : .storeHasOther
    }

    /// Returns the changes of the last transaction, which marks the migration as done. If the phase of the store's
    /// marker is not `copied`, there are no changes.
    package static func finish(marker name: ExactName, present: [ExactName: [UInt8]]) -> [ExactName: [UInt8]] {
        guard let bytes = present[name], MigrationMarker(bytes: bytes)?.phase == .copied,
            let done = MigrationMarker(phase: .done, copies: [:]).bytes
        else { return [:] }
        return [name: done]
    }
}
