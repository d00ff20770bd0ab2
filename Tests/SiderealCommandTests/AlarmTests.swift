import Foundation
import TestSupport
import Testing

/// The servers are on this machine, and their clocks show the year 2100.
@Suite("siderealctl --fail-on", .waitsForProcesses) struct AlarmTests {
    let command: Command

    init() throws { command = try Command() }

    var state: [String] { ["--state", command.path("state"), "--lag", "20"] }

    func status(_ arguments: String...) throws -> Int32 {
        let result = try command.run(arguments + state)
        // The answer already gives the reason.
        #expect(result.error == "")
        return result.status
    }

    @Test("the exit status is that of an answer that --fail-on names, and 0 for any other answer")
    func namedAnswers() throws {
        let server = try WebPeer.honest()
        defer { server.stop() }
        #expect(try status("check", "--fail-on", "rebooted,indeterminate,unavailable,damaged,ahead,behind") == 0)
        #expect(try status("check", "--fail-on", "unknown") == 22)
        #expect(try status("check", "--fail-on", "ahead,unknown", "--server", server.url) == 0)
        #expect(try status("check", "--fail-on", "ahead,behind", "--server", server.url) == 21)
        #expect(try status("now", "--fail-on", "behind", "--server", server.url) == 21)
        #expect(try status("now", "--fail-on", "ahead", "--server", server.url) == 0)
    }

    @Test("the answer is saved in any case, and printed unless --quiet is given")
    func answersAreGiven() throws {
        let loud = try command.run(["check", "--fail-on", "unknown"] + state)
        #expect(loud.lines.first == "Boot          first check")
        let quiet = try command.run(["check", "--fail-on", "unknown", "--quiet"] + state)
        #expect(quiet.output == "" && quiet.error == "" && quiet.status == 22)
        let third = try command.run(["check", "--json"] + state)
        #expect(try third.answer().boot?.verdict != "first")
    }

    @Test("--verbose prints the clocks and each server's own answer")
    func verbose() throws {
        let server = try WebPeer.honest()
        defer { server.stop() }
        for name in ["check", "now"] {
            let result = try command.run([name, "--verbose", "--server", server.url] + state)
            result.expectSuccess()
            #expect(result.output.contains("; its own bounds: 2100-"))
            #expect(result.output.contains("Clocks        system clock ") == (name == "check"))
        }
    }
}
