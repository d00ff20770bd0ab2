public import SiderealCore

/// A mark is coded as one value of bytes, versioned and checksummed, opaque to the code that stores it.
extension BootMark: Codable {
    /// Throws `DecodingError.dataCorrupted` where a newer version wrote the bytes, or they are damaged.
    public init(from decoder: any Decoder) throws {
        self = try decoder.decode("boot mark") { bytes throws(RecordError) in try BootMark(bytes: bytes) }
    }

    /// The mark's bytes.
    public func encode(to encoder: any Encoder) throws {
        try encoder.encode(bytes: bytes)
    }
}

extension BootMark: CustomReflectable {
    /// No children, so that `dump` shows nothing of what the mark holds.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
