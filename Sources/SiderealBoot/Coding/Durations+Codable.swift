public import SiderealCore

extension DurationBounds: Codable {
    private enum Key: String, CodingKey { case atLeastNanoseconds, atMostNanoseconds }

    /// Decodes bounds. Throws `DecodingError` if the upper end is below the lower end.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: Key.self)
        let atLeast = try values.decodeNanosecondsIfPresent(forKey: .atLeastNanoseconds)
        let atMost = try values.decodeNanosecondsIfPresent(forKey: .atMostNanoseconds)
        guard let bounds = Bounds(lower: atLeast ?? .min, upper: atMost ?? .max) else {
            throw DecodingError.dataCorruptedError(
                forKey: .atMostNanoseconds, in: values, debugDescription: "the upper end is below the lower end")
        }
        self.init(bounds)
    }

    /// Encodes both ends in nanoseconds, and omits missing ends.
    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: Key.self)
        try values.encodeNanoseconds(atLeast, forKey: .atLeastNanoseconds)
        try values.encodeNanoseconds(atMost, forKey: .atMostNanoseconds)
    }
}

extension ElapsedTime: Codable {
    private enum Key: String, CodingKey { case atLeastNanoseconds, atMostNanoseconds }

    /// Decodes bounds. Throws `DecodingError` if the lower end is negative, or above the upper end.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: Key.self)
        let atLeast = Nanoseconds(try values.decode(Int64.self, forKey: .atLeastNanoseconds))
        let atMost = try values.decodeNanosecondsIfPresent(forKey: .atMostNanoseconds)
        guard atLeast >= .zero, let bounds = Bounds(lower: atLeast, upper: atMost ?? .max) else {
            throw DecodingError.dataCorruptedError(
                forKey: .atLeastNanoseconds, in: values,
                debugDescription: "the lower end is negative, or above the upper end")
        }
        self.init(bounds)
    }

    /// Encodes both ends in nanoseconds, and omits a missing upper end.
    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: Key.self)
        try values.encodeNanoseconds(atLeast, forKey: .atLeastNanoseconds)
        try values.encodeNanoseconds(atMost, forKey: .atMostNanoseconds)
    }
}

extension TrustedTime.DeadlineStatus: Codable {
    private static let statuses: CaseNames<TrustedTime.DeadlineStatus> = [
        "passed": .passed, "pending": .pending, "undetermined": .undetermined,
    ]

    /// Decodes a status. Throws `DecodingError` for a name that this version does not support.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let name = try container.decode(String.self)
        guard let status = Self.statuses.value(named: name) else {
            throw DecodingError.dataCorruptedError(
                in: container, debugDescription: "'\(name)' is not one of \(Self.statuses.names)")
        }
        self = status
    }

    /// Encodes the status as its name.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(Self.statuses.name(of: self, at: encoder.codingPath))
    }
}
