import Foundation
import Sidereal
import SiderealCommand
import SiderealCore
import SiderealTesting
import Testing

/// Proofs in the state directory.
@Suite("proofs of Roughtime") struct RoughtimeProofsTests {
    let command: Command

    init() throws { command = try Command() }

    static func answer(_ name: String, _ midpoint: UInt64, in chain: TimeServer.RoughtimeChain) throws {
        let server = SimulatedRoughtime(named: name, midpoint: midpoint)
        let beginning = try #require(chain.begin(.simulated))
        let request = try #require(
            RoughtimeRequest(nonce: beginning.nonce, publicKey: server.publicKey, .simulated))
        let packet = try #require(server.packet(answering: request.bytes))
        let answer = try RoughtimeAnswer(packet, to: request, publicKey: server.publicKey, .simulated)
        chain.add(answer, packet, to: request, from: server.publicKey, beginning)
    }

    static func lyingChain() throws -> TimeServer.RoughtimeChain {
        let chain = TimeServer.RoughtimeChain()
        try answer("liar", 2_000, in: chain)
        try answer("a", 1_000, in: chain)
        return chain
    }

    func proofFiles() throws -> [String] {
        try command.names().filter { $0.hasPrefix("roughtime-proof-") }.sorted()
    }

    @Test("a proof is saved once, as a JSON report, and the command's JSON names it")
    func kept() throws {
        let observatory = try Observatory(directory: command.directory)
        let chain = try Self.lyingChain()
        var proofs = RoughtimeProofs(chain)
        let kept = proofs.keep(in: observatory)
        #expect(kept.count == 1 && proofs.keep(in: observatory).isEmpty)
        let name = try #require(try proofFiles().first)
        #expect(try proofFiles().count == 1 && name.hasSuffix("Z.json"))
        #expect(
            try TimeServer.RoughtimeChain.Proof(json: Array(try command.read(name).utf8).dropLast())
                == chain.proofs.first)
        #expect(JSON.object(proofs.json).line == #"{"roughtimeProofs":["\#(command.path(name))"]}"#)
        // A later proof is saved, too.
        try Self.answer("liar", 3_000, in: chain)
        try Self.answer("b", 1_000, in: chain)
        _ = proofs.keep(in: observatory)
        #expect(try proofFiles().count == 2 && proofs.files.count == 2)
    }

    @Test("without a proof, no file is written, and the JSON has no member for it")
    func none() throws {
        let observatory = try Observatory(directory: command.directory)
        var proofs = RoughtimeProofs(TimeServer.RoughtimeChain())
        #expect(proofs.keep(in: observatory).isEmpty)
        #expect(try proofFiles().isEmpty && proofs.json.isEmpty)
    }

    @Test("a watch reports a proof as an event, in JSON and as text")
    func event() throws {
        let observatory = try Observatory(directory: command.directory)
        var proofs = RoughtimeProofs(try Self.lyingChain())
        let proof = try #require(proofs.keep(in: observatory).first)
        let item = WatchItem.roughtimeProof(proof)
        var text = WatchText(Terminal(), observatory, [], isJSON: true, isVerbose: false)
        let event = try #require(text.hookEvent(for: item))
        #expect(event.name == "roughtimeProof" && text.lines(for: item, event) == [event.line])
        struct Line: Decodable {
            let event: String
            let file: String?
            let message: String
        }
        let line = try JSONDecoder().decode(Line.self, from: Data(event.line.utf8))
        #expect(line.event == "roughtimeProof" && line.message == proof.text)
        let file = try #require(line.file)
        #expect(try command.path(#require(proofFiles().first)) == file && line.message.contains(file))
        var plain = WatchText(Terminal(), observatory, [], isJSON: false, isVerbose: false)
        #expect(plain.lines(for: item, event).first?.contains("false time signed: " + proof.text) == true)
    }

    @Test("at most sixteen proofs are kept")
    func bounded() throws {
        let observatory = try Observatory(directory: command.directory)
        for _ in 0..<18 {
            var proofs = RoughtimeProofs(try Self.lyingChain())
            _ = proofs.keep(in: observatory)
        }
        #expect(try proofFiles().count == 16)
        var proofs = RoughtimeProofs(try Self.lyingChain())
        let dropped = try #require(proofs.keep(in: observatory).first)
        #expect(dropped.file == nil && dropped.text.contains("already has 16 proofs"))
    }
}

extension TimeServer.RoughtimeChain.Proof {
    fileprivate init(json: ArraySlice<UInt8>) throws(RoughtimeReportError) { try self.init(json: Array(json)) }
}
