import Foundation
import SiderealCore

@testable import SiderealStorage

extension FuzzTarget {
    /// A store's marker of a migration, which survives being written and read.
    static let migrationMarker = FuzzTarget(
        name: "migration-marker", longest: 512,
        seeds: { [MigrationMarker(phase: .copied, copies: ["key": .init(source: 1, stored: 2)]).bytes ?? []] }
    ) { bytes in
        guard let marker = MigrationMarker(bytes: bytes) else { return }
        guard let written = marker.bytes else { fail("a marker can be written") }
        demand(MigrationMarker(bytes: written) == marker, "a marker is read as it was written")
    }

    /// Text that a store encodes as JSON with its own encoder: the bytes equal Foundation's.
    static let storedText = FuzzTarget(name: "stored-text", longest: 256) { bytes in
        let text = String(decoding: bytes, as: UTF8.self)
        guard let own = SimpleJSON.encode(text) else { return }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        demand((try? encoder.encode(text)).map { Array($0) } == own, "the bytes are Foundation's")
        demand(StrictJSON.accepts(own), "they are JSON")
        let read = try? ProtectedStore.JSONCoding().decode(String.self, from: own)
        demand(read.map { Array($0.utf8) } == Array(text.utf8), "they are read as the text")
    }
}
