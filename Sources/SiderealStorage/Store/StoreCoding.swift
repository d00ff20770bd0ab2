#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// How values become bytes. Encode the same value as the same bytes each time: changes are recognised by them.
public protocol StoreCoding: Sendable {
    func encode<Value: Encodable>(_ value: Value) throws -> [UInt8]
    func decode<Value: Decodable>(_ type: Value.Type, from bytes: [UInt8]) throws -> Value
}

extension StoreCoding where Self == JSONStoreCoding {
    /// JSON with sorted keys, dates as Foundation's seconds: the default.
    public static var json: JSONStoreCoding { JSONStoreCoding() }
}

/// Values as JSON.
public struct JSONStoreCoding: StoreCoding {
    public init() {}

    public func encode<Value: Encodable>(_ value: Value) throws -> [UInt8] {
        if let simple = SimpleJSON.encode(value) { return simple }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return Array(try encoder.encode(value))
    }

    /// The least number of bytes that a value takes, as far as it is known without encoding.
    static func leastCount<Value>(of value: Value) -> Int {
        switch value {
        case let text as String: text.utf8.count
        case let data as Data: data.count
        default: 0
        }
    }

    public func decode<Value: Decodable>(_ type: Value.Type, from bytes: [UInt8]) throws -> Value {
        try JSONDecoder().decode(type, from: Data(bytes))
    }
}

/// The same bytes as the encoder's, for the values that most settings are, without the encoder's machinery: after a
/// sync its code has to come from memory again, which shows in the time of a small write.
enum SimpleJSON {
    static func encode<Value>(_ value: Value) -> [UInt8]? {
        switch value {
        case let value as Bool: Array((value ? "true" : "false").utf8)
        case let value as Int: Array(String(value).utf8)
        case let value as String: encode(text: value)
        default: nil
        }
    }

    /// Nil where something has to be escaped.
    private static func encode(text: String) -> [UInt8]? {
        let quote = UInt8(ascii: "\"")
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.utf8.count &+ 2)
        bytes.append(quote)
        bytes.append(contentsOf: text.utf8)
        var isPlain = true
        for byte in bytes.dropFirst() where byte < 0x20 || byte == quote || byte == UInt8(ascii: "\\") {
            isPlain = false
        }
        guard isPlain else { return nil }
        bytes.append(quote)
        return bytes
    }
}
