import SiderealAuthenticatedTime
import SiderealCore
import SiderealTesting
import Testing

/// Answers of Roughtime servers, with stand-ins for signatures.
@Suite("answers of Roughtime") struct RoughtimeAnswerTests {
    static let cryptography = SignatureCryptography.simulated
    static let nonce = [UInt8](0..<32)

    static func request(_ server: SimulatedRoughtime) throws -> RoughtimeRequest {
        try #require(RoughtimeRequest(nonce: nonce, publicKey: server.publicKey, cryptography))
    }

    static func answer(
        _ server: SimulatedRoughtime, change: (inout [UInt8]) -> Void = { _ in }
    ) throws -> Result<RoughtimeAnswer, RoughtimeError> {
        let request = try request(server)
        var packet = try #require(server.packet(answering: request.bytes))
        change(&packet)
        do throws(RoughtimeError) {
            return .success(try RoughtimeAnswer(packet, to: request, publicKey: server.publicKey, cryptography))
        } catch {
            return .failure(error)
        }
    }

    static func error(_ server: SimulatedRoughtime) throws -> RoughtimeError? {
        if case .failure(let error) = try answer(server) { error } else { nil }
    }

    static let server = SimulatedRoughtime(named: "a", midpoint: 1_800_000_000)

    @Test("an honest answer gives the midpoint, the radius and the version", arguments: RoughtimeVersion.allCases)
    func honest(_ version: RoughtimeVersion) throws {
        var server = Self.server
        server.version = version.rawValue
        let answer = try Self.answer(server).get()
        #expect(answer.midpoint == 1_800_000_000 && answer.radius == 3 && answer.version == version)
    }

