import Foundation
import TestSupport
import Testing

/// `siderealctl roughtime verify`, on the report in the appendix of RFC 10049.
@Suite("siderealctl roughtime", .waitsForProcesses) struct RoughtimeTests {
    let command: Command

    init() throws { command = try Command() }

    struct Report: Codable {
        struct Response: Codable {
            var rand: String?
            var publicKey: String
            var request: String
            var response: String
        }

        var responses: [Response]
    }

    static func report() throws -> Report {
        let file = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../Vectors/roughtime-report.json")
        return try JSONDecoder().decode(Report.self, from: Data(contentsOf: file))
    }

    func verify(_ report: Report, _ more: String...) throws -> Command.Result {
        try command.write(String(decoding: try JSONEncoder().encode(report), as: UTF8.self), to: "report.json")
        return try command.run(["roughtime", "verify", command.path("report.json")] + more)
    }

    @Test("the command exits with 30 if a report proves a false time, and names the contradicting responses")
    func proof() throws {
        let result = try verify(Self.report())
        #expect(result.status == 30 && result.error == "")
        #expect(
            result.lines.prefix(3) == [
                "1  2026-03-16T18:26:11Z \u{b1} 3 s  FnDyLV/68ephhLdFJbdEGCdkVvpXDaVe5PYvRDdlOOY=",
                "2  2026-03-15T18:26:11Z \u{b1} 3 s  l9cdSuR8dFxtG9aJo9pWzUXaX8pftNG4UDC45Qk3znc=",
                "3  2026-03-15T18:26:11Z \u{b1} 3 s  lRhHag6fn2wZQ6idy10ChgpRgks3gvdMM2hWNeJNgXg=",
            ])
        #expect(
            result.lines.dropFirst(3).map { $0.prefix(46) } == [
                "Response 1 has a time that the later response ",
                "Response 1 has a time that the later response ",
            ])
    }

    @Test("with --json, the answer is one object")
    func json() throws {
        let result = try verify(Self.report(), "--json")
        #expect(result.status == 30)
        #expect(result.output.contains(#""contradictions":[{"earlier":1,"later":2},{"earlier":1,"later":3}]"#))
        #expect(result.output.contains(#""midpointSeconds":"1773685571","radiusSeconds":3,"version":1"#))
    }

    @Test("the command exits with 0 if the responses are consistent")
    func consistent() throws {
        var report = try Self.report()
        report.responses.removeFirst()
        report.responses[0].rand = nil
        let result = try verify(report)
        result.expectSuccess()
        #expect(result.lines.last == "The responses are consistent.")
    }

    @Test("the command exits with 65 if a report was changed, and the error gives the place")
    func changed() throws {
        var report = try Self.report()
        report.responses.swapAt(0, 1)
        try verify(report).expectFailure(65, saying: "Request 2 does not derive from the previous response")
        report = try Self.report()
        report.responses[2].publicKey = report.responses[1].publicKey
        try verify(report).expectFailure(65, saying: "Response 3: The request is for a server with another key")
        try verify(Report(responses: [])).expectFailure(65, saying: "The report has no response")
        try command.write("[1, 2", to: "report.json")
        try command.run(["roughtime", "verify", command.path("report.json")]).expectFailure(65, saying: "not JSON")
        try command.write(String(repeating: "\n", count: 1 << 20 + 1), to: "report.json")
        try command.run(["roughtime", "verify", command.path("report.json")]).expectFailure(65, saying: "longer than")
    }

    @Test("the command exits with 64 after a usage error, and with 74 for a missing file")
    func usage() throws {
        for arguments in [[], ["verify"], ["verify", ""], ["check", "a"], ["verify", "a", "b"]] {
            try command.run(["roughtime"] + arguments).expectFailure(64, saying: "expected 'verify FILE'")
        }
        try command.run(["roughtime", "verify", command.path("none")]).expectFailure(74, saying: "can't read")
        try command.run(["now", "--roughtime", "a,b"]).expectFailure(
            64, saying: "now: --roughtime is 'a,b'; expected HOST[:PORT],KEY")
    }
}
