package import SiderealBase

/// What a migration decides. Pure: whoever runs it reads and writes.
package enum MigrationPlan {
    /// The first transaction: what the store lacks, and the markers. Empty where there is a marker already.
    ///
    /// `source` is what the source holds, without the keys that it lacks; `present` what the store holds of the targets
    /// and the marker, as the transaction sees it.
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
            // A migration before this one may have known no way to convert it.
            let there = item.stored(in: present)
            let bytes: [UInt8]
            do throws(MigrationItem.NotConverted) {
                bytes = try item.encode(values)
            } catch {
                if there == nil { changes[item.target] = MigrationItem.unconverted }
                continue
            }
            if let there {
                // The same value needs no copying, and is as good as copied.
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

    /// What becomes of each key of the source once the store was read anew: removed, or kept and why. Keys that the
    /// source does not hold are in neither.
    package static func settle(
        _ items: [MigrationItem], _ marker: MigrationMarker, source: [String: PropertyListValue],
        present: [ExactName: [UInt8]]
    ) -> (remove: [String], kept: [String: MigrationReport.KeptReason]) {
        var remove: [String] = []
        var kept: [String: MigrationReport.KeptReason] = [:]
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

    /// It can't be converted, or the store had its own, or an older version of the app set it since.
    private static func whyNotCopied(
        _ item: MigrationItem, _ values: MigrationItem.Values, stored: [UInt8]?
    ) -> MigrationReport.KeptReason {
        do throws(MigrationItem.NotConverted) {
            _ = try item.encode(values)
        } catch {
            return .notConverted(reason: error.reason)
        }
        let isMissing = stored.map { $0 == MigrationItem.unconverted } ?? true
        return isMissing ? .changedSinceCopied : .storeHasOther
    }

    /// The last transaction: the marker says that nothing is left to do. Empty where it says something else than this
    /// migration has left there.
    package static func finish(marker name: ExactName, present: [ExactName: [UInt8]]) -> [ExactName: [UInt8]] {
        guard let bytes = present[name], MigrationMarker(bytes: bytes)?.phase == .copied,
            let done = MigrationMarker(phase: .done, copies: [:]).bytes
        else { return [:] }
        return [name: done]
    }
}
