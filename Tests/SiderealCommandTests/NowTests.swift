import Foundation
import TestSupport
import Testing

/// The servers are on this machine, and their clocks show the year 2100.
@Suite("siderealctl now", .waitsForProcesses) struct NowTests {
    let command: Command

    init() throws { command = try Command() }

    static let keys = CheckTests.keys.subtracting(["boot"])

    func now(_ more: [String], json: Bool = true) throws -> Command.Result {
        try command.run(["now", "--state", command.path("state"), "--lag", "20"] + (json ? ["--json"] : []) + more)
    }

    @Test("the output gives the true time, its error and its evidence")
    func theTimeWithItsError() throws {
        let server = try WebPeer.honest()
        defer { server.stop() }
        let result = try now(["--server", server.url])
        result.expectSuccess()
        try Answer.expectKeys(Self.keys, in: result.output)
        let answer = try result.answer()
        #expect(answer.trusted.kind == "bounded")
        #expect(answer.sources?.map(\.outcome) == ["used"])
        #expect(answer.systemClock.verdict == "behind")
        let text = try now(["--server", server.url], json: false)
        text.expectSuccess()
        let labels = text.lines.map { String($0.prefix(14)).trimmingCharacters(in: .whitespaces) }
        try #require(labels == ["True time", "", "System clock", "Servers"])
        #expect(text.lines[0].hasPrefix("True time     2100-01-01T00:00:"))
        #expect(text.lines[0].contains(/± [0-9.]+ s/))
        #expect(text.lines[1] == "              lone: only one operator is known, so no other can contradict it")
    }

    /// The answer is printed in both cases.
    @Test("the command exits with 69 for unreachable servers only while the time is unknown")
    func nobodyInReach() throws {
        let nobody = ["--server", try WebPeer.nobody(), "--ntp", try NTPPeer.nobody()]
        for isJSON in [true, false] {
            let result = try now(nobody, json: isJSON)
            result.expectFailure(69, saying: "no server answered")
            #expect(result.output.contains(#""reason":"refused""#) == isJSON)
            #expect(result.output.contains("it refused the connection"))
            #expect(result.output.contains("unreachable"))
        }
        #expect(command.exists("state/state"))
        let server = try WebPeer.honest()
        defer { server.stop() }
        try now(["--server", server.url]).expectSuccess()
        guard CheckTests.hasBootIdentity else { return }
        let result = try now(nobody)
        result.expectSuccess()
        #expect(try result.answer().trusted.kind == "bounded")
        #expect(try result.answer().sources?.map(\.outcome) == ["unreachable", "unreachable"])
    }

    /// Otherwise the next check would miss a reboot that happened before `now`.
    @Test("`now` and `watch` don't change the readings that the next check compares with")
    func itTakesNoRebootAwayFromTheNextCheck() throws {
        let server = try WebPeer.honest()
        defer { server.stop() }
        try now(["--server", server.url]).expectSuccess()
        let check = ["check", "--state", command.path("state"), "--json"]
        let answer = try command.run(check).answer()
        #expect(answer.boot?.verdict == "first")
        // The bounds that `now` learned are kept, though.
        if CheckTests.hasBootIdentity { #expect(answer.trusted.kind == "bounded") }
        try command.run(["watch", "--state", command.path("elsewhere"), "--for", "0"]).expectSuccess()
        let elsewhere = ["check", "--state", command.path("elsewhere"), "--json"]
        #expect(try command.run(elsewhere).answer().boot?.verdict == "first")
    }
}
