/// The counts of all answers to the questions about the boot, the time and the data, in many histories of each kind.
package struct ScenarioTable: Sendable {
    package let histories: Int
    package let seed: UInt64
    /// The answers about the boot and the time, by scenario name.
    package private(set) var boot = BaselineTable()
    package private(set) var time = BaselineTable()
    package let data: LossTable
    /// The number of Sidereal's answers about the boot that were right when the process ended.
    private var rightInTheEnd: [String: Int] = [:]
    /// The number of wrong answers about the boot that Sidereal claimed to be proven. The number includes answers at
    /// the launch and later answers of the same process.
    private var provenWrong: [String: Int] = [:]
    /// The number of histories that broke a promise.
    package private(set) var violations = 0

    /// Runs the given number of histories of each kind.
    package static func make(histories: Int, seed: UInt64) async -> ScenarioTable {
        var table = ScenarioTable(
            histories: histories, seed: seed, data: await LossTable.make(histories: histories, seed: seed))
        let parts = await withTaskGroup(of: (place: Int, part: Part).self) { group in
            for (place, scenario) in Scenario.all.enumerated() {
                group.addTask { (place, Part(scenario, histories, word: seed &* 1_000 &+ UInt64(place))) }
            }
            var parts: [(place: Int, part: Part)] = []
            for await part in group { parts.append(part) }
            return parts.sorted { $0.place < $1.place }
        }
        for (place, part) in parts {
            table.boot.add(part.boot)
            table.time.add(part.time)
            table.violations += part.violations
            table.rightInTheEnd[Scenario.all[place].name] = part.rightInTheEnd
            table.provenWrong[Scenario.all[place].name] = part.provenWrong
        }
        return table
    }

    private init(histories: Int, seed: UInt64, data: LossTable) {
        self.histories = histories
        self.seed = seed
        self.data = data
    }

    /// The counts in the histories of one kind.
    private struct Part: Sendable {
        var boot = BaselineTable()
        var time = BaselineTable()
        var rightInTheEnd = 0
        var provenWrong = 0
        var violations = 0

        init(_ scenario: Scenario, _ histories: Int, word: UInt64) {
            for history in 0..<histories {
                let run = ScenarioRun(scenario.history(seed: word &* 1_000_003 &+ UInt64(history)))
                if run.violation != nil { violations += 1 }
                count(run, scenario.name)
            }
        }

        private mutating func count(_ run: ScenarioRun, _ kind: String) {
            // A Boolean value that indicates whether Sidereal's latest answer in the running process is right.
            var isRight = false
            for exchange in run.steps.flatMap({ $0.exchanges }) {
                let ours = exchange.answers.first?.worth
                if exchange.question != .time, ours == .wrong { provenWrong += 1 }
                switch exchange.question {
                case .boot:
                    if isRight { rightInTheEnd += 1 }
                    isRight = ours == .right || ours == .rightGuess
                    for answer in exchange.answers {
                        boot.count(answer.worth, kind: kind, contestant: answer.contestant)
                    }
                case .bootAgain: isRight = ours == .right || ours == .rightGuess
                case .time:
                    for answer in exchange.answers {
                        time.count(answer.worth, kind: kind, contestant: answer.contestant)
                    }
                case .data: continue
                }
            }
            if isRight { rightInTheEnd += 1 }
        }
    }

    // MARK: - Text

    /// Returns the number of wrong answers that Sidereal claimed to be proven, in histories of one kind.
    package func provenWrong(in kind: String) -> Int { provenWrong[kind] ?? 0 }
    /// Returns the number of Sidereal's answers about the boot that were right when the process ended, in histories of
    /// one kind.
    package func rightInTheEnd(in kind: String) -> Int { rightInTheEnd[kind] ?? 0 }

    private var bootRows: [[String]] {
        rows(boot, ["proven wrong", "right in the end"]) { kind in
            ["\(provenWrong(in: kind))", "\(rightInTheEnd(in: kind))"]
        }
    }

    private var timeRows: [[String]] { rows(time, []) { _ in [] } }

    private func rows(
        _ table: BaselineTable, _ columns: [String], _ more: (String) -> [String]
    ) -> [[String]] {
        [["history", "asked", ScenarioRun.ours] + columns + table.contestants.filter { $0 != ScenarioRun.ours }]
            + table.kinds.map { kind in
                let ours = table[kind: kind, contestant: ScenarioRun.ours]
                return [kind, "\(ours.asked)", ours.text] + more(kind)
                    + table.contestants.filter { $0 != ScenarioRun.ours }
                    .map { table[kind: kind, contestant: $0].text }
            }
    }

    private static let heads = (
        boot: "Did the device reboot? Wrong / right / no answer, at each launch after the first",
        time:
            "What time is it? Wrong / right / no answer: a date may be off by 5 s; bounds must contain the truth, and "
            + "count as no answer if they are wider than 5 s to each side",
        data:
            "What do the app's settings say? Present values reported absent / acknowledged values lost / waits for "
            + "readable values"
    )

    private static let premises =
        "A paused or restored virtual machine breaks one of our premises, so a proven answer can be wrong there."

    private var summary: String { "\(histories) histories of each kind, seed \(seed)" }

    package var text: String {
        [
            summary, "", Self.heads.boot, TextTable.aligned(bootRows), Self.premises, "", Self.heads.time,
            TextTable.aligned(timeRows), "", Self.heads.data, TextTable.aligned(data.rows),
        ].joined(separator: "\n")
    }

    package var markdown: String {
        [
            "\(summary).", "\(Self.heads.boot).", TextTable.markdown(bootRows), Self.premises, "\(Self.heads.time).",
            TextTable.markdown(timeRows), "\(Self.heads.data).", TextTable.markdown(data.rows),
        ].joined(separator: "\n\n")
    }
}

extension BaselineTable.Tally {
    /// The numbers of wrong, right and open answers. A guess counts as a wrong or right answer.
    fileprivate var text: String {
        "\(self[.wrong] + self[.wrongGuess]) / \(self[.right] + self[.rightGuess]) / \(self[.open])"
    }
}

/// Tables whose rows have the same number of cells. The first row contains the column titles.
package enum TextTable {
    package static func aligned(_ rows: [[String]]) -> String {
        guard let head = rows.first else { return "" }
        let widths = head.indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
        let lines = rows.map { row in
            let line = zip(row, widths).map { $0.padded(to: $1) }.joined(separator: "  ")
            return String(line.reversed().drop { $0 == " " }.reversed())
        }
        return lines.joined(separator: "\n")
    }

    static func markdown(_ rows: [[String]]) -> String {
        guard let head = rows.first else { return "" }
        var lines = rows.map { "| " + $0.joined(separator: " | ") + " |" }
        lines.insert("|" + String(repeating: " --- |", count: head.count), at: 1)
        return lines.joined(separator: "\n")
    }
}
