import Sidereal
import SiderealCore
import SiderealPicture

/// `siderealctl now`: asks servers, and prints the true time with its error.
enum NowCommand {
    /// The servers to ask if you name no server: servers of three large operators that answer over https.
    static let defaults = ["https://www.apple.com", "https://www.cloudflare.com", "https://www.google.com"]

    static let page = HelpPage("now", help: usage)
    static let usage = HelpPage.help(
        of: "now",
        """
        Asks servers for the time. Prints the true time with its error, and reports whether the system clock is right.
        Saves the answers, so later checks can work offline.

          --state DIR      the directory of the record (default: as for check)
          --journal FILE   append all inputs to a journal, for siderealctl replay
        \(Metrics.usage)
        \(CheckCommand.driftUsage)
          --json           print one JSON object, with stable keys
          --quiet          print no answer; use the exit status
          --verbose        also print the bounds of each server alone
        \(Alarm.usage(Alarm.ofClock))
        \(SourceOptions.usage)

        Without --server, --nts, --roughtime and --ntp, the command asks the servers in sources.conf in the state
        directory. Without sources.conf, the command asks the servers of the configuration. If neither file names a
        server, the command asks three companies: \(defaults.joined(separator: ", ")).

        If no server gives a usable answer, and the record has no earlier answer, the exit status is 69.
        """)

    static func run(_ arguments: [String], _ terminal: Terminal) throws(CommandError) {
        var parsed = try Arguments(arguments, of: page)
        try parsed.configure()
        if parsed.wantsHelp { return try terminal.write(usage) }
        try parsed.refuseOperands()
        let terminal = parsed.flags.contains("quiet") ? terminal.quiet : terminal
        let alarms = try Alarm.named(in: parsed, of: "now", outOf: Alarm.ofClock)
        let options = try SourceOptions(parsed, of: "now")
        let named = try options.servers(orThoseOf: parsed)
        let observatory = try CheckCommand.open(parsed)
        let servers = named.isEmpty ? defaults.map { .init(kind: .https, text: $0) } : named
        var poll = try Poll.ask(servers, options, observatory, terminal)
        let problem = observatory.problemOfSaving()
        poll.keepRefusals()
        poll.keepProofs(in: observatory, terminal)
        let report = CheckReport(observatory, poll, tolerance: options.tolerance)
        try terminal.write(NowReport(check: report), parsed)
        try Metrics.write(parsed, observatory, poll, tolerance: options.tolerance, isSaved: problem == nil)
        if let problem { throw .notSaved(problem) }
        try CommandError.raise(alarms, by: nil, report.systemClock)
        if report.trusted.kind == .unknown {
            throw .outOfReach(poll.isAllOutOfReach ? "no server answered" : "no server sent a usable answer")
        }
    }
}

/// A report of the true time and of the system clock's error: a part of the report of a check.
private struct NowReport: Report {
    let check: CheckReport

    var json: JSON { .object([("version", .integer(1))] + check.members) }

    func lines(_ terminal: Terminal, isVerbose: Bool) -> [String] {
        let (trusted, systemClock) = (check.trusted, check.systemClock)
        var lines = [CheckReport.row("True time", terminal.styled(Formatting.describe(trusted), .bold))]
        if trusted.kind == .bounded, let support = Formatting.support(trusted) {
            lines.append(CheckReport.row("", support))
        }
        if trusted.kind != .unknown || systemClock.answer != .unknown {
            lines.append(CheckReport.row("System clock", terminal.styled(Formatting.describe(systemClock))))
        }
        return lines + check.sharedLines(terminal, isVerbose: isVerbose)
    }
}
