import SiderealCore
import SiderealSystem
import SiderealTesting
import SiderealTime
import Testing

@Suite("writing a journal") struct JournalWriterTests {
    let device = StoryDevice()
    static let path = "/journal.jsonl"

    func lines(_ path: String = path) -> [String] {
        let bytes = device.disk.contents(of: path) ?? []
        return String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
    }

    @Test("a recorded journal replays to the same verdicts")
    func replaysToTheSameVerdicts() throws {
        var verdicts: [BootVerdict] = []
        for round in 0..<6 {
            let app = try device.launch(journal: Self.path)
            verdicts.append(app.bootVerdict)
            try app.save()
            device.pass(seconds: 500)
            if round == 2 { device.reboot(upFor: 3_000) }
            if round == 3 { device.setClock(forward: -86_400) }
        }
        var replay = JournalReplay()
        var replayed: [BootVerdict] = []
        for (number, line) in lines().enumerated() {
            let entry = try JournalEntry(line: Array(line.utf8))
            let state = try replay.ingest(entry, line: number + 1)
            for case .boot(_, let verdict) in state.findings { replayed.append(verdict) }
        }
        #expect(replayed == verdicts)
        #expect(verdicts.map(\.didReboot) == [nil, false, false, true, false, false])
        #expect(verdicts[4].clockStep == .seconds(-86_400))
    }

    @Test("a journal contains the launch and each reading")
    func holdsALaunchAndEachReading() throws {
        let app = try device.launch(journal: Self.path)
        _ = try app.reading()
        try app.saveAsSeen()
        #expect(
            lines().first
                == #"{"hardwareClock":true,"kind":"launch","machine":"machine","platform":"linux","#
                + #""softwareDate":1767225600000000000}"#)
        #expect(lines().count == 3)
        #expect(lines().dropFirst().allSatisfy { $0.contains(#""kind":"reading""#) && $0.contains(#""boot 1""#) })
    }

    /// The megabyte is never exceeded, the last line is never torn, and one older journal is kept.
    @Test("a journal never exceeds a megabyte, and one older journal is kept", arguments: [-1, 0, 1])
    func turnsOverAtAMegabyte(excess: Int) throws {
        let app = try device.launch(journal: Self.path)
        _ = try app.reading()
        let next = try #require(lines().last).utf8.count + 1
        let full = [UInt8](repeating: UInt8(ascii: "x"), count: (1 << 20) - next + excess - 1) + [UInt8(ascii: "\n")]
        device.disk.place([1], at: Self.path + ".old")
        device.disk.place(full, at: Self.path)
        _ = try app.reading()
        let isTurned = excess > 0
        #expect(lines().count == (isTurned ? 1 : 2))
        #expect(lines().last?.utf8.count == next - 1)
        #expect(device.disk.contents(of: Self.path + ".old") == (isTurned ? full : [1]))
    }

    @Test(
        "a file that isn't a journal is left as it is",
        arguments: ["precious", "precious\n", "{}\n", "{\"kind\":\"other\"}\n", "\n"])
    func aFileThatIsNoJournal(content: String) throws {
        device.disk.place(Array(content.utf8), at: Self.path)
        let app = try device.launch(journal: Self.path)
        _ = try app.reading()
        #expect(app.journalError?.cause == .journalUnwritable)
        #expect(app.journalError?.description.contains("is not a journal") == true)
        #expect(device.disk.contents(of: Self.path) == Array(content.utf8))
    }

    @Test("a journal that can't be written sets journalError, and everything else works")
    func aJournalThatCannotBeWrittenIsToldAndDisturbsNothing() throws {
        let app = try device.launch(journal: "/no/such/journal")
        #expect(app.bootVerdict.answer == .firstObservation)
        _ = try app.moment()
        let error = app.journalError
        #expect(error?.cause == .journalUnwritable)
        #expect(error?.errno == 2)
        #expect(error?.description.contains("/no/such/journal") == true)
    }
}
