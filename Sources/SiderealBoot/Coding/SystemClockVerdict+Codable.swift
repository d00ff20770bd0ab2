public import SiderealCore

/// A decoded verdict is the answer of the moment when it was encoded.
extension SystemClockVerdict: Codable {
    private enum Key: String, CodingKey {
        case answer, offsetAtLeastNanoseconds, offsetAtMostNanoseconds, isAuthenticated, assumesSameBoot,
            assumesNoPause
    }

    private static let answers: CaseNames<Answer> = [
        "agrees": .agrees, "ahead": .ahead, "behind": .behind, "unknown": .unknown,
    ]

    /// Decodes a verdict. Throws `DecodingError` if this version does not support the answer's name, or if the bounds
    /// of the error exclude the answer.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: Key.self)
        let answer = try values.decode(Self.answers, forKey: .answer)
        let atLeast = try values.decodeNanosecondsIfPresent(forKey: .offsetAtLeastNanoseconds)
        let atMost = try values.decodeNanosecondsIfPresent(forKey: .offsetAtMostNanoseconds)
        let isPossible =
            switch answer {
            case .ahead: atLeast.map { $0 > .zero } ?? false
            case .behind: atMost.map { $0 < .zero } ?? false
            case .agrees: atLeast != nil && atMost != nil
            case .unknown: true
            }
        guard isPossible, Bounds(lower: atLeast ?? .min, upper: atMost ?? .max) != nil else {
            throw DecodingError.dataCorruptedError(
                forKey: .answer, in: values, debugDescription: "the bounds of the clock's error exclude '\(answer)'")
        }
        self.init(
            answer, atLeast: atLeast, atMost: atMost,
            isAuthenticated: try values.decode(Bool.self, forKey: .isAuthenticated),
            assumesSameBoot: try values.decode(Bool.self, forKey: .assumesSameBoot),
            assumesNoPause: try values.decode(Bool.self, forKey: .assumesNoPause))
    }

    /// Encodes the answer's name, the bounds of the clock's error, and the Boolean properties.
    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: Key.self)
        try values.encode(answer, Self.answers, forKey: .answer)
        try values.encodeNanoseconds(offset.atLeast, forKey: .offsetAtLeastNanoseconds)
        try values.encodeNanoseconds(offset.atMost, forKey: .offsetAtMostNanoseconds)
        try values.encode(isAuthenticated, forKey: .isAuthenticated)
        try values.encode(assumesSameBoot, forKey: .assumesSameBoot)
        try values.encode(assumesNoPause, forKey: .assumesNoPause)
    }
}
