import Foundation
import TestSupport
import Testing

/// The servers are on this machine, and their clocks show the year 2100.
@Suite("siderealctl check with servers", .waitsForProcesses) struct ServerTests {
    let command: Command

    init() throws { command = try Command() }

    func check(_ more: [String], json: Bool = true) throws -> Command.Result {
        // With this lag a third answer would add nothing: the second one shows that the Date advances.
        try command.run(["check", "--state", command.path("state"), "--lag", "20"] + (json ? ["--json"] : []) + more)
    }

    // MARK: - Good answers

    @Test("a web server's Date bounds the true time, without authentication")
    func aWebServer() throws {
        let server = try WebPeer.honest()
        defer { server.stop() }
        let result = try check(["--server", server.url])
        result.expectSuccess()
        try Answer.expectKeys(CheckTests.keys, in: result.output)
        let answer = try result.answer()
        let source = try #require(answer.sources?.first)
        #expect(answer.sources?.count == 1)
        #expect(source.source == server.url)
        #expect(source.kind == "http")
        #expect(source.operator == "127.0.0.1")
        #expect(!source.authenticated)
        #expect(source.outcome == "used")
        #expect(source.reason == nil && source.message == nil)
        #expect(source.requests == 2 && server.requests == 2)
        #expect(try #require(source.roundTripNanoseconds) >= 0)
        try expectTruth(answer, source, lag: 20)
        #expect(!answer.trusted.authenticated && !answer.trusted.corroborated && !answer.trusted.assumesSameBoot)
        #expect(answer.systemClock.verdict == "behind" && !answer.systemClock.authenticated)
        #expect(answer.boot?.verdict == "first")
    }

    @Test("with --requests 1, a Date bounds the time from below only, because a cache may keep it")
    func oneRequest() throws {
        let server = try WebPeer.honest()
        defer { server.stop() }
        for poll in 1...3 {
            let result = try check(["--server", server.url, "--requests", "1"])
            result.expectSuccess()
            let answer = try result.answer()
            let source = try #require(answer.sources?.first)
            #expect(source.outcome == "used" && source.requests == 1 && server.requests == poll)
            #expect(answer.trusted.kind == "atLeast")
        }
    }

    @Test("a password in a server's URL is neither sent nor printed")
    func aPasswordIsNeitherSentNorShown() throws {
        let server = try WebPeer.honest()
        defer { server.stop() }
        let url = server.url.replacingOccurrences(of: "http://", with: "http://me:secret@")
        for json in [true, false] {
            let result = try check(["--server", url], json: json)
            result.expectSuccess()
            #expect(!result.output.contains("secret") && !result.output.contains("me:"))
            #expect(result.output.contains(server.url))
        }
        try #require(server.requests == 4)
        for head in server.heads {
            #expect(head.hasPrefix("HEAD /?sidereal="))
            let base64 = "bWU6c2VjcmV0"  // "me:secret"
            #expect(!head.contains("secret") && !head.contains("me:") && !head.contains(base64), "\(head)")
            #expect(!head.lowercased().contains("authorization:"), "\(head)")
        }
    }

    /// Expects that the only source's bounds are trusted: its second, widened by its age, its error and the time since.
    func expectTruth(_ answer: Answer, _ source: Answer.Source, lag: Int64) throws {
        let earliest = try #require(source.earliestNanoseconds)
        let latest = try #require(source.latestNanoseconds)
        #expect(answer.trusted.kind == "bounded")
        #expect(try abs(#require(answer.trusted.earliestNanoseconds) - earliest) < 1_000)
        #expect(try abs(#require(answer.trusted.latestNanoseconds) - latest) < 1_000)
        let passed = earliest - (WebPeer.nanoseconds - 50_000_000)
        #expect(passed >= 0)
        // The second answer has a later second, and may have come at once.
        let width = (1 + lag) * 1_000_000_000 + 2 * 50_000_000
        #expect(latest - earliest >= width - 1_000_000_000)
        #expect(latest - earliest - width < 1_000_000 + (source.roundTripNanoseconds ?? 0) * 2 + passed / 500)
    }

