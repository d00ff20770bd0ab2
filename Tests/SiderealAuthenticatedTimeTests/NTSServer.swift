import SiderealAuthenticatedTime
import SiderealCore
import SiderealNetwork
import SiderealSystem
import SiderealTime
import TestSupport

#if canImport(Glibc)
    import SiderealOpenSSL
#endif

/// A server with NTS on a ``FakeNetwork``, whose script can change each answer.
final class NTSServer: Sendable {
    struct State: Sendable {
        /// The generation of the keys. A key exchange makes earlier keys unknown.
        var generation: UInt8 = 0
        var exchanges = 0
        var nextCookie: UInt8 = 0
        var used: [[UInt8]] = []
        var wanted: [Int] = []
        var identifiers: [[UInt8]] = []
    }

    /// The changes to an answer: to its header, then to the whole packet.
    struct Script: Sendable {
        var header: @Sendable (inout [UInt8]) -> Void = { _ in }
        var packet: @Sendable ([UInt8]) -> [UInt8]? = { $0 }
        var cookiesPerAnswer: Int?
    }

    static let place = NetworkAddress(.ip4, "192.0.2.7", port: 123)
    let network = FakeNetwork()
    private let state = Lock(State())
    private let script = Lock(Script())

    init() { network.serve([Self.place: { [self] in answer($1).map { [$0] } ?? [] }]) }

    var now: State { state.withLock { $0 } }
    func follow(_ change: (inout Script) -> Void) { script.withLock { change(&$0) } }
    /// Forgets all keys, like a restart.
    func forget() { state.withLock { $0.generation += 1 } }

    static func cipher(_ generation: UInt8, toServer: Bool) -> AuthenticatedCipher? {
        let key = [UInt8](repeating: generation, count: 31) + [toServer ? 0 : 1]
        return SecretBytes(copying: key).flatMap { NTSAlgorithm.aesSIV.cipher($0) { blockCipher($0) } }
    }

    private static func blockCipher(_ key: SecretBytes) -> BlockCipher? {
        #if canImport(Glibc)
            OpenSSL.blockCipher(key)
        #else
            KeyedAES.blockCipher(key)
        #endif
    }

    func source(maximumRequests: Int = 4, sessions: NTSSessions = NTSSessions()) -> NTSSource {
        NTSSource(
            host: "time.example", maximumRequests: maximumRequests,
            establishment: NTSKeyEstablishment { [self] (_, _, name, _) async throws(TimeSourceError) in
                guard let keys = exchange() else { throw TimeSourceError(.tls, "as the script says") }
                return keys
            }, network: network, refusals: ServerRefusals(), sessions: sessions)
    }

    func exchange() -> NTSKeys? {
        let (generation, cookies) = state.withLock { state in
            state.exchanges += 1
            return (state.generation, (0..<8).map { _ in Self.cookie(&state) })
        }
        let records = cookies.flatMap { NTSServer.record(5, $0) }
        let bytes = NTSServer.record(1, [0, 0]) + NTSServer.record(4, [0, 15]) + records + NTSServer.record(0, [])
        guard let answer = try? NTSKeyExchangeAnswer(bytes),
            let questions = Self.cipher(generation, toServer: true),
            let answers = Self.cipher(generation, toServer: false)
        else { return nil }
        return NTSKeys(answer, questions: questions, answers: answers)
    }

    private static func record(_ kind: UInt8, _ body: [UInt8]) -> [UInt8] {
        [0x80, kind, 0, UInt8(body.count)] + body
    }

    private static func cookie(_ state: inout State) -> [UInt8] {
        state.nextCookie += 1
        return [state.generation, state.nextCookie] + [UInt8](repeating: 0xc0, count: 98)
    }

    // MARK: - Questions

    struct Field {
        let kind: UInt16
        let body: [UInt8]
        let start: Int
    }

    static func fields(_ packet: [UInt8]) -> [Field] {
        var fields: [Field] = []
        var start = 48
        while start + 4 <= packet.count {
            let count = Int(packet[start + 2]) << 8 | Int(packet[start + 3])
            let kind = UInt16(packet[start]) << 8 | UInt16(packet[start + 1])
            fields.append(Field(kind: kind, body: Array(packet[start + 4..<start + count]), start: start))
            start += count
        }
        return fields
    }

    static func field(_ kind: UInt16, _ body: [UInt8]) -> [UInt8] {
        let count = body.count + 4
        return [UInt8(kind >> 8), UInt8(kind & 0xff), UInt8(count >> 8), UInt8(count & 0xff)] + body
    }

    private func answer(_ question: FakeNetwork.Question) -> FakeNetwork.Delivery? {
        let fields = Self.fields(question.bytes)
        guard let identifier = fields.first(where: { $0.kind == 0x104 })?.body,
            let cookie = fields.first(where: { $0.kind == 0x204 })?.body,
            let proof = fields.first(where: { $0.kind == 0x404 }), let generation = cookie.first
        else { return nil }
        let wanted = 1 + fields.count { $0.kind == 0x304 }
        let script = script.withLock { $0 }
        let (isKnown, cookies) = state.withLock { state in
            state.used.append(cookie)
            state.wanted.append(wanted)
            state.identifiers.append(identifier)
            return (
                state.generation == generation,
                (0..<(script.cookiesPerAnswer ?? wanted)).map { _ in Self.cookie(&state) }
            )
        }
        var delivery = network.answer(question) { script.header(&$0) }
        guard case .packet(var bytes) = delivery.content else { return nil }
        guard isKnown else {
            NTPBytes.kiss("NTSN", &bytes)
            delivery.content = .packet(bytes + Self.field(0x104, identifier))
            return delivery
        }
        let questions = Self.cipher(generation, toServer: true)
        let nonce = Array(proof.body[4..<20])
        let isProven =
            questions?.open(
                Array(proof.body[20...]), nonce, Array(question.bytes[..<proof.start])) == []
        guard isProven, let answers = Self.cipher(generation, toServer: false) else { return nil }
        bytes += Self.field(0x104, identifier)
        let hidden = cookies.flatMap { Self.field(0x204, $0) }
        let fresh = [UInt8](repeating: UInt8(truncatingIfNeeded: now.used.count), count: 16)
        guard let sealed = answers.seal(hidden, fresh, bytes) else { return nil }
        let lengths: [UInt8] = [0, 16, UInt8(sealed.count >> 8), UInt8(sealed.count & 0xff)]
        let padding = [UInt8](repeating: 0, count: (4 - sealed.count % 4) % 4)
        guard let packet = script.packet(bytes + Self.field(0x404, lengths + fresh + sealed + padding)) else {
            return nil
        }
        delivery.content = .packet(packet)
        return delivery
    }
}
