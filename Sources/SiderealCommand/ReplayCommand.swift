import Sidereal

/// `siderealctl replay`: feeds a journal to the timekeeper and prints what it finds.
enum ReplayCommand {
    static let usage = """
        usage: siderealctl replay FILE.jsonl [--json] [--drift PPM]

        Feeds a journal, one JSON object a line, to the same timekeeper that runs in apps, and prints what it concludes
        after each line. FILE may be - for standard input.

          --json        one object per line of the journal: line, boot, systemClock, trusted
          --drift PPM   how wrong the rate of the clocks may be, in parts per million
                        (default: 500 on linux, 100 on darwin)

        A line is one of these; N is an integer, in nanoseconds but for suspends, which counts:
          {"kind":"launch"}
              a process starts; may carry platform (linux, darwin) and machine
          {"kind":"reading","wall":N,"continuous":N,"suspending":N,"kernelBootTime":N,"bootIdentity":"..."}
              all clocks; bootIdentity may be null; may carry suspends
          {"kind":"sample","source":"...","authenticated":true,"sent":N,"received":N,"time":N,"resolution":N,"lag":N}
              a server's answer; may carry operator, judgedWithNext, and earliest and latest in place of the last three
          {"kind":"protectedData","state":"locked"}
              or available
          {"kind":"reset"}
              all that was trusted was forgotten
        A malformed line ends the replay with its number and status 65.
        """

    static func run(_ arguments: [String], _ terminal: Terminal) throws(CommandError) {
        let parsed = try Arguments(arguments, of: "replay", flags: ["json"], options: ["drift"])
        if parsed.wantsHelp { return try terminal.write(usage) }
        guard parsed.operands.count == 1, let path = parsed.operands.first, !path.isEmpty else {
            throw .usage("replay: name one journal; siderealctl replay --help tells more")
        }
        let drift = try parsed.values["drift"].map { text throws(CommandError) in try rate(text) }
        var replay = JournalReplay(drift: drift)
        var lines = try LineReader(path: path == "-" ? "/dev/stdin" : path)
        var texts = ReplayText(terminal)
        var number = 0
        while let line = try lines.next() {
            number += 1
            if line.allSatisfy({ $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }) { continue }
            let state = try feed(line, number, path, to: &replay)
            if parsed.flags.contains("json") {
                try terminal.write(state.json.line)
            } else {
                for text in texts.lines(of: state) { try terminal.write(text) }
            }
        }
    }

    private static func feed(
        _ line: [UInt8], _ number: Int, _ path: String, to replay: inout JournalReplay
    ) throws(CommandError) -> JournalReplay.State {
        let entry: JournalEntry
        do throws(JournalLineError) {
            entry = try JournalEntry(line: line)
        } catch {
            throw .badData("\(path): line \(number): \(error.reason)")
        }
        do throws(JournalError) {
            return try replay.feed(entry, line: number)
        } catch {
            throw .badData("\(path): \(error)")
        }
    }

    private static func rate(_ text: String) throws(CommandError) -> Rate {
        guard let partsPerMillion = Double(text), partsPerMillion >= 0, partsPerMillion < 1_000_000,
            let rate = Rate(partsPerBillion: Int64((partsPerMillion * 1_000).rounded(.up)))
        else { throw .usage("replay: --drift is '\(text)', not a number of parts per million from 0 to below 1000000") }
        return rate
    }
}

extension JournalReplay.State {
    var json: JSON {
        .object([
            ("line", .integer(Int64(line))),
            ("boot", boot?.json ?? .null),
            ("systemClock", systemClock.json),
            ("trusted", trusted.json),
        ])
    }
}
