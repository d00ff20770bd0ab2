import Foundation
import TestSupport
import Testing

/// The checks read the clocks of this machine's kernel.
@Suite("siderealctl check", .waitsForProcesses) struct CheckTests {
    let command: Command

    init() throws { command = try Command() }

    func check(_ more: String..., json: Bool = true) throws -> Command.Result {
        try command.run(["check", "--state", command.path("state")] + (json ? ["--json"] : []) + more)
    }

    static let keys: Set = [
        "version", "boot", "systemClock", "trusted", "elapsedClockWrong", "settled", "sources", "reading",
    ]

    /// A Boolean value that indicates whether this kernel has a boot identity, read from the kernel rather than from
    /// the command.
    static var hasBootIdentity: Bool {
        #if os(Linux)
            FileManager.default.contents(atPath: "/proc/sys/kernel/random/boot_id")?.count == 37
        #else
            // Every Mac has one.
            true
        #endif
    }

    @Test("the first check has nothing to compare with, and the second finds the same boot")
    func firstThenTheSameBoot() throws {
        let first = try check()
        first.expectSuccess()
        try Answer.expectKeys(Self.keys, in: first.output)
        let answer = try first.answer()
        #expect(answer.version == 1)
        #expect(answer.boot?.verdict == "first")
        #expect(answer.boot?.certainty == nil)
        #expect(answer.boot?.evidence == "noEvidence")
        #expect(answer.boot?.clockStepNanoseconds == nil)
        #expect(answer.sources?.isEmpty == true)
        #expect(answer.settled?.isEmpty == true)

        let second = try check()
        second.expectSuccess()
        try Answer.expectKeys(Self.keys, in: second.output)
        let boot = try #require(try second.answer().boot)
        let reading = try #require(try second.answer().reading)
        #expect(reading.bootIdentity == (Self.hasBootIdentity ? "present" : "absent"))
        if Self.hasBootIdentity {
            #expect(boot.verdict == "sameBoot")
            #expect(boot.certainty == "proven")
            #expect(boot.evidence == "bootIdentity")
        } else {
            #expect(boot.verdict != "rebooted" && boot.verdict != "first")
        }
        #expect(boot.settled == false)
        let before = try #require(answer.reading)
        #expect(reading.elapsedNanoseconds > before.elapsedNanoseconds)
        #expect(reading.awakeNanoseconds > before.awakeNanoseconds)
    }

    @Test("without servers, only the build date of this software bounds the true time")
    func withoutServersNothingIsKnownOfTheTime() throws {
        let answer = try check().answer()
        #expect(answer.systemClock.verdict == "unknown")
        #expect(answer.systemClock.atLeastNanoseconds == nil && answer.systemClock.atMostNanoseconds != nil)
        #expect(answer.trusted.kind == "unknown" && answer.trusted.earliestSupport == "software")
        #expect(answer.trusted.earliestNanoseconds ?? 0 >= 1_767_225_600_000_000_000)
        #expect(answer.trusted.latestNanoseconds == nil && !answer.trusted.corroborated)
    }

    @Test("each observer is compared only with its own last check")
    func observersAreComparedApart() throws {
        try check("--observer", "kiosk").expectSuccess()
        #expect(try check("--observer=kiosk").answer().boot?.verdict != "first")
        #expect(try check("--observer", "other").answer().boot?.verdict == "first")
        #expect(try check().answer().boot?.verdict == "first", "the default is a name of its own")
        #expect(try check("--observer", "siderealctl").answer().boot?.verdict != "first")
    }

    @Test("the text output names the verdict, the observer and the state directory")
    func aPersonSeesTheSame() throws {
        let first = try check(json: false)
        first.expectSuccess()
        #expect(first.lines.first == "Boot          first check")
        #expect(first.output.contains("observer siderealctl"))
        #expect(first.output.contains(command.path("state")))
        let second = try check(json: false)
        second.expectSuccess()
        if Self.hasBootIdentity { #expect(second.lines.first == "Boot          same boot, proven") }
    }

    @Test("the journal of three checks replays to the verdicts of those checks")
    func theJournalReplaysToTheSameVerdict() throws {
        let journal = command.path("journal.jsonl")
        let answers = try (0..<3).map { _ in try check("--journal", journal).answer().boot }
        let replayed = try command.run(["replay", journal, "--json"])
        replayed.expectSuccess()
        let states = try replayed.answers()
        #expect(states.map(\.line) == [1, 2, 3, 4, 5, 6])
        #expect(states.map(\.boot) == [nil, answers[0], nil, answers[1], nil, answers[2]])
        for line in replayed.lines { try Answer.expectKeys(["line", "boot", "systemClock", "trusted"], in: line) }
    }

    // MARK: - The place of the record

    // Elsewhere it is in the owner's own Application Support, which tests don't touch.
    #if os(Linux)
        @Test(
            "without --state, the record is below XDG_STATE_HOME if that path is absolute, and otherwise below HOME",
            arguments: [
                (["XDG_STATE_HOME": "HERE/xdg"], "xdg/sidereal/state"),
                ([:], ".local/state/sidereal/state"),
                (["XDG_STATE_HOME": ""], ".local/state/sidereal/state"),
                // The XDG Base Directory Specification calls relative paths invalid.
                (["XDG_STATE_HOME": "relative"], ".local/state/sidereal/state"),
                (["HOME": "HERE/home"], "home/.local/state/sidereal/state"),
            ] as [([String: String], String)])
        func defaultDirectories(environment: [String: String], record: String) throws {
            let here = environment.mapValues { $0.replacingOccurrences(of: "HERE", with: command.directory.path) }
            try command.run(["check"], environment: here).expectSuccess()
            #expect(command.exists(record))
            #expect(!command.exists("relative"))
            #expect(try command.run(["check", "--json"], environment: here).answer().boot?.verdict != "first")
        }

        @Test("a check fails and writes no file if HOME is not an absolute path", arguments: ["", "relative"])
        func noDirectory(home: String) throws {
            try command.run(["check"], environment: ["HOME": home]).expectFailure(74, saying: "HOME")
            #expect(try command.names().isEmpty)
        }
    #endif

    @Test("a relative --state directory is created below the working directory")
    func aRelativeStateDirectoryIsBelowTheWorkingDirectory() throws {
        try command.run(["check", "--state", "some/where"]).expectSuccess()
        #expect(command.exists("some/where/state"))
    }
}
