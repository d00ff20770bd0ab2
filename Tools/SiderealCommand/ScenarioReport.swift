import SiderealSimulation

/// One scenario, told or drawn.
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

    func tell() throws(CommandError) {
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
