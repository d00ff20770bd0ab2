#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// How values become bytes. The same value shall always become the same bytes: changes are told apart by them.
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
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return Array(try encoder.encode(value))
    }

    public func decode<Value: Decodable>(_ type: Value.Type, from bytes: [UInt8]) throws -> Value {
        try JSONDecoder().decode(type, from: Data(bytes))
    }
}