    @Test("an NTP server bounds the true time after four requests")
    func anNTPServer() throws {
        let server = try NTPPeer()
        defer { server.stop() }
        let answer = try check(["--ntp", server.place]).answer()
        let source = try #require(answer.sources?.first)
        #expect(source.source == server.place)
        #expect(source.kind == "ntp")
        #expect(source.outcome == "used" && source.reason == nil)
        #expect(!source.authenticated)
        #expect(source.requests == 4)
        #expect(try #require(source.earliestNanoseconds) > WebPeer.nanoseconds)
        #expect(try #require(source.latestNanoseconds) >= #require(source.earliestNanoseconds))
        #expect(answer.systemClock.verdict == "behind")
    }

    @Test("web and NTP servers are reported in the order of the command line")
    func bothKindsInTheOrderNamed() throws {
        let web = try WebPeer.honest()
        let time = try NTPPeer { bytes, count in if count > 0 { NTPBytes.kiss("RATE", &bytes) } }
        defer {
            web.stop()
            time.stop()
        }
        let nobody = try NTPPeer.nobody()
        let arguments = ["--ntp", time.place, "--server", web.url, "--ntp", nobody]
        let answer = try check(arguments).answer()
        #expect(answer.sources?.map(\.source) == [time.place, web.url, nobody])
        #expect(answer.sources?.map(\.outcome) == ["used", "used", "unreachable"])
        // The first server refuses after its first answer, which still counts.
        #expect(answer.sources?.map(\.reason) == ["declined", nil, "refused"])
        #expect(answer.sources?.map { $0.message == nil } == [false, true, false])
        #expect(answer.trusted.kind == "bounded")
    }

    @Test("the journal replays to the bounds that the check gave")
    func theJournalReplaysToWhatWasAnswered() throws {
        let server = try WebPeer.honest()
        defer { server.stop() }
        let journal = command.path("journal.jsonl")
        let answer = try check(["--server", server.url, "--journal", journal]).answer()
        let replayed = try #require(try command.run(["replay", journal, "--json"]).answers().last)
        #expect(replayed.trusted.kind == "bounded")
        #expect(replayed.trusted.earliestNanoseconds == answer.trusted.earliestNanoseconds)
        #expect(replayed.trusted.latestNanoseconds == answer.trusted.latestNanoseconds)
        #expect(try command.read("journal.jsonl").contains("\"earliest\""))
    }

    /// The server is a day ahead of the system clock, which no load on the machine comes near to.
    @Test(
        "the system clock agrees only if its error is within --tolerance",
        arguments: [("2", "behind"), ("80000", "behind"), ("100000", "agrees"), ("1000000000", "agrees")])
    func tolerance(seconds: String, verdict: String) throws {
        let server = try WebPeer { _ in .fields([WebPeer.date(at: Date().addingTimeInterval(86_400))]) }
        defer { server.stop() }
        let answer = try check(["--server", server.url, "--tolerance", seconds]).answer()
        #expect(answer.systemClock.verdict == verdict, "\(answer.systemClock)")
    }

    // MARK: - Bad answers

    /// The fields of the answer, the reason, and whether the server counts as unreachable.
    @Test(
        "a missing or malformed Date is rejected, and a lost connection counts as unreachable",
        arguments: [
            ([], "noDate", false), (["Date: yesterday"], "badDate", false), (nil, "connectionLost", true),
        ] as [([String]?, String, Bool)])
    func badWebServers(fields: [String]?, reason: String, isOutOfReach: Bool) throws {
        let server = try WebPeer { _ in fields.map { .fields($0) } ?? .nothing }
        defer { server.stop() }
        try expectFailure(["--server", server.url], reason, isOutOfReach: isOutOfReach)
    }

    @Test("a web server that stays silent is unreachable after --timeout")
    func aSilentWebServer() throws {
        let server = try WebPeer { _ in .silence }
        defer { server.stop() }
        try expectFailure(["--server", server.url, "--timeout", "0.2"], "timedOut", isOutOfReach: true)
    }

    @Test(
        "an NTP answer is rejected if it is a refusal, is unsynchronized, or contradicts itself",
        arguments: [
            (0, "declined"), (1, "unsynchronized"), (2, "badAnswer"),
        ])
    func badNTPServers(kind: Int, reason: String) throws {
        let server = try NTPPeer { bytes, _ in
            switch kind {
            case 0: NTPBytes.kiss("RATE", &bytes)
            case 1: bytes[0] |= 3 << 6
            // Sent before it was received.
            default: bytes[32] &+= 1
            }
        }
        defer { server.stop() }
        try expectFailure(["--ntp", server.place], reason, isOutOfReach: false)
    }

