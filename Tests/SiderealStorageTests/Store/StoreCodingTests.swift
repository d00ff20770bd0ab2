import Foundation
import SiderealStorage
import Testing

/// The bytes of simple values equal those of JSONEncoder.
@Suite("coding of values as JSON") struct StoreCodingTests {
    private func reference<Value: Encodable>(_ value: Value) throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return Array(try encoder.encode(value))
    }

    @Test(
        "a text has the bytes that JSONEncoder makes, and is decoded again",
        arguments: [
            "", "Ada", "a/b", "quoted \"word\"", "back\\slash", "two\nlines", "tab\t", "nul\u{0}", "\u{7f}", "\u{1f}",
            "é e\u{301}",
            "日本", "👩‍🚀", "\u{2028}", String(repeating: "x", count: 5_000),
        ])
    func texts(text: String) throws {
        let bytes = try ProtectedStore.JSONCoding().encode(text)
        #expect(bytes == (try reference(text)))
        #expect(try ProtectedStore.JSONCoding().decode(String.self, from: bytes) == text)
    }

    @Test("a number has the bytes that JSONEncoder makes", arguments: [0, 1, -1, .max, .min])
    func numbers(number: Int) throws {
        #expect(try ProtectedStore.JSONCoding().encode(number) == (try reference(number)))
        #expect(try ProtectedStore.JSONCoding().encode(Int?.some(number)) == (try reference(Int?.some(number))))
    }

    @Test("a Boolean has the bytes that JSONEncoder makes", arguments: [true, false])
    func flags(flag: Bool) throws {
        #expect(try ProtectedStore.JSONCoding().encode(flag) == (try reference(flag)))
    }

    @Test("any other value has the bytes that JSONEncoder makes")
    func everythingElse() throws {
        let values: [String: [Double]] = ["b": [1, 2.5], "a": []]
        #expect(try ProtectedStore.JSONCoding().encode(values) == (try reference(values)))
        #expect(try ProtectedStore.JSONCoding().encode(UInt8(7)) == (try reference(UInt8(7))))
        #expect(try ProtectedStore.JSONCoding().encode(Int?.none) == (try reference(Int?.none)))
    }
}
