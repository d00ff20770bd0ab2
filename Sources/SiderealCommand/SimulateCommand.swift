import SiderealSimulation

/// `siderealctl simulate`: histories of simulated devices, against the promises.
enum SimulateCommand {
    static let usage = """
        usage: siderealctl simulate --histories N [--seed N] [--store-every N] [--events N] [--keep DIR]
               siderealctl simulate --history FILE [--journal OUT]

        Invents histories of devices whose truth is known: clocks that are set, slewed and lost, sleeps, reboots, servers
        that lie, backups that are restored. It runs the shipping code through them on all cores, and checks after every
        event what is promised. A history that breaks a promise is shrunk to the shortest that still does, written to a
        file, and the command that runs it again is printed; the status is then 70.

          --histories N    how many to invent
          --seed N         the same seed invents the same histories (default: a fresh one, which is printed)
          --store-every N  run each N-th with the whole library: an app's settings, disk, power cuts, real polls
          --events N       how many events each has (default: 20)
          --keep DIR       where to write what breaks a promise (default: the current directory)
          --history FILE   run one history from such a file, and tell what it breaks
          --journal OUT    write what its processes were fed, for siderealctl replay; an existing file is not replaced
        """

    static func run(_ arguments: [String], _ terminal: Terminal) throws(CommandError) {
        let parsed = try Arguments(
            arguments, of: "simulate", flags: [],
            options: ["histories", "seed", "store-every", "events", "keep", "history", "journal"])
        if parsed.wantsHelp { return try terminal.write(usage) }
        guard parsed.operands.isEmpty else {
            throw .usage(
                "simulate: there is no scenario '\(parsed.operands[0])'; siderealctl simulate --help tells more")
        }
        switch (parsed.values["history"], parsed.values["histories"]) {
        case (let path?, nil): try HistoryReport.run(path, journal: parsed.values["journal"], terminal)
        case (nil, let count?): try runCampaign(count, parsed, terminal)
        default:
            throw .usage("simulate: name --histories or --history; siderealctl simulate --help tells more")
        }
    }

    private static func runCampaign(
        _ count: String, _ parsed: Arguments, _ terminal: Terminal
    ) throws(CommandError) {
        if parsed.values["journal"] != nil { throw .usage("simulate: --journal goes with --history") }
        var random = SystemRandomNumberGenerator()
        var campaign = Campaign(
            seed: try number("seed", parsed) ?? random.next() >> 16, histories: try number(count, of: "histories"),
            storeEvery: try number("store-every", parsed))
        if let events = try number("events", parsed) {
            guard (1...1_000).contains(events) else { throw .usage("simulate: --events is not from 1 to 1000") }
            campaign.eventsEach = Int(events)
        }
        if campaign.storeEvery == 0 { throw .usage("simulate: --store-every is zero") }
        try CampaignReport(campaign, keep: parsed.values["keep"] ?? ".", terminal).run()
    }

    private static func number(_ name: String, _ parsed: Arguments) throws(CommandError) -> UInt64? {
        try parsed.values[name].map { text throws(CommandError) in try number(text, of: name) }
    }

    private static func number(_ text: String, of name: String) throws(CommandError) -> UInt64 {
        guard let number = UInt64(text) else { throw .usage("simulate: --\(name) is '\(text)', not a whole number") }
        return number
    }
}
