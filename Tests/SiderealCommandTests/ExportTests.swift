import Foundation
import TestSupport
import Testing

/// An exported journal identifies neither device nor servers, and replays like the original.
@Suite("siderealctl export", .waitsForProcesses) struct ExportTests {
    let command: Command

    init() throws { command = try Command() }

    static let second: Int64 = 1_000_000_000

    static func reading(
        _ wall: Int64, up: Int64, boot identity: String?, set step: Int64 = 0, asleep: Int64 = 0, suspends: Int64? = 0
    ) -> String {
        let identity = identity.map { "\"\($0)\"" } ?? "null"
        let suspends = suspends.map { ",\"suspends\":\($0)" } ?? ""
        return """
            {"kind":"reading","wall":\((wall + step) * second),"continuous":\(up * second),\
            "suspending":\((up - asleep) * second),"kernelBootTime":\((wall + step - up) * second),\
            "bootIdentity":\(identity)\(suspends)}
            """
    }

    static func sample(_ source: String, of voice: String, at wall: Int64, up: Int64, authenticated: Bool = true)
        -> String
    {
        """
        {"kind":"sample","source":"\(source)","operator":"\(voice)","authenticated":\(authenticated),\
        "sent":\(up * second),"received":\(up * second + second / 10),"time":\(wall * second),\
        "resolution":\(second),"lag":0}
        """
    }

    static let wall: Int64 = 1_700_000_000

    /// Reboots and clock steps, sleep, two machines and one without a name, a majority, a liar, an unauthenticated
    /// source, a sample with one bound, locked storage, and a reset.
    static let journal = [
        // Before any launch a machine without a name is assumed, as for a launch that names none.
        reading(wall, up: 1_000, boot: "secret-boot-1"),
        // The answer of a lone operator lasts only if the operator was named.
        #"{"kind":"operators","authenticated":["one.example"]}"#,
        sample("https://secret.one.example/", of: "one.example", at: wall + 1, up: 1_001),
        #"{"kind":"launch","hardwareClock":true}"#,
        reading(wall + 100, up: 1_100, boot: nil, set: 7_200),
        #"{"kind":"operators","authenticated":["one.example"]}"#,
        sample("https://secret.one.example/", of: "one.example", at: wall + 101, up: 1_101),
        #"{"kind":"launch"}"#,
        reading(wall + 200, up: 150, boot: nil),
        #"{"kind":"launch","platform":"darwin","machine":"secret-machine-A"}"#,
        #"{"kind":"protectedData","state":"locked"}"#,
        reading(wall + 5_000, up: 4_000, boot: "secret-boot-2", suspends: nil),
        #"{"kind":"protectedData","state":"available"}"#,
        """
        {"kind":"operators","authenticated":["one.example","two.example","liar.example"],\
        "unauthenticated":["secret.example"]}
        """,
        sample("https://secret.one.example/", of: "one.example", at: wall + 5_001, up: 4_001),
        sample("https://secret.two.example/", of: "two.example", at: wall + 5_001, up: 4_001),
        sample("https://alias.two.example/", of: "two.example", at: wall + 5_002, up: 4_002),
        sample("https://liar.example/", of: "liar.example", at: wall + 90_000, up: 4_002),
        sample("ntp://secret.example:123", of: "secret.example", at: wall - 90_000, up: 4_003, authenticated: false),
        """
        {"kind":"sample","source":"https://cache.example/","authenticated":true,"sent":\(4_004 * second),\
        "received":\(4_004 * second + 1),"earliest":\((wall + 5_002) * second)}
        """,
        reading(wall + 6_000, up: 5_000, boot: "secret-boot-2", set: -3_600, asleep: 500, suspends: nil),
        #"{"kind":"launch","platform":"darwin","machine":"secret-machine-A"}"#,
        reading(wall + 7_000, up: 300, boot: "secret-boot-3", suspends: nil),
        #"{"kind":"launch","platform":"linux","machine":"secret-machine-B"}"#,
        reading(wall + 8_000, up: 7_000, boot: nil, suspends: 3),
        sample("https://secret.one.example/", of: "one.example", at: wall + 8_001, up: 7_001),
        #"{"kind":"reset"}"#,
        sample("https://liar.example/", of: "liar.example", at: wall + 99_000, up: 7_002),
        #"{"kind":"launch","platform":"linux","machine":"secret-machine-B"}"#,
        reading(wall + 8_100, up: 7_100, boot: nil, suspends: 3),
        sample("https://secret.two.example/", of: "two.example", at: wall + 8_101, up: 7_101),
        #"{"kind":"launch","platform":"darwin","sleepClock":"hardwareClock","machine":null}"#,
        reading(wall + 9_000, up: 60, boot: "secret-boot-1", suspends: nil),
        #"{"kind":"launch"}"#,
        reading(wall + 9_100, up: 160, boot: "secret-boot-1"),
    ]

