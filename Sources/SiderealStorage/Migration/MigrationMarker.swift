package import SiderealBase

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// How far a migration has come; kept in the store itself, and written in the same transaction as what it is about.
package struct MigrationMarker: Sendable, Equatable {
    package enum Phase: String, Sendable, Codable {
        /// What could be copied is in the store; the source still has it.
        case copied
        /// Nothing is left to do, ever.
        case done
    }

    /// What was copied from one key.
    package struct Copy: Sendable, Equatable, Codable {
        /// Checksum of the source's value, as it was then.
        package let source: UInt64
        /// Checksum of the bytes that the store was given.
        package let stored: UInt64

        package init(source: UInt64, stored: UInt64) {
            self.source = source
            self.stored = stored
        }
    }

    package let phase: Phase
    /// By the source's keys.
    package let copies: [String: Copy]

    package init(phase: Phase, copies: [String: Copy]) {
        self.phase = phase
        self.copies = copies
    }

    /// How the names of all markers begin.
    package static let prefix = "sidereal.migration."

    /// The key of the store that a migration's marker is kept under: each domain is moved once, and an item that is
    /// added to the migration later is moved, too. Without a domain it says that the items were moved from any.
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

    /// Nil only where Foundation can't encode, which is never.
    package var bytes: [UInt8]? { Self.encode(Text(phase: phase, copies: copies)) }

    /// JSON, with the keys sorted.
    static func encode(_ value: some Encodable) -> [UInt8]? {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys]
        return (try? encoder.encode(value)).map { [UInt8]($0) }
    }

    static func decode<Value: Decodable>(_ type: Value.Type, _ bytes: [UInt8]) -> Value? {
        try? JSONDecoder().decode(type, from: Data(bytes))
    }

    /// The marker that a store holds; nil where it holds none.
    ///
    /// - Throws: `unknownMarker` for what this version did not write.
    static func found(_ bytes: [UInt8]?) throws(MigrationError) -> MigrationMarker? {
        guard let bytes else { return nil }
        guard let marker = MigrationMarker(bytes: bytes) else { throw .unknownMarker }
        return marker
    }

    /// Nil for what this version did not write.
    package init?(bytes: [UInt8]) {
        guard let text = Self.decode(Text.self, bytes), text.version == 1 else { return nil }
        self.init(phase: text.phase, copies: text.copies)
    }
}
