import Foundation
import SiderealBase
import SiderealStorage
import SiderealTesting
import Testing

@Suite("values in the gated keychain") struct KeychainValueTests {
    struct Session: Codable, Equatable {
        var user = "Ada"
        var pin = 4_711
    }

    /// Sets a value like code that is generic over its type.
    private func set<Value: Encodable>(_ value: Value, in keychain: GatedKeychain) throws(Unavailability) {
        try keychain.set(value, for: "a")
    }

    @Test("text is stored as UTF-8, data as it is, and other values as JSON")
    func forms() throws {
        let world = KeychainWorld()
        let keychain = world.keychain()
        try keychain.set("to\"ken é", for: "a")
        #expect(world.bytes(of: "a") == Array("to\"ken é".utf8))
        #expect(keychain.readString("a") == .value("to\"ken é"))
        #expect(keychain.read("a", as: String.self) == .value("to\"ken é"))
        #expect(keychain.read("a") == .value(Data("to\"ken é".utf8)))

        try keychain.set(Data([0, 255]), for: "a")
        #expect(world.bytes(of: "a") == [0, 255])
        #expect(keychain.read("a", as: Data.self) == .value(Data([0, 255])))

        try keychain.set(Session(), for: "a")
        #expect(world.bytes(of: "a") == Array(#"{"pin":4711,"user":"Ada"}"#.utf8))
        #expect(keychain.read("a", as: Session.self) == .value(Session()))

        try keychain.set(["x", "y"], for: "a")
        #expect(world.bytes(of: "a") == Array(#"["x","y"]"#.utf8))
        #expect(keychain.read("a", as: [String].self) == .value(["x", "y"]))
    }

    @Test("generic code stores text and data in the same form")
    func genericForms() throws {
        let world = KeychainWorld()
        try set("token", in: world.keychain())
        #expect(world.bytes(of: "a") == Array("token".utf8))
        try set(Data([7]), in: world.keychain())
        #expect(world.bytes(of: "a") == [7])
    }

    @Test("an optional is stored as its value, and nil is refused and replaces nothing")
    func optionals() throws {
        let world = KeychainWorld()
        let keychain = world.keychain()
        try keychain.set("token" as String?, for: "a")
        #expect(world.bytes(of: "a") == Array("token".utf8))
        for refused in [nil, nil] as [String?] {
            #expect(
                throws: Unavailability.undecodable(reason: "the keychain can't store nil; remove the account instead")
            ) {
                try keychain.set(refused, for: "a")
            }
        }
        #expect(throws: Unavailability.self) { try keychain.set(Double.nan, for: "a") }
        #expect(keychain.readString("a") == .value("token"))
    }

    @Test("bytes of another type are undecodable, and the reason doesn't reveal them")
    func undecodable() throws {
        let world = KeychainWorld()
        let keychain = world.keychain()
        world.put("a", [0x73, 0xFF])
        #expect(keychain.readString("a") == .unavailable(.undecodable(reason: "the value is not UTF-8")))
        world.put("a", Array("s3cret".utf8))
        #expect(
            keychain.read("a", as: Session.self)
                == .unavailable(.undecodable(reason: "the value is not JSON for Session")))
        #expect(
            keychain.read("a", as: Int.self) == .unavailable(.undecodable(reason: "the value is not JSON for Int")))
        world.put("a", [])
        #expect(keychain.readString("a") == .value(""))
    }

    @Test("a printed reading shows its case, and never the value")
    func printing() {
        let secret = GatedKeychain.Reading.value("s3cret")
        var dumped = ""
        dump([secret], to: &dumped)
        let printed = ["\(secret)", "\([secret])", String(reflecting: secret), "\(Optional(secret) as Any)", dumped]
        for text in printed { #expect(!text.contains("s3cret"), "\(text)") }
        #expect("\(secret)" == "value (not shown)")
        #expect("\(GatedKeychain.Reading<String>.notFound)" == "notFound")
        #expect("\(GatedKeychain.Reading<String>.unavailable(.locked))" == "unavailable: the device is locked")
    }

    @Test("a value is present only if it was read")
    func valueIfPresent() {
        #expect(GatedKeychain.Reading.value("x").valueIfPresent == "x")
        #expect(GatedKeychain.Reading<String>.notFound.valueIfPresent == nil)
        #expect(GatedKeychain.Reading<String>.unavailable(.locked).valueIfPresent == nil)
    }
}