    /// Expects the answer, and exit status 69 if the server is unreachable. A server with a bad answer isn't.
    func expectFailure(
        _ arguments: [String], _ reason: String, isOutOfReach: Bool, location: SourceLocation = #_sourceLocation
    ) throws {
        let result = try check(arguments)
        if isOutOfReach {
            result.expectFailure(69, saying: "no server answered", location: location)
        } else {
            result.expectSuccess(location: location)
        }
        try Answer.expectKeys(CheckTests.keys, in: result.output)
        let answer = try result.answer()
        let source = try #require(answer.sources?.first)
        #expect(source.outcome == (isOutOfReach ? "unreachable" : "rejected"), sourceLocation: location)
        #expect(
            source.reason == reason, "\(source)", sourceLocation: location)
        #expect(source.message?.isEmpty == false, sourceLocation: location)
        #expect(source.earliestNanoseconds == nil && source.latestNanoseconds == nil, sourceLocation: location)
        #expect(answer.trusted.kind == "unknown", sourceLocation: location)
        // The record is saved in either case.
        #expect(command.exists("state/state"), sourceLocation: location)
        let text = try check(arguments, json: false)
        let row = text.lines.first { $0.hasPrefix("Servers       \(arguments[1]): \(source.outcome), ") }
        #expect(row != nil, "\(text.output)", sourceLocation: location)
        #expect(text.lines.contains("System clock  not checked: no server has sent the time"), sourceLocation: location)
    }

    @Test("one reachable server is enough for success, even if its answer is rejected")
    func oneInReachIsEnough() throws {
        let server = try WebPeer { _ in .fields([]) }
        defer { server.stop() }
        let nobody = try WebPeer.nobody().replacing("http:", with: "https:")
        let result = try check(["--server", nobody, "--server", server.url])
        result.expectSuccess()
        let sources = try result.answer().sources
        #expect(sources?.map(\.outcome) == ["unreachable", "rejected"])
        #expect(sources?.map(\.kind) == ["https", "http"])
        #expect(sources?.map(\.authenticated) == [true, false])
    }

    @Test("servers of one host count as several operators if the caller declares it")
    func operatorsAreNamed() throws {
        let start = ContinuousClock.now
        let servers = try (0..<2).map { _ in try NTPPeer(start: start) }
        defer { for server in servers { server.stop() } }
        let named = servers.enumerated().map { "\($1.place)=site-\($0)" }.joined(separator: ",")
        let arguments = servers.flatMap { ["--ntp", $0.place] }
        let answer = try check(arguments + ["--operators", named]).answer()
        #expect(answer.sources?.map(\.operator) == ["site-0", "site-1"] && answer.trusted.corroborated)
        for (wrong, problem) in [
            ("a", "has 'a', not HOST=NAME"), ("a=", "has 'a=', not HOST=NAME"), ("a=b,", "has '', not HOST=NAME"),
            ("a=b,A=c", "names 'A' twice"), ("a.example=b", "names 'a.example', which is not the host"),
        ] {
            try check(arguments + ["--operators", wrong]).expectFailure(64, saying: problem)
        }
    }

    #if os(Linux)
        /// Linux answers on all of 127.0.0.0/8, and each address is an operator of its own.
        @Test("two operators that agree outvote a third operator")
        func twoOfThreeOutvoteTheThird() throws {
            let honest = try (1...2).map { try WebPeer.honest(at: "127.0.0.\($0)") }
            let liar = try WebPeer(at: "127.0.0.3") { .fields([WebPeer.date(86_400 + $0)]) }
            defer { for server in honest + [liar] { server.stop() } }
            let answer = try check(["--server", liar.url] + honest.flatMap { ["--server", $0.url] }).answer()
            #expect(answer.sources?.map(\.outcome) == ["rejected", "used", "used"])
            #expect(answer.sources?.map(\.reason) == ["outvoted", nil, nil])
            #expect(answer.sources?.map(\.contradictedBy) == [honest.map { $0.url }, [liar.url], [liar.url]])
            #expect(answer.trusted.kind == "bounded" && answer.trusted.corroborated)
            // The bounds of the outvoted server are reported as if it were alone.
            let day: Int64 = 86_400 * 1_000_000_000
            #expect(
                try #require(answer.sources?.first?.earliestNanoseconds) > WebPeer.nanoseconds + day - 1_000_000_000)
        }
    #endif

}
