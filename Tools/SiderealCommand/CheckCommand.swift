import Sidereal
import SiderealClocks
import SiderealCore
import SiderealSystem

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// `siderealctl check`: reads the clocks, compares them with the last check's readings, asks servers, prints the
/// verdicts, and saves the record.
enum CheckCommand {
    static let page = HelpPage("check", help: usage)
    static let usage = HelpPage.help(
        of: "check",
        """
        Reads the clocks, and compares them with the reading of the last check. Reports whether the machine rebooted
        since the last check, and whether its clock was set. Saves the new reading. The check needs no network. If you
        name servers, the check also asks these servers for the time, and reports whether the system clock is right.

          --state DIR      the directory of the record (default: $XDG_STATE_HOME/sidereal, else ~/.local/state/sidereal;
                           on Apple platforms Application Support)
          --observer NAME  compare with the last check under this name (default: siderealctl)
          --journal FILE   append all inputs to a journal, for siderealctl replay; the journal has the boot's identity
                           in clear text, so keep the journal private
        \(Metrics.usage)
        \(driftUsage)
          --json           print one JSON object, with stable keys
          --quiet          print no answer; use the exit status
          --verbose        also print the clocks, and the bounds of each server alone
        \(Alarm.usage(Alarm.allCases))
        \(SourceOptions.usage)

        Without --server, --nts, --roughtime and --ntp, the check asks the servers in the file sources.conf in the state
        directory. Each line of this file names one server, such as 'server https://www.example.com'. A line can also
        begin with nts, roughtime or ntp, followed by the value of that option. Without sources.conf, the check asks the
        servers of the configuration. If neither file names a server, the check asks no server.

        Answers over https, NTS and Roughtime are authenticated. Anyone on the network path can forge answers over NTP
        and plain http. So unauthenticated answers only narrow the authenticated bounds. Without authenticated bounds,
        the check uses unauthenticated answers alone, and its output marks the result as unauthenticated.

        No option limits the age of an answer, because the bounds of an answer widen by the drift: on Linux by 1.8 s in
        each direction per hour. Once the bounds exceed the tolerance, the check no longer reports that the system clock
        agrees with the true time.

        The answer is one of: first check, same boot, rebooted, indeterminate, unavailable (the record exists, but can't
        be read now), damaged. For each of these answers the exit status is 0, unless --fail-on names the answer. If no
        server that the check asked is reachable, the exit status is 69.
        """)

    /// The help text of `--drift`, for all commands that open a record.
    static let driftUsage = """
          --drift PPM      the greatest rate error of this machine's clocks, in parts per million (default: 500
                           on Linux, 100 on Apple platforms)
          --machine NAME   for a container: a name for its host, which no other host has and which survives reboots
          --boot-id FILE   for a container that hides the kernel's boot_id: the path where the host's boot_id is mounted
        """

    static func run(_ arguments: [String], _ terminal: Terminal) throws(CommandError) {
        var parsed = try Arguments(arguments, of: page)
        try parsed.configure()
        if parsed.wantsHelp { return try terminal.write(usage) }
        try parsed.refuseOperands()
        let terminal = parsed.flags.contains("quiet") ? terminal.quiet : terminal
        let alarms = try Alarm.named(in: parsed, of: "check", outOf: Alarm.allCases)
        let options = try SourceOptions(parsed, of: "check")
        let named = try options.servers(orThoseOf: parsed)
        let observatory = try open(parsed)
        // If a check is missing from the journal, a replay gives other results.
        if let problem = observatory.journalError { throw .notSaved(problem) }
        var poll = named.isEmpty ? .none : try Poll.ask(named, options, observatory, terminal)
        var problem: ObservatoryError?
        var isUnavailable = false
        if case .unavailable = observatory.keeper.record {
            isUnavailable = true
            try refuseUnusableDirectory(observatory)
        } else {
            problem = observatory.problemOfSaving()
        }
        poll.keepRefusals()
        poll.keepProofs(in: observatory, terminal)
        let report = CheckReport(observatory, poll, tolerance: options.tolerance)
        try terminal.write(report, parsed)
        try Metrics.write(
            parsed, observatory, poll, tolerance: options.tolerance, isSaved: problem == nil && !isUnavailable)
        if let problem { throw .notSaved(problem) }
        try CommandError.raise(alarms, by: report.boot, report.systemClock)
        if poll.isAllOutOfReach { throw .outOfReach("no server answered") }
    }

