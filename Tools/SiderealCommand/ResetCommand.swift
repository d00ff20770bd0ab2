import Sidereal

/// `siderealctl reset`: discards all trusted time.
enum ResetCommand {
    static let page = HelpPage("reset", help: usage)
    static let usage = HelpPage.help(
        of: "reset",
        """
        Removes everything about the true time from the record: the servers' answers, and the latest lower bound on the
        true time. Use this command if servers were wrong. The names of the servers stay. The readings of the clocks
        stay, too, so the next check still detects a reboot. A watch on the same record also forgets the true time. The
        configuration and sources.conf stay unchanged.

          --state DIR      the directory of the record (default: as for check)
        \(CheckCommand.driftUsage)
          --config FILE    the configuration (default: /etc/sidereal/siderealctl.conf, if it exists)
          --quiet          print no answer; use the exit status
        """)

    static func run(_ arguments: [String], _ terminal: Terminal) throws(CommandError) {
        var parsed = try Arguments(arguments, of: page)
        try parsed.configure()
        if parsed.wantsHelp { return try terminal.write(usage) }
        try parsed.refuseOperands()
        let terminal = parsed.flags.contains("quiet") ? terminal.quiet : terminal
        let observatory = try CheckCommand.open(parsed)
        let directory = try StateDirectory.named(in: parsed.values)
        let kept: String
        switch observatory.keeper.record {
        case .absent:
            throw .inputOutput("can't reset the record: \(directory) has no record. Run siderealctl check first.")
        case .unavailable(let why):
            try CheckCommand.refuseUnusableDirectory(observatory)
            throw .inputOutput("can't read the record in \(directory), so nothing was removed: \(why)")
        case .damaged: kept = "The record was damaged, so its readings are lost. The damaged file has a new name."
        default: kept = "The readings of the clocks stay in the record."
        }
        observatory.shared.forgetTrust()
        if let problem = observatory.problemOfSaving() { throw .notSaved(problem) }
        try terminal.write("Removed everything about the true time. \(kept)")
    }
}
