import SiderealCore

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

// Marks and meters are coded as one value of bytes, versioned and checksummed, opaque to the code that stores them.

extension Decoder {
    /// The value that the bytes hold. Throws `DecodingError.dataCorrupted` where a newer version wrote them, or they
    /// are damaged.
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
