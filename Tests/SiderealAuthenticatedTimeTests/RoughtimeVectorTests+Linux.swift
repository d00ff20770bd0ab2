#if canImport(Glibc)
    import Foundation
    import SiderealAuthenticatedTime
    import SiderealTime
    import SiderealCore
    import Testing

    /// Roughtime on OpenSSL's signatures, tested with published vectors.
    @Suite("Roughtime on published vectors") struct RoughtimeVectorTests {
        struct Case: CustomTestStringConvertible {
            let name: String
            let result: String
            let publicKey: [UInt8]
            let request: [UInt8]
            let response: [UInt8]
            var testDescription: String { name }
        }

        static func file(_ name: String) throws -> String {
            let folder = URL(filePath: #filePath).deletingLastPathComponent()
            return try String(
                contentsOf: folder.deletingLastPathComponent().appending(path: "Vectors/\(name)"), encoding: .utf8)
        }

        static func cases(_ name: String) throws -> [Case] {
            try file(name).split(separator: "\n").filter { !$0.hasPrefix("#") }.map { line in
                let words = line.split(separator: " ").map { String($0) }
                var request = Hexadecimal.bytes(words[3])
                // The frame's length gives the number of zeros left out.
                let count = 12 + Int(request[8]) + Int(request[9]) << 8
                request += [UInt8](repeating: 0, count: max(0, count - request.count))
                return Case(
                    name: words[0], result: words[1], publicKey: Hexadecimal.bytes(words[2]), request: request,
                    response: words.count > 4 ? Hexadecimal.bytes(words[4]) : [])
            }
        }

        static func cryptography() throws -> SignatureCryptography { try #require(SignatureCryptography.ofPlatform()) }

        @Test("each answer of the server lab is accepted with its time, or refused for the expected reason")
        func made() throws {
            let lines = try Self.file("roughtime.txt").split(separator: "\n").filter { !$0.hasPrefix("#") }
                .map { line in line.split(separator: " ").map { String($0) } }
            let requests = Dictionary(
                uniqueKeysWithValues: lines.filter { $0[0] == "request" }.map { ($0[1], Hexadecimal.bytes($0[2])) })
            let cryptography = try Self.cryptography()
            #expect(lines.count == 102)
            for line in lines where line[0] != "request" {
                let request = try RoughtimeRequest(try #require(requests[line[3]]))
                let response = line[6] == "-" ? [] : Hexadecimal.bytes(line[6])
                let result: [String]
                do throws(RoughtimeError) {
                    let answer = try RoughtimeAnswer(
                        response, to: request, publicKey: Hexadecimal.bytes(line[2]), cryptography)
                    result = ["valid", "\(answer.midpoint)", "\(answer.radius)"]
                } catch {
                    result = [String("\(error)".prefix { $0 != "(" }), "-", "-"]
                }
                #expect(result == [line[0], line[4], line[5]], "\(line[1])")
            }
        }

        @Test("an answer that a public server gave in 2025 is accepted, and a flipped bit in it is detected")
        func captured() throws {
            let cryptography = try Self.cryptography()
            let test = try #require(try Self.cases("roughtime-captured.txt").first)
            let request = try RoughtimeRequest(test.request)
            let answer = try RoughtimeAnswer(test.response, to: request, publicKey: test.publicKey, cryptography)
            #expect(answer.midpoint == 1_747_944_450 && answer.radius == 5 && answer.version == .draft)
            for bit in 0..<test.response.count * 8 {
                var response = test.response
                response[bit / 8] ^= 1 << UInt8(bit % 8)
                try #require(throws: RoughtimeError.self, "bit \(bit)") {
                    try RoughtimeAnswer(response, to: request, publicKey: test.publicKey, cryptography)
                }
            }
        }

        @Test("the report in the RFC's appendix proves that its first server contradicts the other two servers")
        func appendix() throws {
            let report = try TimeServer.RoughtimeChain.Proof(json: Array(try Self.file("roughtime-report.json").utf8))
            let findings = try report.verified(try Self.cryptography())
            #expect(findings.answers.map { $0.midpoint } == [1_773_685_571, 1_773_599_171, 1_773_599_171])
            #expect(findings.answers.allSatisfy { $0.radius == 3 && $0.version == .rfc10049 })
            #expect(
                findings.contradictions == [.init(earlier: 0, later: 1), .init(earlier: 0, later: 2)])
            #expect(try TimeServer.RoughtimeChain.Proof(json: Array(report.json.utf8)) == report)
        }

        @Test("a request has the form that RFC 10049 requires: 1024 bytes in a frame, for the server's key")
        func question() throws {
            let cryptography = try Self.cryptography()
            // The appendix of RFC 10049 has such requests, with one version.
            let report = try TimeServer.RoughtimeChain.Proof(json: Array(try Self.file("roughtime-report.json").utf8))
            for exchange in report.exchanges {
                let theirs = try RoughtimeRequest(exchange.request)
                let ours = try #require(
                    RoughtimeRequest(nonce: theirs.nonce, publicKey: exchange.publicKey, cryptography))
                #expect(ours.bytes.count == 1_036 && exchange.request.count == 1_036)
                #expect(ours.isFor(exchange.publicKey, cryptography) && theirs.isFor(exchange.publicKey, cryptography))
                let message = try RoughtimeMessage(packet: ours.bytes)
                let other = try RoughtimeMessage(packet: exchange.request)
                for tag in [RoughtimeMessage.Tag.server, .nonce, .type] {
                    #expect(message.value(tag) == other.value(tag) && message.value(tag) != nil)
                }
                #expect(message.value(.version) == [1, 0, 0, 0, 0x0c, 0, 0, 0x80])
            }
        }
    }
#endif