    func export(_ lines: [String]) throws -> Command.Result {
        try command.write(lines.joined(separator: "\n") + "\n", to: "journal.jsonl")
        let result = try command.run(["export", "journal.jsonl"])
        result.expectSuccess()
        return result
    }

    @Test("an exported journal replays to the same states, with dates shifted by one constant", arguments: 0..<4)
    func itsReplayFindsTheSame(round: Int) throws {
        let result = try export(Self.journal)
        #expect(result.lines.count == Self.journal.count)
        try command.write(result.output, to: "stripped.jsonl")
        let before = try command.run(["replay", "journal.jsonl", "--json"])
        let after = try command.run(["replay", "stripped.jsonl", "--json"])
        before.expectSuccess()
        after.expectSuccess()
        let (old, new) = (try before.answers(), try after.answers())
        try #require(old.count == Self.journal.count && new.count == old.count)
        // The journal contains all the verdicts under test.
        let verdicts = Set(old.compactMap { $0.boot?.verdict })
        #expect(verdicts.isSuperset(of: ["first", "sameBoot", "rebooted"]))
        #expect(Set(old.map { $0.trusted.kind }) == ["unknown", "atLeast", "bounded"])
        #expect(old.contains { $0.trusted.corroborated } && old.contains { $0.systemClock.verdict == "behind" })
        #expect(old.contains { $0.boot?.clockStepNanoseconds != nil })
        var shifts: Set<Int64> = []
        for (one, other) in zip(old, new) {
            let line = try #require(one.line)
            #expect(one.boot == other.boot, "line \(line)")
            #expect(one.systemClock.verdict == other.systemClock.verdict, "line \(line)")
            #expect(one.systemClock.atLeastNanoseconds == other.systemClock.atLeastNanoseconds, "line \(line)")
            #expect(one.systemClock.atMostNanoseconds == other.systemClock.atMostNanoseconds, "line \(line)")
            #expect(one.trusted.kind == other.trusted.kind, "line \(line)")
            #expect(one.trusted.authenticated == other.trusted.authenticated, "line \(line)")
            #expect(one.trusted.corroborated == other.trusted.corroborated, "line \(line)")
            for (end, moved) in [
                (one.trusted.earliestNanoseconds, other.trusted.earliestNanoseconds),
                (one.trusted.latestNanoseconds, other.trusted.latestNanoseconds),
            ] {
                #expect((end == nil) == (moved == nil), "line \(line)")
                if let end, let moved { shifts.insert(moved - end) }
            }
        }
        #expect(shifts.count == 1 && shifts != [0])
        // The text output is the same, except for the dates.
        let texts = try ["journal.jsonl", "stripped.jsonl"].map { name in
            try command.run(["replay", name]).lines.filter { !$0.contains("true time") }.map {
                $0.replacing(#/rejected .*?: /#, with: "rejected: ").replacing(
                    /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ/, with: "date")
            }
        }
        #expect(texts[0] == texts[1])
    }

