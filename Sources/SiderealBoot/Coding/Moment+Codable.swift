public import SiderealCore

/// The mark's bytes, and the time as it codes itself.
extension Moment: Codable {
    private enum Key: String, CodingKey {
        case mark, time
    }

    /// Throws `DecodingError` where a newer version wrote it, or it is damaged.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: Key.self)
        self.init(
            mark: try values.decode(BootMark.self, forKey: .mark),
            time: try values.decode(TrustedTime.self, forKey: .time))
    }

    /// About a quarter of a kilobyte.
    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: Key.self)
        try values.encode(mark, forKey: .mark)
        try values.encode(time, forKey: .time)
    }
}
