public import SiderealCore

/// A moment is encoded as the bytes of its mark and the encoding of its time.
extension Moment: Codable {
    private enum Key: String, CodingKey {
        case mark, time
    }

    /// Decodes a moment. Throws `DecodingError` if a newer version of the library wrote the moment, or if the moment is
    /// damaged.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: Key.self)
        self.init(
            mark: try values.decode(BootMark.self, forKey: .mark),
            time: try values.decode(TrustedTime.self, forKey: .time))
    }

    /// Encodes the moment in about a quarter of a kilobyte.
    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: Key.self)
        try values.encode(mark, forKey: .mark)
        try values.encode(time, forKey: .time)
    }
}

extension Moment: CustomReflectable {
    /// A mirror without children, so that `dump` doesn't show the identities of the device and the boot.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