    static func open(
        _ arguments: Arguments, savesAutomatically: Bool = false
    ) throws(CommandError) -> Observatory {
        let (values, command) = (arguments.values, arguments.command)
        let directory = try StateDirectory.named(in: values)
        // The owner of the record can write anything into it, and a command run by an administrator would trust that
        // content.
        for path in [directory, directory + "/state"] {
            guard let owner = Terminal.otherOwner(of: path) else { continue }
            throw .inputOutput(
                "\(path) belongs to the user with ID \(owner): run as that user, name another --state, or use "
                    + "siderealctl status, which only reads")
        }
        let clocks = try clocks(arguments)
        try refuseChangedClocks(command)
        do throws(ObservatoryError) {
            return try Observatory(
                path: directory,
                // Each command has its own observer. If two commands shared an observer, the next check could miss a
                // reboot.
                observer: values["observer"] ?? (command == "check" ? "siderealctl" : "siderealctl \(command)"),
                journal: values["journal"].map { URL(filePath: $0) }, savesAutomatically: savesAutomatically,
                driftPartsPerMillion: nil, clocks: clocks)
        } catch {
            throw [.invalidObserverName, .tooManyObservers].contains(error.cause)
                ? .usage("\(command): \(error)") : .inputOutput("\(error)")
        }
    }

    /// Returns the clocks of this machine, with the properties that the options give them.
    static func clocks(_ arguments: Arguments) throws(CommandError) -> DeviceClocks {
        let values = arguments.values
        var machine: MachineIdentity?
        if let name = values["machine"] {
            guard (1...255).contains(name.utf8.count) else {
                throw arguments.error("machine", "has \(name.utf8.count) bytes, not 1 to 255")
            }
            machine = MachineIdentity(named: name)
        }
        if let path = values["boot-id"], let problem = BootIdentityStatus.system(path: path).problem {
            throw arguments.error("boot-id", "names \(path), which \(problem)")
        }
        var clocks = DeviceClocks.live(machine: machine, bootIdentityFile: values["boot-id"])
        if let text = values["drift"] {
            guard let partsPerMillion = Int32(text) else {
                throw arguments.error("drift", "is '\(text)', not a whole number of parts per million")
            }
            guard (1...100_000).contains(partsPerMillion) else {
                throw arguments.error("drift", "is \(partsPerMillion) parts per million, not 1 to 100,000")
            }
            clocks.model = clocks.model.withDrift(.partsPerMillion(partsPerMillion))
        }
        return clocks
    }

    /// Throws if something, such as a preloaded library, changes the clocks that this process reads. A record from such
    /// a process would mislead later checks.
    static func refuseChangedClocks(_ command: String) throws(CommandError) {
        let changed = SystemClocks.changedClocks
        guard !changed.isEmpty else { return }
        let preloaded = ProcessInfo.processInfo.environment["LD_PRELOAD"].map { " (LD_PRELOAD=\($0))" } ?? ""
        throw .inputOutput(
            "\(command): something, such as a preloaded library\(preloaded), changes "
                + "\(changed.joined(separator: ", ")) for this process; a record of such clocks would mislead later checks"
        )
    }

    /// The options that describe the clocks. Their values can't change while a watch runs.
    static let clockOptions = ["drift", "machine", "boot-id"]

    /// Throws if no record can ever exist at the path. Such a path is the user's mistake, but a locked record is not.
    static func refuseUnusableDirectory(_ observatory: Observatory) throws(CommandError) {
        guard case .unavailable(let cause) = observatory.keeper.record, let number = cause.errno else { return }
        let path = observatory.directory.path
        if number == ErrorNumber.notDirectory.rawValue {
            throw .inputOutput("the state directory \(path) is not a directory")
        }
        guard number == ErrorNumber.nameTooLong.rawValue || !Terminal.canEnter(path) else { return }
        throw .inputOutput("can't enter the state directory \(path): \(Terminal.describe(number))")
    }
}

extension Observatory {
    /// Saves the record with the results of a command. Returns an error instead of throwing it, so the command can
    /// still print its report.
    func problemOfSaving() -> ObservatoryError? {
        do throws(ObservatoryError) {
            try saveAsSeen()
            return nil
        } catch {
            return error
        }
    }
}

extension StateDirectory {
    /// Returns the directory that the option `--state` names, or the standard directory if the option is missing.
    static func named(in values: [String: String]) throws(CommandError) -> String {
        if let state = values["state"] { return state }
        do throws(ObservatoryError) {
            return try standard()
        } catch {
            throw .inputOutput("\(error)")
        }
    }
}

extension BootIdentityStatus {
    /// The reason why a named file contains no boot identity, or `nil` if the file contains one.
    fileprivate var problem: String? {
        switch self {
        case .valid: nil
        case .missing: "is missing"
        case .unreadable(let number): "can't be read: \(Terminal.describe(number.rawValue))"
        case .empty: "is empty"
        case .malformed: "contains no UUID"
        case .notFromKernel: "is not a kernel file: bind-mount the host's own file there"
        case .changing: "changes from one read to the next"
        case .notAsked: "is not read: this build lacks the trait BootIdentity"
        }
    }
}
