public import SiderealCore

/// A decoded time is the trusted time of the moment when it was encoded, not of the present moment.
extension TrustedTime: Codable {
    private enum Key: String, CodingKey {
        case earliestNanoseconds, latestNanoseconds, earliestSupport, latestSupport, isAuthenticated, assumesSameBoot,
            assumesNoPause
    }

    private static let supports: CaseNames<Support> = [
        "corroborated": .corroborated, "lone": .lone, "uncorroborated": .uncorroborated, "software": .software,
    ]

    /// Decodes a time. Throws `DecodingError` if this version does not support a name, or if the bounds are
    /// inconsistent.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: Key.self)
        let earliest = try values.decodeNanosecondsIfPresent(forKey: .earliestNanoseconds)
        let latest = try values.decodeNanosecondsIfPresent(forKey: .latestNanoseconds)
        let earliestSupport = try values.decodeIfPresent(Self.supports, forKey: .earliestSupport)
        let latestSupport = try values.decodeIfPresent(Self.supports, forKey: .latestSupport)
        guard earliest != nil || latest == nil, let bounds = Bounds(lower: earliest ?? .min, upper: latest ?? .max),
            (earliest == nil) == (earliestSupport == nil), (latest == nil) == (latestSupport == nil)
        else {
            throw DecodingError.dataCorruptedError(
                forKey: .latestNanoseconds, in: values, debugDescription: "the ends contradict each other")
        }
        self.init(
            bounds, earliestSupport: earliestSupport, latestSupport: latestSupport,
            isAuthenticated: try values.decode(Bool.self, forKey: .isAuthenticated),
            assumesSameBoot: try values.decode(Bool.self, forKey: .assumesSameBoot),
            assumesNoPause: try values.decode(Bool.self, forKey: .assumesNoPause))
    }

    /// Encodes the ends in nanoseconds since 1970, and the support of each end.
    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: Key.self)
        try values.encodeIfPresent(earliest?.nanoseconds, forKey: .earliestNanoseconds)
        try values.encodeIfPresent(latest?.nanoseconds, forKey: .latestNanoseconds)
        try values.encode(earliestSupport, Self.supports, forKey: .earliestSupport)
        try values.encode(latestSupport, Self.supports, forKey: .latestSupport)
        try values.encode(isAuthenticated, forKey: .isAuthenticated)
        try values.encode(assumesSameBoot, forKey: .assumesSameBoot)
        try values.encode(assumesNoPause, forKey: .assumesNoPause)
    }
}
