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
        let sources: [Answer.Source]?
    }

    static func lines(_ result: Command.Result) throws -> [Line] {
        try result.lines.map { try JSONDecoder().decode(Line.self, from: Data($0.utf8)) }
    }

    @Test("a watch reports its start, and the outcome of each poll in one event")
    func itBeginsAsksAndEnds() throws {
        let server = try WebPeer.honest()
        defer { server.stop() }
        let nobody = try NTPPeer.nobody()
        let result = try command.run(
            ["watch", "--json", "--server", server.url, "--ntp", nobody] + state,
            signals: .init(SIGTERM, after: "unreachable"))
        result.expectSuccess()
        let lines = try Self.lines(result)
        #expect(lines.first?.event == "begun")
        #expect(lines.first?.boot?.verdict == "first")
        #expect(lines.first?.trusted?.kind == "unknown")
        try Answer.expectKeys(
            ["event", "wallNanoseconds", "elapsedNanoseconds", "boot", "trusted"], in: try #require(result.lines.first))
        let polled = try #require(lines.last)
        #expect(lines.map(\.event) == ["begun", "polled"])
        #expect(polled.sources?.map(\.source) == [server.url, nobody])
        #expect(polled.sources?.map(\.outcome) == ["used", "unreachable"])
        #expect(polled.trusted?.kind == "bounded")
        try Answer.expectKeys(
            ["event", "wallNanoseconds", "elapsedNanoseconds", "trusted", "sources"],
            in: try #require(result.lines.last))
        #expect(zip(lines, lines.dropFirst()).allSatisfy { $0.elapsedNanoseconds <= $1.elapsedNanoseconds })
        #expect(server.requests == 2)
        let text = try command.run(
            ["watch", "--ntp", nobody] + state, signals: .init(SIGTERM, after: "nothing listens"))
        text.expectSuccess()
        #expect(text.lines.count == 3)
        #expect(text.lines.contains { $0.contains("Z  watching: ") })
        #expect(text.lines.contains { $0.contains("Z  asked one server, 0 used: ") })
        #expect(text.lines.contains { $0.contains("  \(nobody): unreachable, unauthenticated: nothing listens") })
    }

    @Test("a signal ends a watch with success, and the learned time is saved", arguments: [SIGTERM, SIGINT, SIGHUP])
    func aSignalEndsItAndItSaves(signal: Int32) throws {
        let server = try WebPeer.honest()
        defer { server.stop() }
        let result = try command.run(
            ["watch", "--json", "--server", server.url] + state, signals: .init(signal, after: "\"event\":\"polled\""))
        result.expectSuccess()
        #expect(try Self.lines(result).first?.event == "begun")
        #expect(command.exists("state/state"))
        guard CheckTests.hasBootIdentity else { return }
        #expect(try command.run(["check", "--json"] + state).answer().trusted.kind == "bounded")
    }

    @Test("a watch prints one line for each poll, and another if a server stops or resumes answering")
    func linesOfAPoll() throws {
        let server = try WebPeer.honest()
        defer { server.stop() }
        let result = try command.run(["watch", "--server", server.url, "--interval", "1", "--for", "3"] + state)
        result.expectSuccess()
        #expect(result.lines.first?.contains("watching: ") == true)
        #expect(result.lines.count >= 2)
        #expect(result.lines.dropFirst().allSatisfy { $0.contains("  asked one server, 1 used: 2100-") })
    }

    @Test("a watch reports at once that it can't save, and fails at its end")
    func failingSaves() throws {
        let server = try WebPeer.honest()
        defer { server.stop() }
        try command.run(["check"] + state).expectSuccess()
        try command.write("precious", to: "state/other")
        // A directory in place of the record's file can be neither read nor replaced.
        try FileManager.default.removeItem(atPath: command.path("state/state"))
        try FileManager.default.createDirectory(
            at: command.directory.appendingPathComponent("state/state"), withIntermediateDirectories: true)
        let result = try command.run(
            ["watch", "--server", server.url] + state, signals: .init(SIGTERM, after: "not saved: "))
        result.expectFailure(74, saying: "nothing was saved", command.path("state"))
        #expect(result.output.contains("  not saved: "))
    }

    @Test("a watch reports when saving works again")
    func savesAgain() throws {
        let server = try WebPeer.honest()
        defer { server.stop() }
        try FileManager.default.createDirectory(
            at: command.directory.appendingPathComponent("state/state"), withIntermediateDirectories: true)
        // On a busy machine a second save fails before this has run.
        let mend = #"[ "$SIDEREAL_EVENT" != notSaved ] || [ ! -d state/state ] || rmdir state/state"#
        let result = try command.run(
            ["watch", "--server", server.url, "--interval", "1", "--exec", mend, "--metrics", command.path("m.prom")]
                + state, signals: .init(SIGTERM, after: "saved again"))
        result.expectSuccess()
        #expect(try command.read("m.prom").contains("\nsidereal_record_saved 1\n"))
    }

    @Test("signals that were ignored from the start stay ignored, as with nohup", arguments: [SIGHUP, SIGINT])
    func ignoredSignals(signal: Int32) throws {
        let server = try WebPeer.honest()
        defer { server.stop() }
        let script = "trap '' \(signal); exec \"$0\" \"$@\""
        let result = try command.run(
            ["-c", script, try Command.executable.path, "watch", "--json", "--server", server.url, "--interval", "1"]
                + state, of: URL(filePath: "/bin/sh"),
            signals: .init(signal, after: "polled"), .init(SIGTERM, after: "polled"))
        result.expectSuccess()
        #expect(try Self.lines(result).count { $0.event == "polled" } >= 2)
    }

    #if os(Linux)
        @Test("too few descriptors cause an error, not a crash", arguments: [6, 8, 10, 12, 16, 24])
        func fewDescriptors(limit: Int) throws {
            let script = "ulimit -n \(limit); exec \"$0\" \"$@\""
            let result = try command.run(
                ["-c", script, try Command.executable.path, "watch", "--for", "0"] + state, of: URL(filePath: "/bin/sh")
            )
            result.expectFailure(74, saying: "Too many open files")
        }
    #endif

    @Test(
        "a watch exits with 64 after a usage error, names the mistake and writes no file",
        arguments: [
            (["operand"], "'operand'"), (["--for", "x"], "--for is 'x'"), (["--for", "-1"], "--for is '-1'"),
            (["--interval", "0.9"], "--interval is '0.9', not a number of seconds from 1 to 1000000000"),
            (["--tolerance", "-1"], "--tolerance is '-1'"), (["--observer", "o"], "no option '--observer'"),
            (["--server", "x"], "watch: --server is 'x'"),
            (["--interval", "63", "--ntp", "a.invalid"], "--interval is below 64: ask a.invalid less often"),
            (
                ["--interval", "1", "--server", "http://127.0.0.1", "--server", "https://a.invalid"],
                "ask https://a.invalid"
            ),
        ] as [([String], String)])
    func mistakes(arguments: [String], words: String) throws {
        try command.run(["watch"] + arguments).expectFailure(64, saying: "siderealctl: watch: ", words)
        #expect(try command.names().isEmpty)
    }
}
