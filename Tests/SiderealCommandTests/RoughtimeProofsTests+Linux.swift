#if canImport(Glibc)
    import Foundation
    import SiderealCore
    import SiderealTesting
    import Testing

    @testable import Sidereal
    @testable import SiderealCommand

    /// Proofs that are kept in the state directory.
    @Suite("proofs of Roughtime") struct RoughtimeProofsTests {
        let command: Command

        init() throws { command = try Command() }

        static func answer(_ name: String, _ midpoint: UInt64, in chain: RoughtimeChain) throws {
            let server = SimulatedRoughtime(named: name, midpoint: midpoint)
            let beginning = try #require(chain.begin(.simulated))
            let request = try #require(
                RoughtimeRequest(nonce: beginning.nonce, publicKey: server.publicKey, .simulated))
            let packet = try #require(server.packet(answering: request.bytes))
            let answer = try RoughtimeAnswer(packet, to: request, publicKey: server.publicKey, .simulated)
            chain.add(answer, packet, to: request, from: server.publicKey, beginning)
        }

        static func lyingChain() throws -> RoughtimeChain {
            let chain = RoughtimeChain()
            try answer("liar", 2_000, in: chain)
            try answer("a", 1_000, in: chain)
            return chain
        }

        func proofFiles() throws -> [String] {
            try command.names().filter { $0.hasPrefix("roughtime-proof-") }.sorted()
        }

        @Test("a proof is kept once, as JSON that is the report, and is named in the command's JSON")
        func kept() throws {
            let observatory = try Observatory(directory: command.directory)
            let chain = try Self.lyingChain()
            var proofs = RoughtimeProofs(chain)
            for _ in 0..<2 { proofs.keep(in: observatory, Terminal().quiet) }
            let name = try #require(try proofFiles().first)
            #expect(try proofFiles().count == 1 && name.hasSuffix("Z.json"))
            #expect(try RoughtimeReport(json: Array(try command.read(name).utf8).dropLast()) == chain.proofs.first)
            #expect(JSON.object(proofs.json).line == #"{"roughtimeProofs":["\#(command.path(name))"]}"#)
            // What comes later is kept, too.
            try Self.answer("liar", 3_000, in: chain)
            try Self.answer("b", 1_000, in: chain)
            proofs.keep(in: observatory, Terminal().quiet)
            #expect(try proofFiles().count == 2 && proofs.files.count == 2)
        }

        @Test("without a proof there is no file and no member")
        func none() throws {
            let observatory = try Observatory(directory: command.directory)
            var proofs = RoughtimeProofs(RoughtimeChain())
            proofs.keep(in: observatory, Terminal().quiet)
            #expect(try proofFiles().isEmpty && proofs.json.isEmpty)
        }

        @Test("sixteen proofs are kept, and no more")
        func bounded() throws {
            let observatory = try Observatory(directory: command.directory)
            for _ in 0..<18 {
                var proofs = RoughtimeProofs(try Self.lyingChain())
                proofs.keep(in: observatory, Terminal().quiet)
            }
            #expect(try proofFiles().count == 16)
        }
    }

    extension RoughtimeReport {
        fileprivate init(json: ArraySlice<UInt8>) throws(RoughtimeReportError) { try self.init(json: Array(json)) }
    }
#endif
