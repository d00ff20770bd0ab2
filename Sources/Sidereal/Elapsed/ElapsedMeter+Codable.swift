import SiderealCore

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A meter is coded as one value of bytes, versioned and checksummed, opaque to the code that stores it.
extension ElapsedMeter: Codable {
    /// Throws `DecodingError.dataCorrupted` where a newer version wrote the bytes, or they are damaged.
    ///
    /// Neither means that nothing was counted: don't start a new meter because of it.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let data = try container.decode(Data.self)
        do throws(RecordError) {
            self.init(try ElapsedAccount(bytes: Array(data)))
        } catch {
            throw DecodingError.dataCorrupted(
                .init(codingPath: decoder.codingPath, debugDescription: "not a meter", underlyingError: error))
        }
    }

    /// The meter's bytes, about a kilobyte.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(Data(account.bytes))
    }
}
