import Foundation
import TestSupport
import Testing

@Suite("siderealctl with unusable directories, files and outputs", .waitsForProcesses) struct TroubleTests {
    let command: Command

    init() throws { command = try Command() }

    @Test(
        "a file in place of the state directory causes an error, and stays as it is",
        arguments: ["file", "file/below", "file/far/below"])
    func aFileIsNoStateDirectory(state: String) throws {
        try command.write("precious", to: "file")
        let result = try command.run(["check", "--state", command.path(state)])
        result.expectFailure(74, saying: command.path(state), "not a directory")
        #expect(result.output == "")
        #expect(try command.read("file") == "precious")
    }

    @Test("a record that can't be read gives the verdict `unavailable`, not an error, and a status for --fail-on")
    func aRecordThatCannotBeReadIsAnAnswer() throws {
        try FileManager.default.createDirectory(
            at: command.directory.appendingPathComponent("state/state"), withIntermediateDirectories: true)
        let result = try command.run(
            ["check", "--state", command.path("state"), "--json", "--fail-on", "unavailable"])
        #expect(result.status == 12 && result.error == "")
        try command.run(["check", "--state", command.path("state")]).expectSuccess()
        let boot = try result.answer().boot
        #expect(boot?.verdict == "unavailable")
        #expect(boot?.certainty == nil)
        #expect(boot?.evidence == "noEvidence")
        #expect(try command.names(in: "state/state").isEmpty)
    }

    @Test("a damaged record gives the verdict `damaged` once, and a status for --fail-on, and is kept as a copy")
    func damageIsAnAnswerAndKeptAside() throws {
        try FileManager.default.createDirectory(
            at: command.directory.appendingPathComponent("state"), withIntermediateDirectories: true)
        try command.write("this is no record", to: "state/state")
        let arguments = ["check", "--state", command.path("state"), "--json"]
        let result = try command.run(arguments + ["--fail-on", "damaged,unknown"])
        #expect(result.status == 13 && result.error == "")
        #expect(try result.answer().boot?.verdict == "damaged")
        #expect(try command.read("state/state.damaged-1") == "this is no record")
        let verdict = try command.run(arguments).answer().boot?.verdict
        #expect(verdict != "damaged" && verdict != "first")
    }

    @Test(
        "if the journal can't be written, the check fails before anything is saved",
        arguments: ["missing/journal", "."])
    func aJournalThatCannotBeWritten(journal: String) throws {
        let result = try command.run(["check", "--state", command.path("state"), "--journal", command.path(journal)])
        result.expectFailure(74, saying: "journal")
        #expect(!command.exists("state"))
    }

    #if os(Linux)
        /// Not even root can create a directory in /proc.
        @Test("a check prints its answer even if nothing can be saved")
        func whereNothingCanBeSavedTheAnswerIsStillGiven() throws {
            let result = try command.run(["check", "--state", "/proc/sidereal"])
            result.expectFailure(74, saying: "nothing was saved", "/proc/sidereal")
            #expect(result.lines.first == "Boot          first check")
        }

        @Test(
            "the command exits with 74 if it can't write its output because the disk is full",
            arguments: [["--help"], ["check", "--help"], ["check"], ["check", "--json"]])
        func aFullDiskUnderTheOutput(arguments: [String]) throws {
            let full = try #require(FileHandle(forWritingAtPath: "/dev/full"))
            try command.run(arguments, terminal: full).expectFailure(74, saying: "can't write the answer")
        }
    #endif
}

@Suite("colours in the output of siderealctl", .waitsForProcesses) struct ColourTests {
    let command: Command

    init() throws { command = try Command() }

    @Test(
        "a terminal gets colours unless TERM or NO_COLOR forbids them, and JSON never does",
        arguments: [
            (["TERM": "xterm"], true), (["TERM": "xterm", "NO_COLOR": ""], true),
            (["TERM": "xterm", "NO_COLOR": "1"], false), (["TERM": "xterm", "NO_COLOR": "0"], false),
            (["TERM": "dumb"], false), ([:], false),
        ] as [([String: String], Bool)])
    func terminals(environment: [String: String], isColoured: Bool) throws {
        for json in [false, true] {
            var (screen, slave): (Int32, Int32) = (-1, -1)
            try #require(openpty(&screen, &slave, nil, nil, nil) == 0)
            defer { close(screen) }
            let terminal = FileHandle(fileDescriptor: slave, closeOnDealloc: true)
            let result = try command.run(
                ["check", "--state", command.path("state")] + (json ? ["--json"] : []), environment: environment,
                terminal: terminal)
            #expect(result.status == 0)
            // The kernel passes the output on in parts. The last part comes after the terminal is closed.
            try terminal.close()
            var (seen, bytes) = ("", [UInt8](repeating: 0, count: 4_096))
            while case let count = read(screen, &bytes, bytes.count), count > 0 {
                seen += String(decoding: bytes.prefix(count), as: UTF8.self)
            }
            #expect(seen.contains(json ? "\"boot\"" : "Boot "))
            #expect(seen.contains("\u{1b}") == (isColoured && !json))
        }
    }

    @Test("a pipe gets no colours")
    func pipesAreNoTerminals() throws {
        let result = try command.run(["check", "--state", command.path("state")], environment: ["TERM": "xterm"])
        #expect(result.status == 0)
        #expect(!result.output.contains("\u{1b}"))
    }
}
