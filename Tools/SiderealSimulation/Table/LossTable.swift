/// The table of `SiderealBenchmarks losses`: each contestant's false answers and losses in the same histories.
package struct LossTable {
    package let histories: Int
    package let seed: UInt64
    private var counts: [LossKind: [LossContestants: LossCount]] = [:]

    /// Runs the given number of histories of each kind with each contestant.
    package static func make(histories: Int, seed: UInt64) async -> LossTable {
        var table = LossTable(histories: histories, seed: seed)
        await withTaskGroup(of: (LossKind, LossContestants, LossCount).self) { group in
            for (number, kind) in LossKind.allCases.enumerated() {
                for contestant in LossContestants.allCases {
                    group.addTask {
                        var sum = LossCount()
                        for history in 0..<histories {
                            let word = (seed &* 1_000 &+ UInt64(number)) &* 1_000_003 &+ UInt64(history)
                            sum += await LossRun.count(kind, contestant, seed: word)
                        }
                        return (kind, contestant, sum)
                    }
                }
            }
            for await (kind, contestant, sum) in group { table.counts[kind, default: [:]][contestant] = sum }
        }
        return table
    }

    private init(histories: Int, seed: UInt64) {
        self.histories = histories
        self.seed = seed
    }

    /// Returns the counts of a contestant in one kind of history, or in all histories. `contestant` and `kind` are
    /// names.
    package func count(
        _ contestant: String, in kind: String? = nil
    ) -> (falseAbsences: Int, losses: Int, waits: Int, acknowledged: Int) {
        var sum = LossCount()
        for (each, row) in counts where kind == nil || each.rawValue == kind {
            for (other, count) in row where other.rawValue == contestant { sum += count }
        }
        return (sum.falseAbsences, sum.losses, sum.waits, sum.acknowledged)
    }

    var rows: [[String]] {
        let names = LossContestants.allCases.map { $0.rawValue }
        let kinds = LossKind.allCases.map { kind in [kind.rawValue] + names.map { cell($0, kind.rawValue) } }
        return [["history"] + names] + kinds + [["all"] + names.map { cell($0, nil) }]
            + [["writes acknowledged"] + names.map { "\(count($0).acknowledged)" }]
    }

    private func cell(_ contestant: String, _ kind: String?) -> String {
        let count = count(contestant, in: kind)
        return "\(count.falseAbsences) / \(count.losses) / \(count.waits)"
    }

    private var summary: String {
        "\(histories) histories of each kind with each store,  "
            + "\(histories * LossKind.allCases.count * LossContestants.allCases.count) in all; seed \(seed)"
    }

    package var text: String {
        let rows = rows
        return ["present values reported absent / acknowledged values lost / waits for readable values", summary]
            .joined(separator: "\n") + "\n" + TextTable.aligned(rows)
    }

    package var markdown: String {
        "\(summary).\n\n" + TextTable.markdown(rows)
    }
}
