import Sidereal
import SiderealClocks
import SiderealCore
import SiderealGate
import SiderealSystem

/// `siderealctl status`: prints the content of the record and the readings of the clocks, and changes nothing.
enum StatusCommand {
    static let page = HelpPage("status", help: usage)
    static let usage = HelpPage.help(
        of: "status",
        """
        Reports the state of the record and the clocks: whether the machine rebooted since the last saved reading, the
        true time according to earlier answers, and whether the system clock is right. The command asks no server, and
        writes no file. So root can read the record of any user, such as the record of the service in /var/lib/sidereal.

          --state DIR      the directory of the record (default: as for check)
          --observer NAME  compare with the last reading under this name (default: siderealctl; if the record has
                           only a reading of a watch, siderealctl watch)
        \(CheckCommand.driftUsage)
          --tolerance S    the greatest error of a system clock that agrees with the true time (default: 2)
          --config FILE    the configuration (default: /etc/sidereal/siderealctl.conf, if it exists)
          --json           print one JSON object, as check does
          --verbose        also print the clocks
        \(Alarm.usage(Alarm.allCases))

        If the record is missing or can't be read, the exit status is 74.
        """)

    static func run(_ arguments: [String], _ terminal: Terminal) throws(CommandError) {
        var parsed = try Arguments(arguments, of: page)
        try parsed.configure()
        if parsed.wantsHelp { return try terminal.write(usage) }
        try parsed.refuseOperands()
        let alarms = try Alarm.named(in: parsed, of: "status", outOf: Alarm.allCases)
        let tolerance = try SourceOptions.tolerance(parsed)
        let directory = try StateDirectory.named(in: parsed.values)
        var observatory = try open(directory, parsed, observer: parsed.values["observer"] ?? "siderealctl")
        switch observatory.keeper.record {
        case .absent:
            throw .inputOutput("can't print the record: \(directory) has no record. Run siderealctl check first.")
        case .unavailable(let why):
            try CheckCommand.refuseUnusableDirectory(observatory)
            throw .inputOutput("can't read the record in \(directory): \(why)")
        default: break
        }
        let known = observatory.keeper.record.record?.observers.keys.map { $0.text } ?? []
        if let name = parsed.values["observer"], observatory.keeper.record.record != nil, !known.contains(name) {
            throw .inputOutput(
                "the record in \(directory) has no reading under the name '\(name)', only under "
                    + known.sorted().map { "'\($0)'" }.joined(separator: ", "))
        }
        if parsed.values["observer"] == nil, !known.contains("siderealctl"), known.contains("siderealctl watch") {
            observatory = try open(directory, parsed, observer: "siderealctl watch")
        }
        let report = CheckReport(observatory, .none, tolerance: tolerance)
        try terminal.write(report, parsed)
        try CommandError.raise(alarms, by: report.boot, report.systemClock)
    }

    private static func open(
        _ directory: String, _ parsed: Arguments, observer: String
    ) throws(CommandError) -> Observatory {
        var environment = Environment.live
        environment.disk = ReadOnlyFiles()
        let clocks = try CheckCommand.clocks(parsed)
        try CheckCommand.refuseChangedClocks("status")
        do throws(ObservatoryError) {
            return try Observatory(
                directory: directory, observer: observer, environment: environment, clocks: clocks)
        } catch {
            throw .inputOutput("\(error)")
        }
    }
}
