import Sidereal
import SiderealSimulation

/// Runs a campaign, shows its progress, and prints its result.
struct CampaignReport {
    private let campaign: Campaign
    private let keep: String
    private let terminal: Terminal

    init(_ campaign: Campaign, keep: String, _ terminal: Terminal) {
        self.campaign = campaign
        self.keep = keep
        self.terminal = terminal
    }

    func run() throws(CommandError) {
        try terminal.write("seed \(campaign.seed)")
        let progress = ProgressLine(of: campaign.histories, terminal)
        var watched = campaign
        watched.progress = { progress.show($0) }
        let result = watched.run()
        terminal.progress("")
        try terminal.write(summary(result, seconds: progress.seconds))
        guard let found = result.violations.first else {
            try terminal.write(terminal.styled("all promises kept", .green))
            return
        }
        throw try broken(found)
    }

    private func summary(_ result: Campaign.Result, seconds: Double) -> String {
        let rate = seconds > 0 ? Int64(Double(result.histories) / seconds) : 0
        let withStore = result.withStore > 0 ? ", \(ProgressLine.grouped(result.withStore)) of them with the store" : ""
        return
            "\(ProgressLine.grouped(result.histories)) histories\(withStore), \(ProgressLine.grouped(result.events)) events, "
            + "\(ProgressLine.tenths(seconds)) s, \(ProgressLine.grouped(UInt64(max(0, rate)))) histories a second"
    }

    /// Shortens the history and writes the shorter history to a file. Returns an error whose message contains the
    /// command that runs the history again.
    private func broken(_ found: Campaign.Found) throws(CommandError) -> CommandError {
        let withStore = campaign.isWithStore(found.index)
        terminal.progress("a promise is broken; the campaign looks for the shortest history that breaks it")
        let short = HistoryRun.shrunk(found.history, breaking: found.violation.promise, withStore: withStore)
        terminal.progress("")
        let violation = HistoryRun.violation(of: short, withStore: withStore) ?? found.violation
        let path = "\(keep)/broken-\(campaign.seed)-\(found.index).jsonl"
        let writer = try LineWriter(creating: path)
        for line in HistoryFile.lines(of: short, withStore: withStore) { try writer.write(line) }
        try writer.close()
        try terminal.write(
            terminal.styled("broken: \(violation.promise.rawValue)", .red) + " (\(violation.promise.text))")
        try terminal.write("  \(violation.text)")
        try terminal.write("  history \(found.index) of seed \(campaign.seed), shrunk to \(short.events.count) events")
        return .brokenPromise("run the history again with: siderealctl simulate --history \(path)")
    }
}

/// Runs or draws the history in a file.
enum HistoryReport {
    static func run(_ path: String, journal: String?, html: String?, _ terminal: Terminal) throws(CommandError) {
        let (history, withStore) = try LineReader.all(of: path, as: HistoryFile.history(from:))
        if let journal {
            guard !withStore else {
                throw .usage("simulate: a history with the store has no journal; leave out --journal")
            }
            let writer = try LineWriter(creating: journal)
            for entry in HistoryRun.journal(of: history).entries {
                try writer.write(String(decoding: entry.json, as: UTF8.self))
            }
            try writer.close()
        }
        if let html {
            let name = path.split(separator: "/").last.map(String.init) ?? path
            return try Page.write(at: html, terminal) { () throws(CommandError) in
                try HistoryPicture(title: "History " + name, ScenarioRun(history)).page()
            }
        }
        for (place, event) in history.events.enumerated() { try terminal.write("\(place + 1). \(event.text)") }
        guard let violation = HistoryRun.violation(of: history, withStore: withStore) else {
            try terminal.write(terminal.styled("all promises kept", .green))
            return
        }
        throw .brokenPromise(
            "broken: \(violation.promise.rawValue) (\(violation.promise.text)), after event \(violation.event + 1): \(violation.text)"
        )
    }
}