    @Test("a signature is valid with either version's protocol name", arguments: RoughtimeVersion.allCases)
    func spellings(_ spelling: RoughtimeVersion) throws {
        var server = Self.server
        server.spelling = spelling
        #expect(try Self.error(server) == nil)
        let name = spelling == .rfc10049 ? "Roughtime" : "RoughTime"
        #expect(
            RoughtimeAnswer.Context.delegation.bytes(spelling) == Array("\(name) v1 delegation signature".utf8) + [0])
        #expect(RoughtimeAnswer.Context.response.bytes(spelling) == Array("\(name) v1 response signature".utf8) + [0])
    }

    @Test("the bounds are the midpoint minus and plus the radius")
    func ends() throws {
        let ends = try Self.answer(Self.server).get().ends()
        #expect(ends.earliest == TrueInstant(nanoseconds: 1_799_999_997_000_000_000))
        #expect(ends.latest == TrueInstant(nanoseconds: 1_800_000_003_000_000_000))
    }

    @Test("an answer gives no bounds if its radius is more than a minute, or its time is out of range or long past")
    func unusable() throws {
        var server = Self.server
        server.radius = 60
        #expect(throws: Never.self) { try Self.answer(server).get().ends() }
        server.radius = 61
        #expect(throws: RoughtimeError.radiusTooLarge(61)) { try Self.answer(server).get().ends() }
        for midpoint in [9_223_372_036 - 59, UInt64(Int64.max), .max] {
            server = SimulatedRoughtime(named: "a", midpoint: midpoint)
            #expect(throws: RoughtimeError.timeOutOfRange(midpoint)) { try Self.answer(server).get().ends() }
        }
        server = SimulatedRoughtime(named: "a", midpoint: 9_223_372_036 - 60, radius: 60)
        #expect(throws: Never.self) { try Self.answer(server).get().ends() }
        // A server whose clock stands in the year 2010.
        server = SimulatedRoughtime(named: "a", midpoint: 1_262_304_000)
        #expect(throws: RoughtimeError.longPast(2010)) { try Self.answer(server).get().ends() }
    }

    @Test("the path leads to the root only with the right index", arguments: 0..<8 as Range<UInt32>)
    func paths(_ index: UInt32) throws {
        var server = Self.server
        server.path = (0..<3).map { SimulatedRoughtime.key("node \($0)") }
        server.index = index
        #expect(try Self.error(server) == nil)
        server.changes.message = { fields in
            for place in fields.indices where fields[place].0 == .index {
                fields[place].1 = (index ^ 1).littleEndianBytes
            }
        }
        #expect(try Self.error(server) == .notIncluded)
        server.changes.message = { _ in }
        server.index = index | 8
        #expect(try Self.error(server) == .badIndex(index | 8))
    }

    @Test("a delegation is valid from its first second to its last")
    func delegation() throws {
        var server = Self.server
        (server.earliest, server.latest) = (server.midpoint, server.midpoint)
        #expect(try Self.error(server) == nil)
        server.midpoint += 1
        #expect(try Self.error(server) == .delegationNotValid)
        server.midpoint -= 2
        #expect(try Self.error(server) == .delegationNotValid)
    }

    @Test("an answer in another version, or in a version that the server does not list, is refused")
    func versions() throws {
        var server = Self.server
        server.version = 2
        #expect(try Self.error(server) == .badVersion(2))
        server.version = 1
        server.versions = [0, 0x8000_000C]
        #expect(try Self.error(server) == .unlistedVersion(1))
    }

    @Test("a flipped bit in an answer is detected, and each truncated answer is refused")
    func changes() throws {
        var server = Self.server
        server.path = [SimulatedRoughtime.key("node")]
        let count = try #require(server.packet(answering: try Self.request(server).bytes)).count
        for bit in 0..<count * 8 {
            let changed = try Self.answer(server) { $0[bit / 8] ^= 1 << UInt8(bit % 8) }
            #expect(throws: RoughtimeError.self, "bit \(bit)") { try changed.get() }
        }
        for length in 0..<count {
            let shortened = try Self.answer(server) { $0 = Array($0.prefix(length)) }
            #expect(throws: RoughtimeError.self, "\(length) bytes") { try shortened.get() }
        }
    }

    @Test("an answer to an earlier request is refused")
    func replayed() throws {
        let server = Self.server
        let earlier = try #require(
            RoughtimeRequest(nonce: Array(Self.nonce.reversed()), publicKey: server.publicKey, Self.cryptography))
        let packet = try #require(server.packet(answering: earlier.bytes))
        let request = try Self.request(server)
        #expect(throws: RoughtimeError.notOurs) {
            try RoughtimeAnswer(packet, to: request, publicKey: server.publicKey, Self.cryptography)
        }
        var dishonest = server
        dishonest.nonce = Self.nonce
        let changed = try #require(dishonest.packet(answering: earlier.bytes))
        #expect(throws: RoughtimeError.notIncluded) {
            try RoughtimeAnswer(changed, to: request, publicKey: server.publicKey, Self.cryptography)
        }
    }

    @Test("if the cryptographic library fails, no request is made and no answer is accepted")
    func noLibrary() throws {
        let failing = SignatureCryptography(sha512: { _ in nil }, isSigned: { _, _, _ in true })
        #expect(RoughtimeRequest(nonce: Self.nonce, publicKey: Self.server.publicKey, failing) == nil)
        let request = try Self.request(Self.server)
        let packet = try #require(Self.server.packet(answering: request.bytes))
        #expect(throws: RoughtimeError.self) {
            try RoughtimeAnswer(packet, to: request, publicKey: Self.server.publicKey, failing)
        }
    }

    @Test("a nonce or a key of the wrong length is refused")
    func lengths() {
        let key = Self.server.publicKey
        #expect(RoughtimeRequest(nonce: Self.nonce + [0], publicKey: key, Self.cryptography) == nil)
        #expect(RoughtimeRequest(nonce: Self.nonce, publicKey: Array(key.dropLast()), Self.cryptography) == nil)
    }

    @Test("each error describes its reason in a sentence")
    func reasons() {
        let errors: [RoughtimeError] = [
            .notFramed, .badLength(claimed: 1, count: 2), .badHeader, .badTagOrder, .badOffsets, .missing(.nonce),
            .badSize(.signature, 4), .badVersionList, .badType(2), .notOurs, .otherServer, .badVersion(2),
            .unlistedVersion(1), .pathTooLong(33), .badIndex(9), .notIncluded, .delegationNotSigned, .answerNotSigned,
            .delegationNotValid, .noRadius, .radiusTooLarge(61), .timeOutOfRange(.max), .noCryptography,
        ]
        #expect(errors.allSatisfy { $0.reason.hasSuffix(".") })
        #expect(RoughtimeError.missing(.version).reason == "A message has no VER.")
        #expect(
            RoughtimeMessage.Tag.allCases.map { $0.letters }.sorted() == [
                "CERT", "DELE", "INDX", "MAXT", "MIDP", "MINT", "NONC", "PATH", "PUBK", "RADI", "ROOT", "SIG", "SREP",
                "SRV", "TYPE", "VER", "VERS", "ZZZZ",
            ])
    }
}
