import SiderealAuthenticatedTime
import SiderealCore
import SiderealTesting
import Testing

/// Chains of requests to Roughtime servers, and the proofs in contradicting answers.
@Suite("chains of Roughtime") struct RoughtimeHistoryTests {
    /// A chain that asks servers one after the other.
    struct Chain {
        var history = RoughtimeHistory()
        var draws: UInt8 = 0

        static let cryptography = SignatureCryptography.simulated

        mutating func begin() throws -> RoughtimeHistory.Beginning {
            draws &+= 1
            return try #require(history.begin(random: [UInt8](repeating: draws, count: 32), Self.cryptography))
        }

        @discardableResult
        mutating func finish(
            _ beginning: RoughtimeHistory.Beginning, _ server: SimulatedRoughtime
        ) throws -> TimeServer.RoughtimeChain.Proof? {
            let request = try #require(
                RoughtimeRequest(nonce: beginning.nonce, publicKey: server.publicKey, Self.cryptography))
            let packet = try #require(server.packet(answering: request.bytes))
            let answer = try RoughtimeAnswer(packet, to: request, publicKey: server.publicKey, Self.cryptography)
            return history.add(answer, packet, to: request, from: server.publicKey, beginning)
        }

        @discardableResult
        mutating func ask(_ server: SimulatedRoughtime) throws -> TimeServer.RoughtimeChain.Proof? {
            try finish(try begin(), server)
        }
    }

    static func server(_ name: String, _ midpoint: UInt64, radius: UInt32 = 3) -> SimulatedRoughtime {
        SimulatedRoughtime(named: name, midpoint: midpoint, radius: radius)
    }

    @Test("the first nonce is random, and each later nonce is a hash of the previous answer and random bytes")
    func nonces() throws {
        var chain = Chain()
        let first = try chain.begin()
        #expect(first.nonce == [UInt8](repeating: 1, count: 32) && first.random == nil)
        let server = Self.server("a", 1_000)
        try chain.finish(first, server)
        let request = try #require(
            RoughtimeRequest(nonce: first.nonce, publicKey: server.publicKey, Chain.cryptography))
        let packet = try #require(server.packet(answering: request.bytes))
        let second = try chain.begin()
        let random = [UInt8](repeating: 2, count: 32)
        #expect(second.random == random)
        #expect(second.nonce == Chain.cryptography.roughtimeHash(packet + random))
    }

    @Test("answers whose bounds touch are consistent; one second more is a contradiction")
    func limits() throws {
        var chain = Chain()
        try chain.ask(Self.server("a", 1_006))
        #expect(try chain.ask(Self.server("b", 1_000)) == nil)
        #expect(try chain.ask(Self.server("c", 999)) != nil)
        #expect(chain.history.proofs.count == 1)
    }

    @Test("a later time is not a contradiction, however much later it is")
    func future() throws {
        var chain = Chain()
        try chain.ask(Self.server("a", 1_000))
        try chain.ask(Self.server("b", .max, radius: .max))
        #expect(chain.history.proofs.isEmpty)
        // But the answer after it contradicts.
        try chain.ask(Self.server("a", 1_000))
        #expect(chain.history.proofs.count == 1)
    }

    @Test("times at the ends of their range are compared without a trap")
    func ends() throws {
        var chain = Chain()
        try chain.ask(Self.server("a", 0, radius: .max))
        try chain.ask(Self.server("b", 0, radius: 1))
        try chain.ask(Self.server("c", .max, radius: 1))
        #expect(chain.history.proofs.isEmpty)
    }

    @Test("a proof contains all earlier answers, and its recipient reaches the same conclusion")
    func proof() throws {
        var chain = Chain()
        let honest = (Self.server("a", 1_000), Self.server("b", 1_001))
        try chain.ask(honest.0)
        try chain.ask(honest.1)
        #expect(try chain.ask(Self.server("liar", 5_000)) == nil)
        let report = try #require(try chain.ask(honest.0))
        #expect(
            report.exchanges.count == 4 && report.exchanges.map { $0.random == nil } == [true, false, false, false])
        let findings = try report.verified(Chain.cryptography)
        #expect(findings.contradictions == [.init(earlier: 2, later: 3)])
        #expect(findings.publicKeys.map { $0 == SimulatedRoughtime.key("liar") } == [false, false, true, false])
        #expect(chain.history.proofs == [report])
    }

    @Test("at most one proof is kept for each pair of servers, and at most four in all")
    func bounds() throws {
        var chain = Chain()
        for _ in 0..<3 {
            try chain.ask(Self.server("liar", 9_000))
            try chain.ask(Self.server("a", 1_000))
        }
        #expect(chain.history.proofs.count == 1)
        for name in ["b", "c", "d", "e", "f"] {
            try chain.ask(Self.server("liar", 9_000))
            try chain.ask(Self.server(name, 1_000))
        }
        #expect(chain.history.proofs.count == 4)
    }

    @Test("if a server contradicts itself, the proof shows that only this server is wrong")
    func alone() throws {
        var chain = Chain()
        try chain.ask(Self.server("liar", 9_000))
        let report = try #require(try chain.ask(Self.server("liar", 1_000)))
        let findings = try report.verified(Chain.cryptography)
        #expect(findings.contradictions.count == 1 && Set(findings.publicKeys).count == 1)
    }

    @Test("concurrent answers prove nothing about each other, but can contradict earlier answers")
    func concurrent() throws {
        var chain = Chain()
        try chain.ask(Self.server("a", 1_000))
        let (first, second) = (try chain.begin(), try chain.begin())
        #expect(try chain.finish(first, Self.server("liar", 9_000)) == nil)
        // This request was sent before the liar answered.
        #expect(try chain.finish(second, Self.server("b", 1_000)) == nil)
        #expect(try chain.ask(Self.server("c", 1_000)) == nil)
        #expect(try chain.ask(Self.server("d", 900)) != nil)
        #expect(chain.history.proofs.count == 1)
    }

    @Test("the report about a long chain has 16 answers, and still proves a late contradiction")
    func longChain() throws {
        var chain = Chain()
        for second in 0..<200 as Range<UInt64> { try chain.ask(Self.server("a", 1_000 + second)) }
        let report = try #require(try chain.ask(Self.server("liar", 10)))
        #expect(report.exchanges.count == 16)
        #expect(try report.verified(Chain.cryptography).contradictions.count == 15)
    }

    /// The changes to a report, and the reasons for which it is refused.
    static let refusals:
        [(
            RoughtimeReportError,
            @Sendable ([TimeServer.RoughtimeChain.Proof.Exchange]) -> [TimeServer.RoughtimeChain.Proof.Exchange]
        )] =
            [
                (.empty, { _ in [] }), (.tooMany(65), { Array(repeating: $0[0], count: 65) }),
                (.notChained(2), { [$0[1], $0[0]] }), (.notChained(2), { [$0[0], $0[0]] }),
                (.notChained(2), { [$0[0], changed($0[1], random: [1])] }),
                (.notChained(2), { [$0[0], changed($0[1], random: .some(nil))] }),
                (.badKey(1), { [changed($0[0], publicKey: [1, 2, 3])] }),
                (.badExchange(1, .otherServer), { [changed($0[0], publicKey: SimulatedRoughtime.key("b"))] }),
                (.badExchange(2, .notFramed), { [$0[0], changed($0[1], response: [])] }),
                (.badExchange(1, .notFramed), { [changed($0[0], request: [])] }),
                (.badExchange(1, .badType(1)), { [changed($0[0], request: $0[0].response)] }),
            ]

    static func changed(
        _ exchange: TimeServer.RoughtimeChain.Proof.Exchange, publicKey: [UInt8]? = nil, random: [UInt8]?? = .none,
        request: [UInt8]? = nil, response: [UInt8]? = nil
    ) -> TimeServer.RoughtimeChain.Proof.Exchange {
        TimeServer.RoughtimeChain.Proof.Exchange(
            publicKey: publicKey ?? exchange.publicKey, random: random ?? exchange.random,
            request: request ?? exchange.request, response: response ?? exchange.response)
    }

    @Test("a report that proves nothing is refused, for the expected reason", arguments: refusals.indices)
    func refused(_ index: Int) throws {
        var chain = Chain()
        try chain.ask(Self.server("a", 9_000))
        let report = try #require(try chain.ask(Self.server("b", 1_000)))
        #expect(throws: Never.self) { try report.verified(Chain.cryptography) }
        let (error, change) = Self.refusals[index]
        #expect(throws: error) {
            try TimeServer.RoughtimeChain.Proof(change(report.exchanges)).verified(Chain.cryptography)
        }
        #expect(error.reason.hasSuffix("."))
    }
}
