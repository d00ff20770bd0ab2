/// A value of a property list, as UserDefaults keeps it.
package enum PropertyListValue: Sendable, Equatable {
    case boolean(Bool)
    case integer(Int)
    case real(Double)
    case string(String)
    case data([UInt8])
    /// A date, in seconds since the beginning of 2001 (UTC).
    case date(Double)
    case array([PropertyListValue])
    case dictionary([String: PropertyListValue])
    /// A value of a type that no other case covers, with the system's name for this type.
    case other(type: String)

    /// The kind of the value, in one word.
    package var kind: String {
        switch self {
        case .boolean: "boolean"
        case .integer: "integer"
        case .real: "real"
        case .string: "string"
        case .data: "data"
        case .date: "date"
        case .array: "array"
        case .dictionary: "dictionary"
        case .other(let type): type
        }
    }
}

extension PropertyListValue {
    /// The bytes for a checksum. Equal values have equal bytes, and different values have different bytes. No code
    /// parses these bytes.
    package var fingerprint: [UInt8] {
        var bytes: [UInt8] = []
        append(to: &bytes)
        return bytes
    }

    private func append(to bytes: inout [UInt8]) {
        switch self {
        // UserDefaults may return 1 as true, 1 or 1.0, depending on the system and the launch. The value is still the
        // same.
        case .boolean(let value): Self.append(Double(value ? 1 : 0).bitPattern, tag: 1, to: &bytes)
        case .integer(let value):
            if let real = Double(exactly: value) {
                Self.append(real.bitPattern, tag: 1, to: &bytes)
            } else {
                Self.append(UInt64(bitPattern: Int64(value)), tag: 2, to: &bytes)
            }
        case .real(let value): Self.append((value == 0 ? 0 : value).bitPattern, tag: 1, to: &bytes)
        case .string(let value): Self.append(Array(value.utf8), tag: 3, to: &bytes)
        case .data(let value): Self.append(value, tag: 4, to: &bytes)
        case .date(let value): Self.append((value == 0 ? 0 : value).bitPattern, tag: 5, to: &bytes)
        case .array(let values):
            Self.append(UInt64(values.count), tag: 6, to: &bytes)
            for value in values { value.append(to: &bytes) }
        case .dictionary(let values):
            Self.append(UInt64(values.count), tag: 7, to: &bytes)
            for (key, value) in values.sorted(by: { $0.key < $1.key }) {
                Self.append(Array(key.utf8), tag: 3, to: &bytes)
                value.append(to: &bytes)
            }
        case .other(let type): Self.append(Array(type.utf8), tag: 8, to: &bytes)
        }
    }

    private static func append(_ word: UInt64, tag: UInt8, to bytes: inout [UInt8]) {
        bytes.append(tag)
        for shift in stride(from: UInt64(0), to: 64, by: 8) {
            bytes.append(UInt8(truncatingIfNeeded: word >> shift))
        }
    }

    private static func append(_ content: [UInt8], tag: UInt8, to bytes: inout [UInt8]) {
        append(UInt64(content.count), tag: tag, to: &bytes)
        bytes += content
    }
}
