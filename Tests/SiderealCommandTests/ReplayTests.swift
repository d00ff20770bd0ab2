import TestSupport
import Testing

@Suite("siderealctl replay", .waitsForProcesses) struct ReplayTests {
    let command: Command

    init() throws { command = try Command() }

    static let reading = """
        {"kind":"reading","wall":1700000000000000000,"continuous":100000000000,"suspending":100000000000,\
        "kernelBootTime":1699999900000000000,"bootIdentity":"a"}
        """
    static let later = """
        {"kind":"reading","wall":1700003600000000000,"continuous":3600000000,"suspending":3600000000,\
        "kernelBootTime":1700003596400000000,"bootIdentity":"b"}
        """
    static let sample = """
        {"kind":"sample","source":"https://a.example","authenticated":true,"sent":100000000000,\
        "received":100100000000,"earliest":1700000000000000000,"latest":1700000000500000000}
        """
    static let names = #"{"kind":"operators","authenticated":["https://a.example"]}"#
    static let launch = #"{"kind":"launch"}"#

    func replay(_ lines: [String], _ more: String...) throws -> Command.Result {
        try command.write(lines.joined(separator: "\n") + "\n", to: "journal.jsonl")
        return try command.run(["replay", "journal.jsonl"] + more)
    }

    @Test("a journal with a reboot replays to the verdict and the bounds after each line")
    func aReboot() throws {
        let result = try replay([Self.reading, Self.names, Self.sample, Self.launch, Self.later], "--json")
        result.expectSuccess()
        let states = try result.answers()
        #expect(states.map { $0.boot?.verdict } == ["first", "first", "first", nil, "rebooted"])
        #expect(states[4].boot?.certainty == "proven")
        #expect(states[4].boot?.evidence == "bootIdentity")
        #expect(states.map(\.trusted.kind) == ["unknown", "unknown", "bounded", "unknown", "atLeast"])
        #expect(states[2].trusted.authenticated && !states[2].trusted.corroborated)
        #expect(states[2].trusted.latestSupport == "lone")
        #expect(states[2].systemClock.verdict == "agrees")
        let text = try replay([Self.reading, Self.launch, Self.later])
        text.expectSuccess()
        #expect(text.output.contains("rebooted, proven"))
        #expect(text.lines.filter { $0.hasPrefix("line ") }.count == 3)
    }

    /// The upper bound counts from the request, a tenth of a second earlier; each bound has a tick of 300 ns more.
    @Test(
        "--drift sets how fast the bounds widen",
        arguments: [(0, 600_000_600), (1_000, 600_100_600)] as [(Int64, Int64)])
    func driftMayBeChosen(partsPerMillion: Int64, width: Int64) throws {
        let result = try replay([Self.reading, Self.names, Self.sample], "--json", "--drift", "\(partsPerMillion)")
        let trusted = try #require(try result.answers().last).trusted
        #expect(try #require(trusted.latestNanoseconds) - (try #require(trusted.earliestNanoseconds)) == width)
    }

    @Test(
        "a replay exits with 65 at a malformed line and names it, after the answers to earlier lines",
        arguments: [
            ("{", "it is not JSON"), (#"{"kind":"nonsense"}"#, "\"kind\""), ("true", "JSON object"),
            (#"{"kind":"reading","wall":1.5}"#, "\"wall\" is not a 64-bit integer"),
            (#"{"kind":"sample","source":"s","authenticated":true,"sent":2,"received":1}"#, "before \"sent\""),
        ] as [(String, String)])
    func malformedLinesAreNamed(line: String, words: String) throws {
        try command.write([Self.reading, "", line, Self.reading].joined(separator: "\n"), to: "journal.jsonl")
        let text = try command.run(["replay", "journal.jsonl"])
        text.expectFailure(65, saying: "journal.jsonl: line 3: ", words)
        #expect(text.output.contains("line 1") && !text.output.contains("line 4"))
        let json = try command.run(["replay", "journal.jsonl", "--json"])
        json.expectFailure(65, saying: "journal.jsonl: line 3: ", words)
        #expect(try json.answers().map(\.line) == [1])
    }

    @Test("a replay exits with 65 at a sample before the first reading of its launch")
    func aSampleBeforeAReadingIsBadData() throws {
        try replay([Self.reading, Self.launch, Self.sample]).expectFailure(65, saying: "line 3: ", "sample")
    }

    @Test("a replay exits with 74 if a journal can't be read", arguments: ["missing.jsonl", "."])
    func aJournalThatCannotBeRead(path: String) throws {
        let result = try command.run(["replay", path])
        result.expectFailure(74, saying: "can't read \(path)")
        #expect(result.output == "")
    }

    /// The last line has no line ending.
    @Test("a replay reads standard input with either line ending, even if it is empty", arguments: ["\n", "\r\n"])
    func standardInput(lineEnd: String) throws {
        let journal = [Self.reading, "  ", Self.launch, Self.later].joined(separator: lineEnd)
        let result = try command.run(["replay", "-", "--json"], input: journal)
        result.expectSuccess()
        #expect(try result.answers().map(\.line) == [1, 3, 4])
        try command.run(["replay", "-"], input: "{").expectFailure(65, saying: "line 1")
        let empty = try command.run(["replay", "-"])
        empty.expectSuccess()
        #expect(empty.output == "")
    }

    // MARK: - As a page

    @Test("--html draws the journal as a page, into a file or to standard output")
    func aPageIsDrawn() throws {
        let result = try replay([Self.reading, Self.sample, Self.launch, Self.later], "--html", "page.html")
        result.expectSuccess()
        #expect(result.output == "")
        let page = try command.read("page.html")
        #expect(page.hasPrefix("<!DOCTYPE html>") && page.contains("<title>Journal journal.jsonl</title>"))
        #expect(page.contains("<b>rebooted, proven</b>"))
        let printed = try replay([Self.reading, Self.sample, Self.launch, Self.later], "--html", "-")
        printed.expectSuccess()
        #expect(printed.output == page)
    }

    @Test("--html never replaces a file")
    func aPageReplacesNoFile() throws {
        try command.write("mine", to: "page.html")
        try replay([Self.reading], "--html", "page.html").expectFailure(74, saying: "can't write page.html")
        #expect(try command.read("page.html") == "mine")
    }

    @Test("a replay of a malformed journal writes no page", arguments: ["{", "[]", launch + "\n" + sample])
    func aBadJournalLeavesNoPage(line: String) throws {
        try replay([Self.reading, line], "--html", "page.html").expectFailure(65, saying: "journal.jsonl: line ")
        #expect(!command.exists("page.html"))
        let printed = try replay([Self.reading, line], "--html", "-")
        printed.expectFailure(65, saying: "journal.jsonl: line ")
        #expect(printed.output == "")
    }

    @Test("an empty journal gives a page, and --html can't be combined with --json")
    func aPageOfNothing() throws {
        let result = try command.run(["replay", "-", "--html=-"])
        result.expectSuccess()
        #expect(result.output.contains("This journal is empty"))
        try command.run(["replay", "-", "--html", "-", "--json"]).expectFailure(
            64, saying: "--html can't be used with --json")
    }
}
