import Sidereal

/// `siderealctl reset`: forgets what was learned of the true time.
enum ResetCommand {
    static let page = HelpPage("reset", help: usage)
    static let usage = HelpPage.help(
        of: "reset",
        """
        Forgets what was learned of the true time: what servers said, the floor under it, and which servers were named. For
        when servers were wrong, or named wrongly. What the clocks showed is kept, so that a reboot is still told. A watch
        that runs on the same record forgets it, too.

          --state DIR      where the record is kept (default: as for check)
          --config FILE    the configuration (default: /etc/sidereal/siderealctl.conf, where it is there)
          --quiet          print no answer: the exit status tells
        """)

    static func run(_ arguments: [String], _ terminal: Terminal) throws(CommandError) {
        var parsed = try Arguments(arguments, of: page)
        try parsed.configure()
        if parsed.wantsHelp { return try terminal.write(usage) }
        if let operand = parsed.operands.first {
            throw .usage("reset: what is '\(operand)' for? siderealctl reset --help lists the options")
        }
        let terminal = parsed.flags.contains("quiet") ? terminal.quiet : terminal
        let observatory = try CheckCommand.open(parsed.values, for: "reset")
        observatory.shared.forgetTrust()
        if let problem = observatory.problemOfSaving() { throw .notSaved(problem) }
        try terminal.write("Forgotten: what was learned of the true time. What the clocks showed is kept.")
    }
}
