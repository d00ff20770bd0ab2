package import SiderealBase

/// One key of the store to be filled, with what becomes of the values under its keys in the source.
package struct MigrationItem: Sendable {
    package typealias Values = [String: PropertyListValue]

    package let sources: [String]
    package let target: ExactName
    /// The bytes for the store, from those of its values that the source has; throws why they can't become any.
    package let encode: @Sendable (Values) throws(NotConverted) -> [UInt8]

    package init(
        from sources: [String], to target: ExactName,
        encode: @escaping @Sendable (Values) throws(NotConverted) -> [UInt8]
    ) {
        self.sources = sources
        self.target = target
        self.encode = encode
    }

    package init(
        from source: String, to target: ExactName,
        encode: @escaping @Sendable (PropertyListValue) throws(NotConverted) -> [UInt8]
    ) {
        self.init(from: [source], to: target) { values throws(NotConverted) in
            guard let value = values[source] else { throw NotConverted("it is gone") }
            return try encode(value)
        }
    }

    /// Those of its values that the source has.
    func values(in source: Values) -> Values { source.filter { sources.contains($0.key) } }

    /// Why a value stays where it is.
    package struct NotConverted: Error, Sendable, Equatable {
        package let reason: String

        package init(_ reason: String) { self.reason = reason }
    }
}

extension MigrationItem {
    /// What the store holds in place of a value that could not be converted, so that a read calls the key undecodable,
    /// and never absent. No text begins with the first byte, and no coding makes the others by chance.
    package static let unconverted: [UInt8] = [0xff] + Array("sidereal: not converted".utf8)

    /// What to tell of it.
    static let whyUnconverted = "its value in UserDefaults could not be converted, and is still there"
}

extension MigrationReport {
    /// Why a key was left where it was.
    public enum KeptReason: Sendable, Hashable {
        /// The store had another value of its own already.
        case storeHasOther
        /// The value in the defaults is of another type than the item names, or the item's closure threw: the reason
        /// tells. Reads of the store's key are undecodable, and not absent, until a value is set or another migration
        /// converts it.
        case notConverted(reason: String)
        /// The value in the defaults changed after it was copied.
        case changedSinceCopied
        /// The store holds no longer, or not, what was copied.
        case storeDiffers
    }
}

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
            let there = present[item.target].flatMap { $0 == MigrationItem.unconverted ? nil : $0 }
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
                } else if present[item.target].map({ XXH64.checksum(of: $0) }) != copy.stored {
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

extension PropertyListValue {
    package var checksum: UInt64 { XXH64.checksum(of: fingerprint) }
}
