import Sidereal

/// `siderealctl export`: removes identifying data from a journal.
enum ExportCommand {
    static let page = HelpPage("export", help: usage)
    static let usage = """
        usage: siderealctl export FILE.jsonl [--output FILE]

        Removes from a journal everything that identifies the machine, its owner and its servers, so you can share the
        journal. A replay of the result has the same findings. Ordinals replace the identities of boots and machines,
        and the names of sources and operators. One random constant shifts all dates. FILE may be - for standard input.

        The clocks that count since boot stay unchanged. Two facts can reveal the constant, or at least its fraction of
        a second: a boot in a known year, such as 1970, and whole seconds from servers.

          --output FILE  the file for the result (default: standard output); an existing file is not replaced
        """

    static func run(_ arguments: [String], _ terminal: Terminal) throws(CommandError) {
        let parsed = try Arguments(arguments, of: page)
        if parsed.wantsHelp { return try terminal.write(usage) }
        guard parsed.operands.count == 1, let path = parsed.operands.first, !path.isEmpty else {
            throw .usage("export: name one journal; see siderealctl export --help")
        }
        var lines = try LineReader(path: path == "-" ? "/dev/stdin" : path)
        guard let place = parsed.values["output"] else {
            return try strip(&lines, of: path) { text throws(CommandError) in try terminal.write(text) }
        }
        let output = try LineWriter(creating: place)
        do throws(CommandError) {
            try strip(&lines, of: path) { text throws(CommandError) in try output.write(text) }
        } catch {
            // If this export left an incomplete file, the next export could not create the file.
            output.discard()
            throw error
        }
        try output.close()
    }

    private static func strip(
        _ lines: inout LineReader, of path: String, _ write: (String) throws(CommandError) -> Void
    ) throws(CommandError) {
        var export = JournalExport()
        try lines.forEachEntry(of: path) { entry, number throws(CommandError) in
            let stripped = try ReplayCommand.blaming(path) { () throws(JournalError) in
                try export.strip(entry, line: number)
            }
            try write(String(decoding: stripped.json, as: UTF8.self))
        }
    }
}
