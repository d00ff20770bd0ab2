import Foundation
import TestSupport
import Testing

/// The caller can close standard input, output and error. The command's later output must never reach a file that took
/// the descriptor's number.
@Suite("siderealctl with closed standard descriptors", .waitsForProcesses) struct ClosedDescriptorTests {
    let command: Command

    init() throws { command = try Command() }

    static let combinations: [Set<Int32>] = [[0], [1], [2], [0, 1], [0, 2], [1, 2], [0, 1, 2]]

    var state: [String] { ["--state", command.path("state")] }

    func run(_ arguments: [String], closing closed: Set<Int32>, shows text: String? = nil) throws {
        let result = try command.run(arguments, closing: closed)
        result.expectSuccess()
        if let text, !closed.contains(1) {
            #expect(result.output.contains(text))
        } else {
            #expect(result.output == "")
        }
    }

    /// Expects no output in the files of the state directory, and a whole record at a later check.
    func expectRecord(location: SourceLocation = #_sourceLocation) throws {
        for name in try command.names(in: "state") {
            #expect(
                try !command.read("state/" + name).contains(/clock|true time/.ignoresCase()), "\(name)",
                sourceLocation: location)
        }
        let boot = try command.run(["check", "--json"] + state).answer().boot
        #expect(boot?.verdict == "sameBoot" || boot?.verdict == "indeterminate", sourceLocation: location)
        #expect(boot?.reason.contains("newest copy") == false, sourceLocation: location)
        #expect(try command.names(in: "state").count == 2, sourceLocation: location)
    }

    @Test("a first check writes a complete record", arguments: combinations)
    func theFirstCheck(closed: Set<Int32>) throws {
        try run(["check"] + state, closing: closed, shows: "Boot          first check")
        try expectRecord()
    }

    @Test("a later check writes a complete record and a complete journal", arguments: combinations)
    func aLaterCheck(closed: Set<Int32>) throws {
        try command.run(["check"] + state).expectSuccess()
        let journal = command.path("journal.jsonl")
        try run(["check", "--json", "--journal", journal] + state, closing: closed, shows: "\"boot\"")
        try expectRecord()
        let replayed = try command.run(["replay", journal, "--json"])
        replayed.expectSuccess()
        #expect(try replayed.answers().count == 2)
    }

    @Test("`now` and `watch` write a complete record", arguments: combinations)
    func nowAndWatch(closed: Set<Int32>) throws {
        let server = try WebPeer.honest()
        defer { server.stop() }
        try command.run(["check"] + state).expectSuccess()
        try run(["now", "--lag", "20", "--server", server.url] + state, closing: closed, shows: "True time ")
        try run(["watch", "--for", "0"] + state, closing: closed, shows: "watching: ")
        try expectRecord()
    }

    @Test("`replay`, `export` and `simulate` write complete files and leave the journal as is", arguments: combinations)
    func filesThatAreReadAndWritten(closed: Set<Int32>) throws {
        let (journal, stripped) = (command.path("journal.jsonl"), command.path("stripped.jsonl"))
        let page = command.path("page.html")
        try command.run(["check", "--journal", journal] + state).expectSuccess()
        let before = try command.read("journal.jsonl")
        try run(["replay", journal], closing: closed, shows: "line 2")
        try run(["export", journal], closing: closed, shows: "\"kind\":\"reading\"")
        try run(["export", journal, "--output", stripped], closing: closed)
        try run(["replay", journal, "--html", page], closing: closed)
        try run(["simulate", "reboot"], closing: closed, shows: "Did the device reboot")
        #expect(try command.read("journal.jsonl") == before)
        #expect(try command.read("page.html").hasPrefix("<!"))
        try command.run(["replay", stripped]).expectSuccess()
    }

    @Test("a usage error has the status 64, and is printed unless standard error is closed", arguments: combinations)
    func complaints(closed: Set<Int32>) throws {
        let result = try command.run(["check", "operand"] + state, closing: closed)
        #expect(result.status == 64)
        #expect(result.error.contains("'operand'") != closed.contains(2))
        #expect(try command.names().isEmpty)
    }

    @Test("a closed standard input counts as empty")
    func aClosedInputIsEmpty() throws {
        let result = try command.run(["replay", "-"], closing: [0])
        result.expectSuccess()
        #expect(result.output == "")
    }

    #if os(Linux)
        /// A limit of one open file leaves no room for /dev/null on standard output.
        @Test("a check fails and writes no file if it can't replace a closed descriptor")
        func noRoomForDevNull() throws {
            let result = try command.run(["check"] + state, closing: [0, 1], after: "ulimit -n 1")
            result.expectFailure(
                74, saying: "can't open /dev/null in place of closed descriptor 1")
            #expect(try command.names().isEmpty)
        }
    #endif
}
