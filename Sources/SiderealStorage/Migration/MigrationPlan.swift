package import SiderealBase

/// The decisions of a migration. They are pure: the caller reads and writes.
package enum MigrationPlan {
    /// Returns the first transaction, which has the values that the store lacks, and the markers. It is empty if a
    /// marker exists.
    ///
    /// `source` has the values of the source, without the keys that it lacks. `present` has the store's values for the
    /// targets and the marker, as the transaction sees them.
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
            // An earlier migration may have been unable to convert the value.
            let there = item.stored(in: present)
            let bytes: [UInt8]
            do throws(MigrationItem.NotConverted) {
                bytes = try item.encode(values)
            } catch {
                if there == nil { changes[item.target] = MigrationItem.unconverted }
                continue
            }
            if let there {
                // An equal value needs no copying, and counts as copied.
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

    /// Returns the outcome for each key of the source after the store was reread: removed, or kept for a reason. Keys
    /// that the source lacks are in neither result.
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

    /// Returns the reason why a value was not copied: it can't be converted, the store had its own, or an older version
    /// of the app set it since.
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

    /// Returns the last transaction, which marks the migration as done. It is empty if the marker is not the one that
    /// this migration left.
    package static func finish(marker name: ExactName, present: [ExactName: [UInt8]]) -> [ExactName: [UInt8]] {
        guard let bytes = present[name], MigrationMarker(bytes: bytes)?.phase == .copied,
            let done = MigrationMarker(phase: .done, copies: [:]).bytes
        else { return [:] }
        return [name: done]
    }
}
