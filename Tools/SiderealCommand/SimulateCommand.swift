import SiderealSimulation

/// `siderealctl simulate`: tests the library's promises on histories of simulated devices.
enum SimulateCommand {
    static let page = HelpPage("simulate", help: usage)
    static let usage = """
        usage: siderealctl simulate --list
               siderealctl simulate SCENARIO [--seed N] [--html OUT]
               siderealctl simulate --table N [--seed N] [--markdown]
               siderealctl simulate --histories N [--seed N] [--store-every N] [--events N] [--keep DIR]
               siderealctl simulate --history FILE [--journal OUT] [--html OUT]
               siderealctl simulate --traces FILE [--lives N] [--seed N]

        Runs the shipping code on simulated devices whose true time is known.

        A scenario is a named story: the events on a device, the questions of an app, the answers of Sidereal, and the
        answers of naive approaches. --table counts the answers in many variations of all scenarios.

        A campaign invents histories: clock settings, slewing and lost clocks, sleeps, reboots, lying servers and
        restored backups. It runs on all cores, and checks all promises after every event. If a history breaks a
        promise, the campaign finds the shortest history that still breaks this promise, and writes that history to a
        file. The campaign then prints the command that runs the file again, and the exit status is 70.

          --list           print the scenarios, one a line
          --html OUT       draw the scenario or history as an HTML page, and write the page to OUT (- for standard
                           output); an existing file is not replaced
          --table N        run N histories of each scenario
          --markdown       print the table for a page of documentation
          --histories N    run N invented histories
          --seed N         the seed: the same seed gives the same histories (default: 0 for a scenario and 1 for the
                           table; a campaign chooses a random seed, and prints it)
          --store-every N  run each N-th history with the whole library: an app's settings, disk, power cuts, real polls
          --events N       the number of events in each history (default: 20)
          --keep DIR       the directory for histories that break a promise (default: the current directory)
          --history FILE   run the history in FILE, and print the promise that it breaks
          --traces FILE    run apps on the traces of Apple's clocks in FILE (- for standard input), as JSON Lines
                           (Tests/Traces/README.md), and count the apps' wrong conclusions; also run simulated machines
                           on the traces, and compare the machines' clocks with the traces; the exit status is 70 if a
                           clock differs, or if a conclusion that is not just probable is wrong
          --lives N        the number of app lives on each trace (default: 20)
          --journal OUT    write the inputs of the processes, for siderealctl replay; an existing file is not replaced
        """

    /// The kinds of simulation, each with its options. The first word of a usage names its kind.
    private static let kinds = page.usages.map { usage in
        let words = usage.split(separator: " ").dropFirst()
        let kind = words.first.map { $0.hasPrefix("--") ? String($0.dropFirst(2)) : "scenario" } ?? ""
        let options = words.filter { $0.hasPrefix("[--") }.map { $0.dropFirst(3).prefix { $0 != "]" } }
        return (name: kind, options: Set(options.map { String($0) }))
    }

    static func run(_ arguments: [String], _ terminal: Terminal) throws(CommandError) {
        let parsed = try Arguments(arguments, of: page)
        if parsed.wantsHelp { return try terminal.write(usage) }
        let given = parsed.flags.union(parsed.values.keys)
        let chosen = kinds.filter { $0.name == "scenario" ? !parsed.operands.isEmpty : given.contains($0.name) }
        guard let kind = chosen.first, chosen.count == 1 else {
            let others = kinds.filter { $0.name != "scenario" }.map { "--" + $0.name }.joined(separator: ", ")
            throw .usage("simulate: name a scenario or one of \(others); see siderealctl simulate --help")
        }
        if let foreign = given.subtracting(kind.options).subtracting([kind.name]).sorted().first {
            let named = kind.name == "scenario" ? "a scenario" : "--" + kind.name
            throw .usage("simulate: --\(foreign) can't be used with \(named)")
        }
        switch kind.name {
        case "list": try ScenarioReport.list(terminal)
        case "table": try runTable(parsed, terminal)
        case "histories": try runCampaign(parsed.values["histories"] ?? "", parsed, terminal)
        case "history":
            try HistoryReport.run(
                parsed.values["history"] ?? "", journal: parsed.values["journal"], html: parsed.values["html"], terminal
            )
        case "traces":
            let lives = try number("lives", parsed) ?? 20
            guard (1...100_000).contains(lives) else { throw .usage("simulate: --lives is not from 1 to 100000") }
            try TraceReport.run(
                parsed.values["traces"] ?? "", lives: Int(lives), seed: try number("seed", parsed) ?? 1, terminal)
        default:
            guard parsed.operands.count == 1, let scenario = Scenario.named(parsed.operands[0]) else {
                throw .usage(
                    "simulate: there is no scenario '\(parsed.operands.joined(separator: " "))'; see siderealctl simulate --list"
                )
            }
            let report = ScenarioReport(scenario, seed: try number("seed", parsed) ?? 0, terminal)
            if let place = parsed.values["html"] { try report.draw(at: place) } else { try report.write() }
        }
    }

    private static func runTable(_ parsed: Arguments, _ terminal: Terminal) throws(CommandError) {
        let count = try number("table", parsed) ?? 0
        guard (1...1_000_000).contains(count) else { throw .usage("simulate: --table is not from 1 to 1000000") }
        let seed = try number("seed", parsed) ?? 1
        terminal.progress("\(count) histories of each of \(Scenario.all.count) scenarios")
        let table = try AsyncWork.run { () async throws(CommandError) in
            await ScenarioTable.make(histories: Int(count), seed: seed)
        }
        terminal.progress("")
        try terminal.write(parsed.flags.contains("markdown") ? table.markdown : table.text)
    }

    private static func runCampaign(
        _ count: String, _ parsed: Arguments, _ terminal: Terminal
    ) throws(CommandError) {
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
