import SiderealCore

/// A meter is coded as one value of bytes, versioned and checksummed, opaque to the code that stores it.
extension ElapsedMeter: Codable {
    /// Throws `DecodingError.dataCorrupted` where a newer version wrote the bytes, or they are damaged.
    ///
    /// Neither means that nothing was counted: don't start a new meter because of it. Read through `GatedKeychain` or
    /// `ProtectedStore` the two are `newerVersion` and `undecodable`, with the damage in its reason.
    public init(from decoder: any Decoder) throws {
        self.init(try decoder.decode("meter") { bytes throws(RecordError) in try ElapsedAccount(bytes: bytes) })
    }

    /// The meter's bytes, about a kilobyte.
    public func encode(to encoder: any Encoder) throws {
        try encoder.encode(bytes: account.bytes)
    }
}