    @Test("an export replaces the names of boots, machines, sources and operators with numbers")
    func namesBecomeOrdinals() throws {
        let result = try export(Self.journal)
        for word in ["secret", "example", "https", "ntp", "alias", "liar"] { #expect(!result.output.contains(word)) }
        func values(_ key: String) throws -> [String] {
            try result.lines.compactMap { line in
                let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
                return object?[key] as? String
            }
        }
        #expect(try values("bootIdentity") == ["boot 1", "boot 2", "boot 2", "boot 3", "boot 1", "boot 1"])
        let unnamed = "the journal's Linux machine"
        #expect(
            try values("machine")
                == [unnamed, unnamed, "machine 1", "machine 1", "machine 2", "machine 2", unnamed])
        #expect(
            try values("source")
                == [1, 1, 1, 2, 3, 4, 5, 6, 1, 4, 2].map { "source \($0)" })
        #expect(
            try values("operator")
                == [1, 1, 1, 2, 2, 3, 4, 5, 1, 3, 2].map { "operator \($0)" })
    }

    @Test("an export shifts all dates by one constant, which differs in each export")
    func datesAreShiftedByOneConstant() throws {
        func dates(_ result: Command.Result) throws -> [Int64] {
            try result.lines.flatMap { line in
                let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
                return ["wall", "kernelBootTime", "earliest", "latest"].compactMap { object?[$0] as? NSNumber }
                    .map(\.int64Value)
            }
        }
        let (one, other) = (try dates(export(Self.journal)), try dates(export(Self.journal)))
        let shift = other[0] - one[0]
        #expect(shift != 0)
        #expect(zip(one, other).allSatisfy { $1 - $0 == shift })
        #expect(one[0] != Self.wall * Self.second)
        #expect(one[0] - one[1] == 1_000 * Self.second)
    }

    @Test("an export reads standard input, even if it is empty, and writes standard output")
    func standardInputAndOutput() throws {
        let result = try command.run(["export", "-"], input: Self.journal.joined(separator: "\r\n\r\n"))
        result.expectSuccess()
        #expect(result.lines.count == Self.journal.count)
        let empty = try command.run(["export", "-"])
        empty.expectSuccess()
        #expect(empty.output == "")
    }

    @Test("--output writes a new file, and never replaces one")
    func aFileOfItsOwn() throws {
        try command.write(Self.journal.joined(separator: "\n"), to: "journal.jsonl")
        let result = try command.run(["export", "journal.jsonl", "--output", "stripped.jsonl"])
        result.expectSuccess()
        #expect(result.output == "")
        let stripped = try command.read("stripped.jsonl")
        #expect(stripped.split(separator: "\n").count == Self.journal.count && stripped.hasSuffix("\n"))
        // Neither the journal itself nor another file is replaced.
        for name in ["stripped.jsonl", "journal.jsonl"] {
            let before = try command.read(name)
            let again = try command.run(["export", "journal.jsonl", "--output", name])
            again.expectFailure(74, saying: "can't write \(name): ", "exists")
            #expect(try command.read(name) == before)
        }
    }

    static let far = #"{"kind":"reading","wall":\#(Int64.max - 1),"continuous":1,"suspending":1,"kernelBootTime":1}"#
    static let past = #"{"kind":"reading","wall":\#(Int64.min + 1),"continuous":1,"suspending":1,"kernelBootTime":1}"#

    /// Standard output keeps the lines before it.
    @Test(
        "an export exits with 65 at a malformed line, names it, and leaves no output file",
        arguments: [
            ("{", "it is not JSON"), (#"{"kind":"nonsense"}"#, "\"kind\""), ("\u{fffd}", "it is not JSON"),
            (#"{"kind":"reading","wall":1}"#, "\"continuous\" is missing"),
        ])
    func malformedLinesAreNamed(line: String, words: String) throws {
        try command.write([Self.journal[0], "", line, Self.journal[1]].joined(separator: "\n"), to: "journal.jsonl")
        let result = try command.run(["export", "journal.jsonl"])
        result.expectFailure(65, saying: "journal.jsonl: line 3: ", words)
        #expect(result.lines.count == 1)
        try command.run(["export", "journal.jsonl", "--output", "stripped.jsonl"]).expectFailure(65, saying: "line 3: ")
        #expect(!command.exists("stripped.jsonl"))
    }

    /// Any shift puts one of the two dates out of range.
    @Test("an export exits with 65 if its dates are too far apart to shift")
    func datesTooFarAwayAreRefused() throws {
        try command.write([Self.far, Self.past].joined(separator: "\n"), to: "journal.jsonl")
        try command.run(["export", "journal.jsonl"]).expectFailure(
            65, saying: "line ", "a date is too far away to be shifted")
    }

    @Test("an export without a journal or with several journals is a usage error", arguments: [[], [""], ["a", "b"]])
    func mistakes(arguments: [String]) throws {
        try command.run(["export"] + arguments).expectFailure(64, saying: "name one journal")
    }

    @Test("an export exits with 74 and leaves no output if a journal can't be read", arguments: ["missing.jsonl", "."])
    func aJournalThatCannotBeRead(path: String) throws {
        let result = try command.run(["export", path, "--output", "stripped.jsonl"])
        result.expectFailure(74, saying: "can't read \(path)")
        #expect(!command.exists("stripped.jsonl"))
    }
}
