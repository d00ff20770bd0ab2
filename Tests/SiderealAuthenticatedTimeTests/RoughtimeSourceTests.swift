import Foundation
import SiderealAuthenticatedTime
import SiderealCore
import SiderealNetwork
import SiderealSystem
import SiderealTesting
import SiderealTime
import TestSupport
import Testing

/// Polls of Roughtime servers on a fake network, with stand-ins for signatures.
@Suite("Roughtime sources") struct RoughtimeSourceTests {
    static let place = NetworkAddress(.ip4, "192.0.2.7", port: 5319)
    static let other = NetworkAddress(.ip6, "2001:db8::7", port: 5319)

    /// Makes a server that is honest except for the given changes.
    static func server(
        _ name: String = "a",
        _ change: @escaping @Sendable (inout SimulatedRoughtime, FakeNetwork.Question) -> Void =
            { _, _ in }
    ) -> FakeNetwork.Server {
        { network, question in
            let processed =
                TrueInstant(nanoseconds: question.sent.nanoseconds) + network.now.offset + .milliseconds(15)
            var server = SimulatedRoughtime(named: name, midpoint: UInt64(processed.nanoseconds / 1_000_000_000))
            change(&server, question)
            return server.packet(answering: question.bytes).map {
                [FakeNetwork.Delivery(after: .milliseconds(30), content: .packet($0))]
            } ?? []
        }
    }

    static func network(_ server: @escaping FakeNetwork.Server) -> FakeNetwork {
        let network = FakeNetwork()
        network.serve([place: server])
        return network
    }

    static func source(
        _ network: FakeNetwork, key: String = "a", chain: TimeServer.RoughtimeChain = TimeServer.RoughtimeChain()
    ) -> RoughtimeSource {
        RoughtimeSource(
            host: "time.\(key).example", publicKey: SimulatedRoughtime.key(key), chain: chain,
            cryptography: .simulated, network: network)
    }

