package import SiderealBase

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The progress of a migration. The migration writes the marker to the store that receives the values, in the same
/// transaction as the values.
package struct MigrationMarker: Sendable, Equatable {
    package enum Phase: String, Sendable, Codable {
        /// The store has all convertible values. The source still has these values, too.
        case copied
        /// The migration is permanently finished.
        case done
    }

    /// The record of one copied key.
    package struct Copy: Sendable, Equatable, Codable {
        /// The checksum of the source's value at the time of the copy.
        package let source: UInt64
        /// The checksum of the stored bytes.
        package let stored: UInt64

        package init(source: UInt64, stored: UInt64) {
            self.source = source
            self.stored = stored
        }
    }

    package let phase: Phase
    /// The records of the copied keys, by the keys of the source.
    package let copies: [String: Copy]

    package init(phase: Phase, copies: [String: Copy]) {
        self.phase = phase
        self.copies = copies
    }

    /// The prefix of all marker names.
    package static let prefix = "sidereal.migration."

    /// Returns the store's key for a migration's marker. The key depends on the items and on the domain. So a migration
    /// moves each domain once, and also moves an item that you add later. Without a domain, the marker records that the
    /// items were moved from at least one domain.
    package static func name(of migration: String, moving items: [MigrationItem], from domain: String?) -> ExactName {
        let moves = items.map { [$0.target.text] + $0.sources.sorted() }.map { $0.map { Array($0.utf8) + [0] } }
        let words = moves.map { $0.joined() + [0] }.sorted { $0.lexicographicallyPrecedes($1) }
        let checksum = XXH64.checksum(of: Array((domain ?? "").utf8) + [0] + words.joined())
        return ExactName("\(prefix)\(migration).\(String(checksum, radix: 16))")
    }
}

extension MigrationMarker {
    private struct Text: Codable {
        var version = 1
        var phase: Phase
        var copies: [String: Copy]
    }

    /// The marker's bytes, or `nil` if Foundation can't encode the marker, which never happens.
    package var bytes: [UInt8]? { Self.encode(Text(phase: phase, copies: copies)) }

    /// Encodes a value as JSON with sorted keys.
    static func encode(_ value: some Encodable) -> [UInt8]? {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys]
        return (try? encoder.encode(value)).map { [UInt8]($0) }
    }

    static func decode<Value: Decodable>(_ type: Value.Type, _ bytes: [UInt8]) -> Value? {
        try? JSONDecoder().decode(type, from: Data(bytes))
    }

    /// Returns the marker that a store has, or `nil` if the store has no marker.
    ///
    /// - Throws: `unknownMarker` if this version did not write the marker.
    static func found(_ bytes: [UInt8]?) throws(StoreMigration.Failure) -> MigrationMarker? {
        guard let bytes else { return nil }
        guard let marker = MigrationMarker(bytes: bytes) else { throw .unknownMarker }
        return marker
    }

    /// Creates a marker from its bytes, or returns `nil` if this version did not write the bytes.
    package init?(bytes: [UInt8]) {
        guard let text = Self.decode(Text.self, bytes), text.version == 1 else { return nil }
        self.init(phase: text.phase, copies: text.copies)
    }
}
