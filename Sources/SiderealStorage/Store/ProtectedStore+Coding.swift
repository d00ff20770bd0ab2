#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension ProtectedStore {
    /// A coding of values as bytes. Always encode equal values as equal bytes, because the store compares the bytes to
    /// find changes.
    public protocol Coding: Sendable {
        /// Returns the bytes that encode a value. If this method throws, the write stores nothing, and throws a
        /// ``StoreError`` that describes your error.
        func encode<Value: Encodable>(_ value: Value) throws -> [UInt8]
        /// Returns the value that the bytes encode. If this method throws, the reading is `unavailable(.undecodable)`,
        /// and your error is its reason. The store keeps the bytes.
        func decode<Value: Decodable>(_ type: Value.Type, from bytes: [UInt8]) throws -> Value
    }
}

extension ProtectedStore.Coding where Self == ProtectedStore.JSONCoding {
    /// A coding of values as JSON with sorted keys. Dates are numbers of seconds, as `JSONEncoder` encodes them by
    /// default. A store uses this coding unless you pass another coding.
    public static var json: ProtectedStore.JSONCoding { ProtectedStore.JSONCoding() }
}

extension ProtectedStore {
    /// A coding of values as JSON.
    public struct JSONCoding: ProtectedStore.Coding {
        /// Creates a JSON coding.
        public init() {}

        /// Returns a value as JSON with sorted keys. Throws the error of `JSONEncoder`.
        public func encode<Value: Encodable>(_ value: Value) throws -> [UInt8] {
            if let simple = SimpleJSON.encode(value) { return simple }
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
            return Array(try encoder.encode(value))
        }

        /// Returns a lower bound on the size of an encoded value in bytes, without encoding the value.
        static func leastCount<Value>(of value: Value) -> Int {
            switch value {
            case let text as String: text.utf8.count
            case let data as Data: data.count
            default: 0
            }
        }

        /// Returns the value that was encoded as this JSON. Throws the error of `JSONDecoder`.
        public func decode<Value: Decodable>(_ type: Value.Type, from bytes: [UInt8]) throws -> Value {
            try JSONDecoder().decode(type, from: Data(bytes))
        }
    }
}

/// A fast encoder for the simple values of most settings. This encoder produces the same bytes as `JSONEncoder`. After
/// a sync, the processor has to load the code of `JSONEncoder` from memory again, which would slow a small write
/// measurably.
enum SimpleJSON {
    static func encode<Value>(_ value: Value) -> [UInt8]? {
        switch value {
        case let value as Bool: Array((value ? "true" : "false").utf8)
        case let value as Int: Array(String(value).utf8)
        case let value as String: encode(text: value)
        default: nil
        }
    }

    /// Returns the encoded text, or `nil` if the encoder would have to escape a character.
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
