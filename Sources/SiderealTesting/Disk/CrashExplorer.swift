import SiderealSystem

/// A history on one disk that an explorer ends in every way.
package protocol CrashSubject {
    var disk: SimulatedDisk { get }
    /// The checks that failed in the history.
    var violations: [String] { get }
    /// Returns a complaint about a copy of the disk on which no process runs any longer, or `nil` if it is sound.
    func complaint(about disk: SimulatedDisk) -> String?
}

/// An explorer that tries a history of commits, kills and faults at every call, then cuts the power in every way that
/// the disk allows.
///
/// After each cut the file is opened again. It must hold the last acknowledged commit or one attempted later, must
/// never be absent or damaged once something was acknowledged, and must take another commit that survives the next cut.
package struct CrashExplorer: Sendable {
    package var sectorSize = 512
    /// The greatest number of combinations that are all tried. Beyond it prefixes, single differences and samples are
    /// tried.
    package var exhaustiveLimit = 128
    package var sampleCount = 16
    /// The stride of the checks. One in this many states is opened again and checked, from a random one on; all are
    /// counted.
    package var checkedEvery = 1
    package var deceit: DiskDeceit?

    package static let path = "dir/state"

    package init() {}

    package func explore(_ steps: [CrashStep]) -> CrashReport {
        explore(faults: steps.count { if case .commits(_, _, _, .some) = $0 { true } else { false } }) { positions in
            let history = CrashHistory(sectorSize: sectorSize, deceit: deceit)
            return (history, history.run(steps, faultsAt: positions))
        }
    }

    /// Explores histories of another kind, which have this many faults. `run` makes one history, with its n-th fault at
    /// the given call. It returns the history, and which of the faults were met.
    package func explore<History: CrashSubject>(
        faults faultCount: Int, _ run: (_ positions: [Int]) -> (history: History, met: [Bool])
    ) -> CrashReport {
        var report = CrashReport(checkedEvery: checkedEvery)
        var positions = [Int](repeating: 0, count: faultCount)
        while true {
            let (history, met) = run(positions)
            report.histories &+= 1
            for violation in history.violations { report.violate("at \(positions): \(violation)") }
            check(history, positions, &report)

            // For the next choice, the last fault that was met moves on. The faults behind it were not met, and begin
            // again.
            var index = faultCount &- 1
            while index >= 0, !met[index] {
                positions[index] = 0
                index &-= 1
            }
            guard index >= 0 else { return report }
            positions[index] &+= 1
        }
    }

    /// Ends a history in a power cut, in every way.
    private func check(_ history: some CrashSubject, _ positions: [Int], _ report: inout CrashReport) {
        let questions = history.disk.questions
        for answers in allAnswers(to: questions) where report.countsForCheck() {
            let disk = history.disk.copy()
            disk.cutPower(answers)
            if let complaint = history.complaint(about: disk) {
                report.violate("at \(positions), medium \(answers): \(complaint)")
            }
        }
        // Without a power cut: all processes end, and the cache survives.
        guard report.countsForCheck() else { return }
        let disk = history.disk.copy()
        disk.killAll()
        if let complaint = history.complaint(about: disk) {
            report.violate("at \(positions), no power cut: \(complaint)")
        }
    }

    /// Returns the combinations of answers to try, for questions from `SimulatedDisk.questions`.
    package func allAnswers(to questions: [[Int]]) -> [[Int]] {
        var product = 1
        for stamps in questions where product <= exhaustiveLimit { product &*= stamps.count }
        if product <= exhaustiveLimit { return everyCombination(of: questions) }

        let oldest = questions.map { _ in 0 }
        let newest = questions.map { $0.count &- 1 }
        var all = [oldest, newest]
        for (index, stamps) in questions.enumerated() {
            for option in stamps.indices {
                var single = oldest
                single[index] = option
                all.append(single)
                single = newest
                single[index] = option
                all.append(single)
            }
        }
        for moment in Set(questions.joined()).sorted() {
            all.append(questions.map { stamps in max(0, stamps.count { $0 <= moment } &- 1) })
        }
        for seed in 0..<sampleCount {
            all.append(CrashAnswers.seeded(UInt64(seed)).answers(to: questions))
        }
        return Array(Set(all)).sorted { $0.lexicographicallyPrecedes($1) }
    }

    private func everyCombination(of questions: [[Int]]) -> [[Int]] {
        var all: [[Int]] = [[]]
        for stamps in questions {
            all = all.flatMap { prefix in stamps.indices.map { prefix + [$0] } }
        }
        return all
    }
}
