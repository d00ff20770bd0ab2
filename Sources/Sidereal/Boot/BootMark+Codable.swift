public import SiderealCore

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A mark is coded as one value of bytes, versioned and checksummed, opaque to the code that stores it.
extension BootMark: Codable {
    /// Throws `DecodingError.dataCorrupted` where a newer version wrote the bytes, or they are damaged.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let data = try container.decode(Data.self)
        do throws(RecordError) {
            try self.init(bytes: Array(data))
        } catch {
            throw DecodingError.dataCorrupted(
                .init(codingPath: decoder.codingPath, debugDescription: "not a boot mark", underlyingError: error))
        }
    }

    /// The mark's bytes.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(Data(bytes))
    }
}

extension BootMark: CustomReflectable {
    /// No children, so that `dump` shows nothing of what the mark holds.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
