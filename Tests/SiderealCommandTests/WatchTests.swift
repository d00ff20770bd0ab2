import Foundation
import TestSupport
import Testing

/// A watch runs until a signal or its `--for` ends it.
@Suite("siderealctl watch", .waitsForProcesses) struct WatchTests {
    let command: Command

    init() throws { command = try Command() }

    var state: [String] { ["--state", command.path("state"), "--lag", "20"] }

    struct Line: Decodable {
        let event: String
        let wallNanoseconds: Int64
        let elapsedNanoseconds: Int64
        let boot: Answer.Boot?
        let trusted: Answer.Trusted?
        let outcome: Answer.Source?
    }

    static func lines(_ result: Command.Result) throws -> [Line] {
        try result.lines.map { try JSONDecoder().decode(Line.self, from: Data($0.utf8)) }
    }

    @Test("a watch reports its start, each server's answer and its synchronization")
    func itBeginsAsksAndEnds() throws {
        let server = try WebPeer.honest()
        defer { server.stop() }
        let nobody = try NTPPeer.nobody()
        let result = try command.run(
            ["watch", "--json", "--server", server.url, "--ntp", nobody] + state, signal: SIGTERM,
            after: "unreachable")
        result.expectSuccess()
        let lines = try Self.lines(result)
        #expect(lines.first?.event == "begun")
        #expect(lines.first?.boot?.verdict == "first")
        #expect(lines.first?.trusted?.kind == "unknown")
        try Answer.expectKeys(
            ["event", "wallNanoseconds", "elapsedNanoseconds", "boot", "trusted"], in: try #require(result.lines.first))
        let asked = lines.filter { $0.event == "asked" }
        #expect(asked.map { $0.outcome?.source } == [server.url, nobody])
        #expect(asked.map { $0.outcome?.outcome } == ["used", "unreachable"])
        #expect(lines.contains { $0.event == "synchronized" && $0.trusted?.kind == "bounded" })
        #expect(zip(lines, lines.dropFirst()).allSatisfy { $0.elapsedNanoseconds <= $1.elapsedNanoseconds })
        #expect(server.requests == 1)
        let text = try command.run(
            ["watch", "--ntp", nobody] + state, signal: SIGTERM, after: "nothing listens")
        text.expectSuccess()
        #expect(text.lines.contains { $0.contains("Z  watching: ") })
        #expect(text.lines.contains { $0.contains("  \(nobody): unreachable, unauthenticated: nothing listens") })
    }

    @Test("a signal ends a watch with success, and what it learned is saved", arguments: [SIGTERM, SIGINT, SIGHUP])
    func aSignalEndsItAndItSaves(signal: Int32) throws {
        let server = try WebPeer.honest()
        defer { server.stop() }
        let result = try command.run(
            ["watch", "--json", "--server", server.url] + state, signal: signal, after: "\"event\":\"asked\"")
        result.expectSuccess()
        #expect(try Self.lines(result).first?.event == "begun")
        #expect(command.exists("state/state"))
        guard CheckTests.hasBootIdentity else { return }
        #expect(try command.run(["check", "--json"] + state).answer().trusted.kind == "bounded")
    }

    @Test("a watch without servers reports only its start, and saves")
    func offline() throws {
        let result = try command.run(["watch", "--for", "0", "--json"] + state)
        result.expectSuccess()
        #expect(try Self.lines(result).map(\.event) == ["begun"])
        #expect(command.exists("state/state"))
    }

    @Test(
        "a usage error exits with 64, names the mistake and writes no file",
        arguments: [
            (["operand"], "'operand'"), (["--for", "x"], "--for is 'x'"), (["--for", "-1"], "--for is '-1'"),
            (["--interval", "0.9"], "--interval is '0.9', not a number of seconds from 1 to 1000000000"),
            (["--tolerance", "1"], "no option '--tolerance'"), (["--observer", "o"], "no option '--observer'"),
            (["--server", "x"], "watch: --server is 'x'"),
        ] as [([String], String)])
    func mistakes(arguments: [String], words: String) throws {
        try command.run(["watch"] + arguments).expectFailure(64, saying: "siderealctl: watch: ", words)
        #expect(try command.names().isEmpty)
    }
}
