import Foundation
import TestSupport
import Testing

/// Directories, files and outputs that do not do what they should.
@Suite(.waitsForProcesses) struct TroubleTests {
    let command: Command

    init() throws { command = try Command() }

    @Test(arguments: ["file", "file/below", "file/far/below"]) func aFileIsNoStateDirectory(state: String) throws {
        try command.write("precious", to: "file")
        let result = try command.run(["check", "--state", command.path(state)])
        result.expectFailure(74, saying: command.path(state), "not a directory")
        #expect(result.output == "")
        #expect(try command.read("file") == "precious")
    }

    @Test func aRecordThatCannotBeReadIsAnAnswer() throws {
        try FileManager.default.createDirectory(
            at: command.directory.appendingPathComponent("state/state"), withIntermediateDirectories: true)
        let result = try command.run(["check", "--state", command.path("state"), "--json"])
        result.expectSuccess()
        let boot = try result.answer().boot
        #expect(boot?.verdict == "unavailable")
        #expect(boot?.certainty == nil)
        #expect(boot?.evidence == "none")
        #expect(try command.names(in: "state/state").isEmpty)
    }

    @Test func damageIsAnAnswerAndKeptAside() throws {
        try FileManager.default.createDirectory(
            at: command.directory.appendingPathComponent("state"), withIntermediateDirectories: true)
        try command.write("this is no record", to: "state/state")
        let arguments = ["check", "--state", command.path("state"), "--json"]
        let result = try command.run(arguments)
        result.expectSuccess()
        #expect(try result.answer().boot?.verdict == "damaged")
        #expect(try command.read("state/state.damaged-1") == "this is no record")
        let verdict = try command.run(arguments).answer().boot?.verdict
        #expect(verdict != "damaged" && verdict != "first")
    }

    @Test(arguments: ["missing/journal", "."]) func aJournalThatCannotBeWritten(journal: String) throws {
        let result = try command.run(["check", "--state", command.path("state"), "--journal", command.path(journal)])
        result.expectFailure(74, saying: "journal")
        #expect(!command.exists("state"))
    }

    #if os(Linux)
        /// Nobody, not even root, creates a directory there.
        @Test func whereNothingCanBeSavedTheAnswerIsStillGiven() throws {
            let result = try command.run(["check", "--state", "/proc/sidereal"])
            result.expectFailure(74, saying: "nothing was saved", "/proc/sidereal")
            #expect(result.lines.first == "Boot          first check")
        }

        @Test(arguments: [["--help"], ["check", "--help"], ["check"], ["check", "--json"]])
        func aFullDiskUnderTheOutput(arguments: [String]) throws {
            let full = try #require(FileHandle(forWritingAtPath: "/dev/full"))
            try command.run(arguments, terminal: full).expectFailure(74, saying: "cannot write the answer")
        }
    #endif
}

/// Colour on terminals that want it, and nowhere else.
@Suite(.waitsForProcesses) struct ColourTests {
    let command: Command

    init() throws { command = try Command() }

    @Test(
        arguments: [
            (["TERM": "xterm"], true), (["TERM": "xterm", "NO_COLOR": ""], true),
            (["TERM": "xterm", "NO_COLOR": "1"], false), (["TERM": "xterm", "NO_COLOR": "0"], false),
            (["TERM": "dumb"], false), ([:], false),
        ] as [([String: String], Bool)])
    func terminals(environment: [String: String], isColoured: Bool) throws {
        var (master, slave): (Int32, Int32) = (-1, -1)
        try #require(openpty(&master, &slave, nil, nil, nil) == 0)
        let screen = FileHandle(fileDescriptor: master, closeOnDealloc: true)
        let terminal = FileHandle(fileDescriptor: slave, closeOnDealloc: true)
        for json in [false, true] {
            let result = try command.run(
                ["check", "--state", command.path("state")] + (json ? ["--json"] : []), environment: environment,
                terminal: terminal)
            #expect(result.status == 0)
            let seen = String(decoding: screen.availableData, as: UTF8.self)
            #expect(seen.contains(json ? "\"boot\"" : "Boot "))
            #expect(seen.contains("\u{1b}") == (isColoured && !json))
        }
    }

    @Test func pipesAreNoTerminals() throws {
        let result = try command.run(["check", "--state", command.path("state")], environment: ["TERM": "xterm"])
        #expect(result.status == 0)
        #expect(!result.output.contains("\u{1b}"))
    }
}
