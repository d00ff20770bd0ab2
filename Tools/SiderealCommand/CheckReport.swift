import Sidereal
import SiderealCore
import SiderealPicture

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A report in two forms: text for people, and JSON for programs.
protocol Report {
    var json: JSON { get }

    func lines(_ terminal: Terminal, isVerbose: Bool) -> [String]
}

extension Terminal {
    /// Writes a report in the form that the options select, and flushes the output.
    func write(_ report: some Report, _ parsed: Arguments) throws(CommandError) {
        if parsed.flags.contains("json") {
            try write(report.json.line)
        } else {
            for line in report.lines(self, isVerbose: parsed.flags.contains("verbose")) { try write(line) }
        }
        try flush()
    }
}

/// The results of a check.
struct CheckReport: Report {
    let boot: BootVerdict
    let systemClock: SystemClockVerdict
    let trusted: TrustedTime
    private let deviceReading: DeviceReading?
    private let directory: String
    private let observer: String
    private let poll: Poll
    private let drift: Rate
    private let isElapsedClockWrong: Bool
    private let settled: JSON

    init(_ observatory: Observatory, _ poll: Poll, tolerance: Nanoseconds) {
        let keeper = observatory.keeper
        boot = observatory.bootVerdict
        deviceReading = keeper.latest
        trusted = keeper.shown
        systemClock = keeper.systemClock(tolerance: tolerance, on: .unauthenticated)
        directory = observatory.directory.path
        observer = observatory.observer
        settled = observatory.settled
        self.poll = poll
        drift = keeper.model.drift
        isElapsedClockWrong = keeper.isElapsedClockWrong
    }

    var json: JSON { .object([("version", .integer(1)), ("boot", boot.json)] + members) }

    /// The members of the JSON object that `check` and `now` share.
    var members: [(String, JSON)] {
        [
            ("systemClock", systemClock.json),
            ("trusted", trusted.json),
            ("elapsedClockWrong", .bool(isElapsedClockWrong)),
            ("settled", settled),
            (
                "sources", poll.json(at: deviceReading?.reading.elapsed ?? ElapsedInstant(nanoseconds: 0), drift: drift)
            ),
            ("reading", deviceReading.map(CheckReport.json) ?? .null),
        ] + poll.proofsJSON
    }

    /// Returns the lines on the elapsed clock and on the servers, which `check` and `now` share.
    func sharedLines(_ terminal: Terminal, isVerbose: Bool) -> [String] {
        let servers = CheckReport.rows(
            "Servers", poll.lines(terminal, at: isVerbose ? deviceReading : nil, drift: drift))
        guard isElapsedClockWrong else { return servers }
        let bound = "Its drift bound is \(drift.partsPerBillion / 1_000) parts per million; --drift sets another bound."
        return [
            CheckReport.row(
                "Elapsed clock", terminal.styled(.init("wrong", .bad, ": " + Formatting.elapsedClockWrong))),
            CheckReport.row("", bound),
        ] + servers
    }

    private static func json(_ deviceReading: DeviceReading) -> JSON {
        let reading = deviceReading.reading
        return .object([
            ("wallNanoseconds", .nanoseconds(reading.wall.nanoseconds)),
            ("elapsedNanoseconds", .nanoseconds(reading.elapsed.nanoseconds)),
            ("awakeNanoseconds", .nanoseconds(reading.awake.nanoseconds)),
            ("kernelBootTimeNanoseconds", .nanoseconds(reading.kernelBootTime.nanoseconds)),
            ("bootIdentity", .text(deviceReading.bootIdentity == nil ? "absent" : "present")),
        ])
    }

    func lines(_ terminal: Terminal, isVerbose: Bool = false) -> [String] {
        var lines = [
            CheckReport.row("Boot", terminal.styled(Formatting.headline(boot))), CheckReport.row("", boot.reason),
        ]
        if let step = boot.clockStepNanoseconds {
            lines.append(CheckReport.row("", "Since the last reading the clock was set \(Formatting.step(step))."))
        }
        if let cause = unavailable {
            let why = cause.errno.map { ": " + Terminal.describe($0) } ?? ""
            lines.append(CheckReport.row("", Terminal.visible("\(directory)/state\(why). The record stays unchanged.")))
        }
        if trusted.kind == .unknown, systemClock.answer == .unknown {
            let hint = poll.outcomes.isEmpty ? "; name a server with --server URL" : ""
            lines.append(CheckReport.row("System clock", "not checked: no server has sent the time" + hint))
        } else {
            lines.append(CheckReport.row("System clock", terminal.styled(Formatting.describe(systemClock))))
            lines.append(CheckReport.row("True time", Formatting.describe(trusted)))
        }
        lines += sharedLines(terminal, isVerbose: isVerbose)
        if let reading = deviceReading?.reading {
            lines.append(CheckReport.row("Uptime", CheckReport.uptime(reading)))
            if isVerbose { lines += CheckReport.rows("Clocks", CheckReport.clocks(reading)) }
        }
        let place = Terminal.visible("\(directory), observer \(observer)")
        lines.append(CheckReport.row("Record", terminal.styled(place, .dim)))
        return lines
    }

    private var unavailable: Unavailability? {
        if case .unavailable(let cause) = boot.answer { cause } else { nil }
    }

    private static func uptime(_ reading: ClockReading) -> String {
        let elapsed = Formatting.length(Nanoseconds(reading.elapsed.nanoseconds))
        let asleep = reading.slept
        return asleep < .seconds(1) ? elapsed : "\(elapsed), including \(Formatting.length(asleep)) asleep"
    }

    /// Returns lines that show the clocks' readings as the kernel reports them.
    static func clocks(_ reading: ClockReading) -> [String] {
        [
            "system clock \(Formatting.date(TrueInstant(nanoseconds: reading.wall.nanoseconds)))",
            "time since boot \(reading.elapsed.nanoseconds) ns, time awake \(reading.awake.nanoseconds) ns",
            "the kernel's boot time "
                + Formatting.date(TrueInstant(nanoseconds: reading.kernelBootTime.nanoseconds)),
        ]
    }

    /// Returns the rows of a table. Only the first row contains the label.
    static func rows(_ label: String, _ texts: [String]) -> [String] {
        texts.enumerated().map { row($0.offset == 0 ? label : "", $0.element) }
    }

    static func row(_ label: String, _ text: String) -> String {
        label + String(repeating: " ", count: max(0, 14 - label.count)) + text
    }
}
