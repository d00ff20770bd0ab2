import Sidereal
import SiderealPicture

/// `siderealctl replay`: passes a journal's entries to the timekeeper and prints the findings.
enum ReplayCommand {
    static let page = HelpPage("replay", help: usage)
    static let usage = """
        usage: siderealctl replay FILE.jsonl [--json | --html OUT] [--drift PPM]

        Passes a journal, one JSON object a line, to the same timekeeper that runs in apps. Prints the timekeeper's
        findings after each line. FILE may be - for standard input.

          --json        print one object for each line of the journal: line, boot, systemClock, trusted
          --html OUT    draw the journal as an HTML page, and write the page to OUT (- for standard output); an
                        existing file is not replaced
          --drift PPM   the greatest rate error of the clocks, in parts per million
                        (default: 500 on linux, 100 on darwin)

        Each line is one of these objects. N is an integer in nanoseconds. The exceptions are disruptionMarker, and on
        linux suspends, which is a count:
          {"kind":"launch"}
              a process starts; may have platform (linux, darwin), sleepClock, machine, softwareDate, mayBePaused (true
              on a virtual machine), and hardwareClock (true if a hardware clock runs while the power is off)
          {"kind":"operators","authenticated":["..."],"unauthenticated":["..."]}
              the operators that the app names; only these operators have a vote. A name stands for an operator with
              all of its sources, and {"source":"...","operator":"..."} for one source of an operator
          {"kind":"reading","wall":N,"continuous":N,"suspending":N,"kernelBootTime":N,"bootIdentity":"..."}
              a reading of all clocks; bootIdentity may be null; may have suspends and disruptionMarker
          {"kind":"sample","source":"...","authenticated":true,"sent":N,"received":N,"time":N,"resolution":N,"lag":N}
              a server's answer; may have operator, and date (true if the answer is a Date, which may stand still);
              earliest and latest can replace time, resolution and lag
          {"kind":"protectedData","state":"locked"}
              the state of protected data: locked or available
          {"kind":"reset"}
              the app forgot all trusted time
        A malformed line ends the replay. The error names the line, and the exit status is 65.
        """

    static func run(_ arguments: [String], _ terminal: Terminal) throws(CommandError) {
        let parsed = try Arguments(arguments, of: page)
        if parsed.wantsHelp { return try terminal.write(usage) }
        guard parsed.operands.count == 1, let path = parsed.operands.first, !path.isEmpty else {
            throw .usage("replay: name one journal; see siderealctl replay --help")
        }
        let drift = try parsed.values["drift"].map { text throws(CommandError) in try rate(text) }
        if let place = parsed.values["html"] {
            if parsed.flags.contains("json") { throw .usage("replay: --html can't be used with --json") }
            return try draw(path, at: place, drift, terminal)
        }
        var replay = JournalReplay(drift: drift)
        var texts = ReplayText(terminal)
        try forEachEntry(of: path) { entry, number throws(CommandError) in
            let state = try blaming(path) { () throws(JournalError) in try replay.ingest(entry, line: number) }
            if parsed.flags.contains("json") {
                try terminal.write(state.json.line)
            } else {
                for text in texts.lines(of: state, after: entry) { try terminal.write(text) }
            }
        }
    }

    // MARK: - As a page

    private static func draw(
        _ path: String, at place: String, _ drift: Rate?, _ terminal: Terminal
    ) throws(CommandError) {
        try Page.write(at: place, terminal) { () throws(CommandError) in try page(of: path, drift) }
    }

    private static func page(of path: String, _ drift: Rate?) throws(CommandError) -> String {
        let name = path == "-" ? "standard input" : path.split(separator: "/").last.map(String.init) ?? path
        var builder = Picture.Builder(title: "Journal " + name, drift: drift)
        try forEachEntry(of: path) { entry, number throws(CommandError) in
            try blaming(path) { () throws(JournalError) in try builder.add(PictureStep(entry, line: number)) }
        }
        return builder.picture.page
    }

    // MARK: - Lines

    private static func forEachEntry(
        of path: String, _ body: (JournalEntry, Int) throws(CommandError) -> Void
    ) throws(CommandError) {
        var lines = try LineReader(path: path == "-" ? "/dev/stdin" : path)
        try lines.forEachEntry(of: path, body)
    }

    /// Returns the result of a step of the journal at a path, whose name begins the error.
    static func blaming<Result>(
        _ path: String, _ body: () throws(JournalError) -> Result
    ) throws(CommandError) -> Result {
        do throws(JournalError) {
            return try body()
        } catch {
            throw .badData("\(path): \(error)")
        }
    }

    private static func rate(_ text: String) throws(CommandError) -> Rate {
        guard let partsPerMillion = Double(text), partsPerMillion >= 0, partsPerMillion < 1_000_000,
            let rate = Rate(partsPerBillion: Int64((partsPerMillion * 1_000).rounded(.up)))
        else { throw .usage("replay: --drift is '\(text)', not at least 0 and less than 1000000 parts per million") }
        return rate
    }
}

extension LineReader {
    /// Passes each entry of a journal to `body`, with the number of its line.
    mutating func forEachEntry(
        of path: String, _ body: (JournalEntry, Int) throws(CommandError) -> Void
    ) throws(CommandError) {
        var number = 0
        while let line = try next() {
            number += 1
            if line.allSatisfy({ $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }) { continue }
            let entry: JournalEntry
            do throws(JournalLineError) {
                entry = try JournalEntry(line: line)
            } catch {
                throw .badData("\(path): line \(number): \(error.reason)")
            }
            try body(entry, number)
        }
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
