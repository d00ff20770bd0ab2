package import SiderealCore

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A mark is encoded as a single `Data` value, with a version and a checksum. Code that stores a mark need not read
/// it.
extension BootMark: Codable {
    /// Decodes a mark. Throws `DecodingError.dataCorrupted` if a newer version wrote the bytes, or they are damaged.
    package init(from decoder: any Decoder) throws {
        self = try decoder.decode("boot mark") { bytes throws(RecordError) in try BootMark(bytes: bytes) }
    }

    /// Encodes the mark's bytes.
    package func encode(to encoder: any Encoder) throws {
        try encoder.encode(bytes: bytes)
    }
}

// Marks and meters share one encoding.

extension Decoder {
    /// Decodes the value in the bytes. Throws `DecodingError.dataCorrupted` if the bytes are damaged, or if a newer
    /// version wrote the bytes.
    func decode<Value>(_ what: String, from bytes: ([UInt8]) throws(RecordError) -> Value) throws -> Value {
        let data = try singleValueContainer().decode(Data.self)
        do throws(RecordError) {
            return try bytes(Array(data))
        } catch {
            throw DecodingError.dataCorrupted(
                .init(codingPath: codingPath, debugDescription: "not a \(what)", underlyingError: error))
        }
    }
}

extension Encoder {
    func encode(bytes: [UInt8]) throws {
        var container = singleValueContainer()
        try container.encode(Data(bytes))
    }
}
