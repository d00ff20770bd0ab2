import SiderealBase

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The coding of values as the bytes of a keychain item.
///
/// A string is stored as UTF-8, data is stored unchanged, and any other value is stored as JSON. Error reasons never
/// reveal the content of an item.
enum KeychainCoding {
    static func encode<Value: Encodable>(_ value: Value) throws(Unavailability) -> [UInt8] {
        // These casts also unwrap optionals: the text of a `String?` is stored like that of a `String`.
        if let text = value as? String { return Array(text.utf8) }
        if let data = value as? Data { return [UInt8](data) }
        guard let bytes = try? ProtectedStore.JSONCoding().encode(value) else {
            throw .undecodable(reason: "\(Value.self) can't be encoded as JSON")
        }
        guard bytes != Array("null".utf8) else {
            throw .undecodable(reason: "the keychain can't store nil; remove the account instead")
        }
        return bytes
    }

    static func decode<Value: Decodable>(_ type: Value.Type, from data: Data) throws(Unavailability) -> Value {
        if let data = data as? Value { return data }
        let text = String(decoding: data, as: UTF8.self)
        if let value = text as? Value {
            // `String(decoding:as:)` replaces bytes that are not UTF-8, so compare the bytes.
            guard text.utf8.elementsEqual(data) else { throw .undecodable(reason: "the value is not UTF-8") }
            return value
        }
        do {
            return try ProtectedStore.JSONCoding().decode(type, from: Array(data))
        } catch {
            throw Unavailability(decodingError: error, otherwise: "the value is not JSON for \(Value.self)")
        }
    }
}