    @Test("an honest server is asked twice, and its authenticated answers contain the true time")
    func honest() async {
        let network = Self.network(Self.server())
        let source = Self.source(network)
        #expect(source.isAuthenticated && source.name == "roughtime://time.a.example:5319")
        #expect(source.operator == "a.example")
        #expect(await network.ask(source) == nil)
        let samples = network.now.samples
        #expect(samples.count == 2 && network.areTrue && network.times == [0, 2])
        #expect(network.now.openSockets == 0)
        #expect(samples.allSatisfy { $0.isAuthenticated && $0.operator == "a.example" })
        #expect(
            samples.allSatisfy { sample in
                guard let earliest = sample.earliest, let latest = sample.latest else { return false }
                return latest - earliest == .seconds(6)
            })
    }

    @Test("the bounds contain the true time at each fraction of a second", arguments: 0..<20)
    func fractions(_ twentieth: Int) async {
        let network = Self.network(Self.server { server, _ in server.radius = 1 })
        network.change { $0.offset = $0.offset + .milliseconds(Int64(twentieth) * 50) }
        #expect(await network.ask(Self.source(network)) == nil)
        #expect(network.areTrue)
    }

    @Test("other packets that arrive before the answer are ignored")
    func noise() async {
        let honest = Self.server()
        let network = Self.network { network, question in
            let noise: [[UInt8]] = [
                [], Array("ROUGHTIM".utf8), question.bytes, [UInt8](repeating: 0, count: 2_048),
            ]
            return noise.map { .init(after: .milliseconds(1), content: .packet($0)) } + honest(network, question)
        }
        #expect(await network.ask(Self.source(network)) == nil)
        #expect(network.now.samples.count == 2)
    }

    /// The server's mistakes, and a word of the reason in the error.
    static let wrong: [(String, String, @Sendable (inout SimulatedRoughtime, FakeNetwork.Question) -> Void)] = [
        ("another key delegates", "another public key", { server, _ in server = other(server) }),
        (
            "the nonce is another", "another request",
            { server, _ in server.nonce = SimulatedRoughtime.key("nonce") }
        ),
        ("the root is another", "does not include", { server, _ in server.root = SimulatedRoughtime.key("root") }),
        ("the delegation is over", "not valid", { server, _ in server.latest = 1_700_000_000 }),
        ("the radius is zero", "radius of zero", { server, _ in server.radius = 0 }),
        ("the radius is more than a minute", "61 s", { server, _ in server.radius = 61 }),
        ("no clock can show the time", "an impossible time", { server, _ in server.midpoint = .max }),
        ("a value is missing", "has no SIG", { server, _ in server.changes.message = { $0.removeFirst() } }),
        ("it answers in a version that was not offered", "version 9", { server, _ in server.version = 9 }),
    ]

    private static func other(_ server: SimulatedRoughtime) -> SimulatedRoughtime {
        SimulatedRoughtime(named: "another", midpoint: server.midpoint)
    }

    @Test("a server that gives only wrong answers isn't trusted, and the error says why", arguments: wrong.indices)
    func refused(_ index: Int) async {
        let network = Self.network(Self.server("a", Self.wrong[index].2))
        let error = await network.ask(Self.source(network))
        #expect(error?.cause == .badAnswer, "\(Self.wrong[index].0): \(error?.description ?? "no error")")
        #expect(error?.description.contains(Self.wrong[index].1) == true, "\(error?.description ?? "no error")")
        #expect(network.now.samples.isEmpty)
    }

    @Test("after an occasional wrong answer, the source asks again and succeeds")
    func grease() async {
        let network = Self.network(
            Self.server { server, question in if question.earlier == 0 { server = Self.other(server) } })
        #expect(await network.ask(Self.source(network)) == nil)
        #expect(network.now.samples.count == 2 && network.now.questions.count == 3)
    }

    /// Servers that don't answer the usual request, and a word of the reason in the error.
    static let silentAtFirst: [(String, @Sendable (inout SimulatedRoughtime) -> Void)] = [
        ("another public key", { server in server = other(server) }),
        (
            "draft 11 of Roughtime",
            { server in
                server.changes.message = { fields in
                    fields.removeAll { $0.0 == .type }
                    fields.insert((.version, UInt32(0x8000_000B).littleEndianBytes), at: 1)
                }
            }
        ),
    ]

    /// Returns whether a request names no key, and offers draft 11.
    static func isProbe(_ question: FakeNetwork.Question) -> Bool {
        let bytes = question.bytes
        let names = try? RoughtimeRequest(bytes).isFor(SimulatedRoughtime.key("another"), .simulated)
        let draft: [UInt8] = [0x0B, 0, 0, 0x80]
        return names == true && bytes.indices.dropLast(3).contains { Array(bytes[$0..<$0 + 4]) == draft }
    }

    @Test(
        "the request after silence names no key and offers old drafts, so its answer tells the reason",
        arguments: silentAtFirst.indices)
    func probe(_ index: Int) async {
        let (reason, change) = Self.silentAtFirst[index]
        let served = Self.server("a") { server, _ in change(&server) }
        let network = Self.network { network, question in Self.isProbe(question) ? served(network, question) : [] }
        let error = await network.ask(Self.source(network))
        #expect(
            error?.cause == .badAnswer && error?.description.contains(reason) == true, "\(error?.description ?? "")")
        #expect(network.now.samples.isEmpty)
        #expect(network.now.questions.map(Self.isProbe) == [false, true, false, true])
        #expect(network.now.questions.allSatisfy { $0.bytes.count == 1_036 })
    }

    @Test("a server with several keys ignores the request after silence, and answers the one after that")
    func lostPacket() async {
        let honest = Self.server()
        let network = Self.network { network, question in
            question.earlier == 0 || Self.isProbe(question) ? [] : honest(network, question)
        }
        #expect(await network.ask(Self.source(network)) == nil)
        #expect(network.now.questions.map(Self.isProbe) == [false, true, false, false])
        #expect(network.now.samples.count == 2 && network.areTrue)
    }

    @Test("one address's silence changes no request to another address")
    func silenceIsOfAnAddress() async {
        let (network, honest) = (FakeNetwork(), Self.server())
        network.serve([
            Self.place: { _, _ in [] },
            Self.other: { network, question in Self.isProbe(question) ? [] : honest(network, question) },
        ])
        #expect(await network.ask(Self.source(network)) == nil)
        #expect(network.now.samples.count == 2 && !network.now.questions.contains { Self.isProbe($0) })
    }

    @Test("an old answer that is sent again is ignored")
    func replayed() async {
        let first = Lock<[FakeNetwork.Delivery]?>(nil)
        let honest = Self.server()
        let network = Self.network { network, question in
            let deliveries = honest(network, question)
            return first.withLock { first in
                first = first ?? deliveries
                return first ?? []
            }
        }
        #expect(await network.ask(Self.source(network)) == nil)
        #expect(network.now.samples.count == 1)
    }

    @Test("a silent server gets requests with growing timeouts, and then no request until a pause is over")
    func silent() async {
        let network = Self.network { _, _ in [] }
        let source = Self.source(network)
        #expect(await network.ask(source)?.cause == .timedOut)
        #expect(network.times == [0, 2, 4, 8])
        let error = await network.ask(source)
        #expect(error?.cause == .timedOut && error?.description.contains("unanswered") == true)
        #expect(network.now.questions.count == 4)
        network.advance(by: .seconds(4))
        #expect(await network.ask(source)?.description.contains("no answer came") == true)
        #expect(network.now.questions.count == 8)
    }

    @Test("only a valid answer ends the pause")
    func pauseEnds() async {
        let isHonest = Lock(false)
        let honest = Self.server()
        let network = Self.network { network, question in
            isHonest.withLock { $0 }
                ? honest(network, question) : [.init(after: .zero, content: .packet([1, 2, 3]))]
        }
        let (source, chain) = (Self.source(network), TimeServer.RoughtimeChain())
        for _ in 0..<3 {
            _ = await network.ask(source)
            network.advance(by: .seconds(3_600))
        }
        isHonest.withLock { $0 = true }
        #expect(await network.ask(source) == nil)
        #expect(await network.ask(source) == nil)
        #expect(chain.pause(of: "a", at: network.now.now) == nil)
    }

    @Test("a source is not asked if its key already belongs to a source of another operator")
    func oneKey() async {
        let network = Self.network(Self.server())
        let chain = TimeServer.RoughtimeChain()
        let source = Self.source(network, chain: chain)
        let twin = RoughtimeSource(
            host: "time.b.example", publicKey: source.publicKey, chain: chain, cryptography: .simulated,
            network: network)
        #expect(await network.ask(source) == nil)
        let questions = network.now.questions.count
        let error = await network.ask(twin)
        #expect(error?.cause == .unsupported && error?.description.contains("'a.example'") == true)
        #expect(network.now.questions.count == questions)
    }

    @Test("the first pause is a second, and each later pause is 1.5 times as long, up to an hour")
    func pauses() {
        let pauses = [1, 2, 3, 4].map { TimeServer.RoughtimeChain.pause(afterUnanswered: $0).count / 1_000_000 }
        #expect(pauses == [1_000, 1_500, 2_250, 3_375])
        #expect(TimeServer.RoughtimeChain.pause(afterUnanswered: 1_000_000) == .seconds(3_600))
    }

    @Test("the source uses the address that answers, whatever its address family", arguments: [false, true])
    func families(isFirstDead: Bool) async {
        let network = FakeNetwork()
        let dead: FakeNetwork.Server = { _, _ in [] }
        network.serve([
            Self.place: isFirstDead ? dead : Self.server(), Self.other: isFirstDead ? Self.server() : dead,
        ])
        #expect(await network.ask(Self.source(network)) == nil)
        #expect(network.asked.last == (isFirstDead ? Self.other.host : Self.place.host))
        #expect(network.now.samples.count == 2)
    }

    @Test("if no server listens at the port, the cause is `refused`")
    func nothingListens() async {
        let network = Self.network { _, _ in [.init(after: .milliseconds(1), content: .failure(.connectionRefused))]
        }
        #expect(await network.ask(Self.source(network))?.cause == .refused)
    }

    @Test("sources that share a chain prove that a server lies, and an honest server alone proves nothing")
    func chained() async throws {
        let chain = TimeServer.RoughtimeChain()
        let honest = Self.network(Self.server("a"))
        let liar = Self.network(Self.server("liar") { server, _ in server.midpoint += 100 })
        for _ in 0..<2 { #expect(await honest.ask(Self.source(honest, chain: chain)) == nil) }
        #expect(chain.proofs.isEmpty)
        #expect(await liar.ask(Self.source(liar, key: "liar", chain: chain)) == nil)
        #expect(chain.proofs.isEmpty)
        #expect(await honest.ask(Self.source(honest, chain: chain)) == nil)
        let proof = try #require(chain.proofs.first)
        #expect(chain.proofs.count == 1)
        let findings = try proof.verified(.simulated)
        #expect(findings.contradictions.isEmpty == false)
        #expect(try TimeServer.RoughtimeChain.Proof(json: Array(proof.json.utf8)) == proof)
    }

    @Test("a key is read in each form that operators publish")
    func formsOfAKey() {
        let key: [UInt8] = [0xfb, 0xf0] + Array(0..<30)
        let hex = key.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        let base64 = Data(key).base64EncodedString()
        for text in [base64, String(base64.dropLast()), hex, hex.uppercased()] {
            #expect(RoughtimeSource.key(text) == key)
        }
    }

    @Test(
        "a malformed key is refused",
        arguments: [
            "", "AAAA", String(repeating: "A", count: 42), String(repeating: "A", count: 44), "é",
            String(repeating: "g", count: 64), String(repeating: "0", count: 63), String(repeating: "١", count: 64),
            String(repeating: "0", count: 66),
        ])
    func keys(_ text: String) {
        #expect(RoughtimeSource.key(text) == nil)
        do throws(TimeSourceError) {
            _ = try RoughtimeSource(host: "time.example", publicKey: text)
            Issue.record("it was taken")
        } catch {
            #expect(error.cause == .unsupported)
        }
    }

    /// Malformed reports, and a word of the reason.
    static let malformedReports: [(String, String)] = [
        ("", "not JSON"), ("{", "not JSON"), ("[]", "needs a list"), ("{}", "needs a list"),
        (#"{"responses":{}}"#, "needs a list"),
        (#"{"responses":[{}]}"#, "needs a list"),
        (#"{"responses":[{"publicKey":1,"request":"","response":""}]}"#, "needs a list"),
        (#"{"responses":[{"publicKey":"?","request":"","response":""}]}"#, "Base64"),
        (#"{"responses":[{"publicKey":"AAAA","request":"AA","response":""}]}"#, "Base64"),
        (#"{"responses":[{"publicKey":"","request":"","response":"","rand":"AA\nAA"}]}"#, "Base64"),
        (#"{"responses":[]} x"#, "not JSON"),
        (String(repeating: "[", count: 1 << 20 + 1), "too long"),
    ]

    @Test("a malformed report is refused, and the error says why", arguments: malformedReports)
    func malformed(_ text: String, _ reason: String) {
        do throws(RoughtimeReportError) {
            _ = try TimeServer.RoughtimeChain.Proof(json: Array(text.utf8))
            Issue.record("it was taken")
        } catch {
            #expect(error.reason.contains(reason), "\(error.reason)")
        }
    }

    @Test("unknown members and the order of members in a report don't matter")
    func unknownMembers() throws {
        let text =
            #"{"more":[1,{"a":null}],"responses":[{"response":"AAAA","x":true,"request":"","publicKey":"AAA="}]}"#
        let report = try TimeServer.RoughtimeChain.Proof(json: Array(text.utf8))
        #expect(report.exchanges == [.init(publicKey: [0, 0], random: nil, request: [], response: [0, 0, 0])])
    }
}

/// Roughtime servers as apps declare them.
@Suite("Roughtime servers by name") struct RoughtimeServerTests {
    static let key = "2O3mkkheDExCuhG+ZNIoWmO/IdCdLzADgUn8SnC4hME="

    @Test(
        "a host can be given with or without a port",
        arguments: [
            ("time.example", "roughtime://time.example:5319"),
            ("time.example:2002", "roughtime://time.example:2002"),
            ("2001:db8::1", "roughtime://[2001:db8::1]:5319"), ("[2001:db8::1]", "roughtime://[2001:db8::1]:5319"),
            ("[2001:db8::1]:2002", "roughtime://[2001:db8::1]:2002"),
        ])
    func named(_ host: String, _ name: String) throws {
        let source = try TimeServer.roughtime(host, publicKey: Self.key).makeSource()
        #expect(source.name == name && source.isAuthenticated)
    }

    @Test(
        "a malformed host, port or key is refused",
        arguments: ["", ":1", "a:", "a:0", "a:65536", "a:+1", "[::1]x:1x"])
    func refused(_ host: String) {
        #expect(throws: TimeSourceError.self) { try TimeServer.roughtime(host, publicKey: Self.key).makeSource() }
        #expect(throws: TimeSourceError.self) { try TimeServer.roughtime("a", publicKey: host).makeSource() }
    }

    @Test("if the library that verifies signatures is missing, a poll fails with that reason")
    func noLibrary() async {
        let network = FakeNetwork()
        let source = RoughtimeSource(
            host: "a.example", publicKey: SimulatedRoughtime.key("a"), chain: TimeServer.RoughtimeChain(),
            cryptography: nil,
            network: network)
        #expect(await network.ask(source)?.cause == .unsupported)
        #expect(network.now.questions.isEmpty)
    }
}
