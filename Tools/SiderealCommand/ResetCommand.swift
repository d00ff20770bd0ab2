import Sidereal

/// `siderealctl reset`: discards all trusted time.
enum ResetCommand {
    static let page = HelpPage("reset", help: usage)
    static let usage = HelpPage.help(
        of: "reset",
        """
        Forgets what was learned of the true time: what servers said, the floor under it, and the names of servers that the
        record has. For when servers were wrong, or named wrongly. What the clocks showed is kept, so that a reboot is still
        told. A watch that runs on the same record forgets it, too. The configuration and sources.conf stay as they are.

          --state DIR      where the record is kept (default: as for check)
          --config FILE    the configuration (default: /etc/sidereal/siderealctl.conf, where it is there)
          --quiet          print no answer: the exit status tells
        """)

    static func run(_ arguments: [String], _ terminal: Terminal) throws(CommandError) {
        var parsed = try Arguments(arguments, of: page)
        try parsed.configure()
        if parsed.wantsHelp { return try terminal.write(usage) }
        try parsed.refuseOperands()
        let terminal = parsed.flags.contains("quiet") ? terminal.quiet : terminal
        let observatory = try CheckCommand.open(parsed.values, for: "reset")
        let directory = try StateDirectory.named(in: parsed.values)
        let kept: String
        switch observatory.keeper.record {
        case .absent: throw .inputOutput("there is no record in \(directory)")
        case .unavailable(let why):
            try CheckCommand.refuseUnusableDirectory(observatory)
            throw .inputOutput("can't read the record in \(directory), nothing was forgotten: \(why)")
        case .damaged: kept = "The record was damaged, so that what the clocks showed is lost; it is kept aside."
        default: kept = "What the clocks showed is kept."
        }
        observatory.shared.forgetTrust()
        if let problem = observatory.problemOfSaving() { throw .notSaved(problem) }
        try terminal.write("Forgotten: what was learned of the true time. \(kept)")
    }
}
