import SiderealSimulation

/// Prints or draws one scenario.
struct ScenarioReport {
    private let scenario: Scenario
    private let seed: UInt64
    private let terminal: Terminal

    init(_ scenario: Scenario, seed: UInt64, _ terminal: Terminal) {
        self.scenario = scenario
        self.seed = seed
        self.terminal = terminal
    }

    static func list(_ terminal: Terminal) throws(CommandError) {
        let width = Scenario.all.map { $0.name.count }.max() ?? 0
        for scenario in Scenario.all {
            let gap = String(repeating: " ", count: width - scenario.name.count + 2)
            try terminal.write(scenario.name + gap + scenario.title)
        }
    }

    func write() throws(CommandError) {
        try terminal.write(terminal.styled(scenario.title, .bold))
        try terminal.write(scenario.story)
        try terminal.write("")
        for line in try run().lines { try terminal.write(line) }
    }

    private func run() throws(CommandError) -> ScenarioRun {
        let (scenario, seed) = (scenario, seed)
        return try AsyncWork.run { () async throws(CommandError) in await ScenarioRun(scenario, seed: seed) }
    }

    func draw(at place: String) throws(CommandError) {
        try Page.write(at: place, terminal) { () throws(CommandError) in
            var picture = HistoryPicture(title: scenario.title, try run())
            picture.story = [scenario.story]
            return try picture.page()
        }
    }
}

/// Prints the conclusions of simulated apps that run through traces of Apple's clocks.
enum TraceReport {
    static func run(_ path: String, lives: Int, seed: UInt64, _ terminal: Terminal) throws(CommandError) {
        let traces = try LineReader.all(of: path, as: Trace.all(from:))
        let compared = TraceComparison.rows(traces)
        try terminal.write("Differences between the simulated machines and the traces, in ns (PMU: us):")
        let differences = compared.map { [$0.machine.rawValue] + $0.cells }
        try terminal.write(TextTable.aligned([["machine"] + TraceComparison.columns] + differences))
        for row in compared { if let first = row.first { try terminal.write("\(row.machine.rawValue): \(first)") } }
        terminal.progress("\(lives) app lives on each of \(traces.count) traces")
        let rows = TraceSearch(traces: traces, lives: lives, seed: seed).run()
        terminal.progress("")
        try terminal.write("\nConclusions of the apps (Tests/Traces/README.md), seed \(seed):")
        let cells = rows.map { row in [row.machine.rawValue, "\(row.traces)"] + row.cells.map { "\($0)" } }
        try terminal.write(TextTable.aligned([["machine", "traces"] + TraceSearch.columns] + cells))
        for row in rows { if let first = row.first { try terminal.write("\(row.machine.rawValue): \(first)") } }
        try terminal.flush()
        let wrong = rows.reduce(0) { $0 + $1.wrong }
        let beyond = compared.reduce(0) { $0 + $1.beyond }
        let complaints = [
            wrong > 0 ? "apps drew wrong conclusions (\(wrong) times)" : nil,
            beyond > 0 ? "simulated machines differ from the traces (\(beyond) times)" : nil,
        ]
        let found = complaints.compactMap { $0 }
        if !found.isEmpty { throw .brokenPromise(found.joined(separator: "; ")) }
    }
}
