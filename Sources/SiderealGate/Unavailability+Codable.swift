public import SiderealBase

/// The coded form has the name of the case, and the case's number or text if the case has a number or text.
extension Unavailability: Codable {
    private enum Key: String, CodingKey { case cause, errno, version, reason, status }

    /// Decodes a case. Throws `DecodingError` for a case that this version of the library lacks.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: Key.self)
        let name = try values.decode(String.self, forKey: .cause)
        switch name {
        case "indeterminate": self = .indeterminate(errno: try values.decode(Int32.self, forKey: .errno))
        case "unreadable": self = .unreadable(errno: try values.decode(Int32.self, forKey: .errno))
        case "newerVersion": self = .newerVersion(try values.decode(UInt32.self, forKey: .version))
        case "undecodable": self = .undecodable(reason: try values.decode(String.self, forKey: .reason))
        case "refused": self = .refused(status: try values.decode(Int32.self, forKey: .status))
        default:
            guard let plain = Self.withoutValue.first(where: { $0.caseName == name }) else {
                throw DecodingError.dataCorruptedError(
                    forKey: .cause, in: values, debugDescription: "this version of the library has no cause '\(name)'")
            }
            self = plain
        }
    }

    /// Encodes the case's name and its associated value.
    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: Key.self)
        try values.encode(caseName, forKey: .cause)
        switch self {
        case .indeterminate(let errno), .unreadable(let errno): try values.encode(errno, forKey: .errno)
        case .newerVersion(let version): try values.encode(version, forKey: .version)
        case .undecodable(let reason): try values.encode(reason, forKey: .reason)
        case .refused(let status): try values.encode(status, forKey: .status)
        default: break
        }
    }

    private static let withoutValue: [Unavailability] = [
        .notReadYet, .beforeFirstUnlock, .locked, .lost, .damaged, .busy, .stale, .unproven, .notMigrated,
        .needsAuthentication,
    ]
}

extension Unavailability {
    /// Creates the reason why a value can't be decoded. If the value is a mark or a meter, the reason reports a newer
    /// version or the damage. For every other value, the reason has only the text that the caller passes.
    package init(decodingError error: any Error, otherwise reason: String) {
        guard case DecodingError.dataCorrupted(let context)? = error as? DecodingError,
            let cause = context.underlyingError as? RecordError
        else {
            self = .undecodable(reason: reason)
            return
        }
        switch cause {
        case .newerVersion(let version): self = .newerVersion(version)
        case .damaged(let damage): self = .undecodable(reason: "\(context.debugDescription): \(damage)")
        }
    }
}
