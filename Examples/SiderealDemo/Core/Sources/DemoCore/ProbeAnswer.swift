/// One launch's answer to one probe: a word from the README's list, and numbers with details. It contains no identity.
public struct ProbeAnswer: Codable, Sendable, Hashable, Identifiable {
    /// A number, a text or a truth value.
    public enum Detail: Sendable, Hashable {
        case number(Int)
        case text(String)
        case flag(Bool)
    }

    public let probe: Probe
    /// The answer in one word.
    public let answer: String
    public let details: [String: Detail]
    /// A Boolean value that indicates whether the launch could answer. Some probes need an early launch, and others an
    /// earlier launch in this boot.
    public let isConclusive: Bool

    public var id: String { probe.rawValue }

    init(_ probe: Probe, _ answer: String, _ details: [String: Detail?] = [:], isConclusive: Bool = true) {
        self.probe = probe
        self.answer = answer
        self.details = details.compactMapValues { $0 }
        self.isConclusive = isConclusive
    }
}

extension ProbeAnswer.Detail: Codable {
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        // The flag comes first, because some decoders read a number as a flag.
        if let flag = try? container.decode(Bool.self) {
            self = .flag(flag)
        } else if let number = try? container.decode(Int.self) {
            self = .number(number)
        } else {
            self = .text(try container.decode(String.self))
        }
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .number(let number): try container.encode(number)
        case .text(let text): try container.encode(text)
        case .flag(let flag): try container.encode(flag)
        }
    }
}

extension ProbeAnswer.Detail: CustomStringConvertible {
    public var description: String {
        switch self {
        case .number(let number): "\(number)"
        case .text(let text): text
        case .flag(let flag): flag ? "yes" : "no"
        }
    }
}
