import Sidereal

/// `siderealctl export`: strips a journal of what identifies.
enum ExportCommand {
    static let usage = """
        usage: siderealctl export FILE.jsonl [--output FILE]

        Strips a journal of what identifies the machine, its owner and whom it talks to, so that it can be handed to
        somebody else, whose replay then finds what yours does: identities of boots and machines, sources and operators become
        ordinals, and all dates are shifted by one random constant. FILE may be - for standard input.

          --output FILE  where the stripped journal goes (default: standard output); an existing file is not replaced
        """

    static func run(_ arguments: [String], _ terminal: Terminal) throws(CommandError) {
        let parsed = try Arguments(arguments, of: "export", flags: [], options: ["output"])
        if parsed.wantsHelp { return try terminal.write(usage) }
        guard parsed.operands.count == 1, let path = parsed.operands.first, !path.isEmpty else {
            throw .usage("export: name one journal; siderealctl export --help tells more")
        }
        var export = JournalExport()
        var lines = try LineReader(path: path == "-" ? "/dev/stdin" : path)
        let output = try parsed.values["output"].map { path throws(CommandError) in try LineWriter(creating: path) }
        var number = 0
        while let line = try lines.next() {
            number += 1
            if line.allSatisfy({ $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }) { continue }
            let stripped: JournalEntry
            do {
                stripped = try export.strip(try JournalEntry(line: line), line: number)
            } catch let error as JournalLineError {
                throw .badData("\(path): line \(number): \(error.reason)")
            } catch let error as JournalError {
                throw .badData("\(path): \(error)")
            } catch {
                throw .badData("\(path): line \(number): \(error)")
            }
            let text = String(decoding: stripped.json, as: UTF8.self)
            if let output { try output.write(text) } else { try terminal.write(text) }
        }
        try output?.close()
    }
}
