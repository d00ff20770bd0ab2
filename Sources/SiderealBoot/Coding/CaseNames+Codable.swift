import SiderealCore

// Encodes cases by name, and lengths of time in nanoseconds, so that other programs can read stored values. The code
// lists the names, because an app may be built without the reflection metadata that contains them.

/// The names of an enumeration's cases.
struct CaseNames<Value: Equatable & Sendable>: Sendable, ExpressibleByDictionaryLiteral {
    private let pairs: [(name: String, value: Value)]

    init(dictionaryLiteral elements: (String, Value)...) {
        pairs = elements.map { (name: $0.0, value: $0.1) }
    }

    /// All names, for a message.
    var names: String { pairs.map { $0.name }.joined(separator: ", ") }

    func value(named name: String) -> Value? { pairs.first { $0.name == name }?.value }

    /// Returns the name of a value. Throws if a case has no name. A missing name is an error in this library: the app
    /// loses one value, but does not crash.
    func name(of value: Value, at path: [any CodingKey]) throws -> String {
        guard let pair = pairs.first(where: { $0.value == value }) else {
            throw EncodingError.invalidValue(value, .init(codingPath: path, debugDescription: "the case has no name"))
        }
        return pair.name
    }
}

extension KeyedDecodingContainer {
    /// Decodes one of the cases by its name. Throws if no case has that name.
    func decode<Value>(_ cases: CaseNames<Value>, forKey key: Key) throws -> Value {
        let name = try decode(String.self, forKey: key)
        guard let value = cases.value(named: name) else {
            throw DecodingError.dataCorruptedError(
                forKey: key, in: self, debugDescription: "'\(name)' is not one of \(cases.names)")
        }
        return value
    }

    func decodeIfPresent<Value>(_ cases: CaseNames<Value>, forKey key: Key) throws -> Value? {
        guard contains(key), try !decodeNil(forKey: key) else { return nil }
        return try decode(cases, forKey: key)
    }

    func decodeNanosecondsIfPresent(forKey key: Key) throws -> Nanoseconds? {
        try decodeIfPresent(Int64.self, forKey: key).map { Nanoseconds($0) }
    }
}

extension KeyedEncodingContainer {
    mutating func encode<Value>(_ value: Value?, _ cases: CaseNames<Value>, forKey key: Key) throws {
        guard let value else { return }
        try encode(try cases.name(of: value, at: codingPath + [key]), forKey: key)
    }

    /// Encodes a length of time in nanoseconds, saturating beyond 292 years.
    mutating func encodeNanoseconds(_ length: Duration?, forKey key: Key) throws {
        try encodeIfPresent(length.map { Nanoseconds(clamping: $0).count }, forKey: key)
    }
}
