import SiderealSystem

/// A history on one disk that an explorer ends in every way.
package protocol CrashSubject {
    var disk: SimulatedDisk { get }
    /// Which checks failed on the way.
    var violations: [String] { get }
    /// What is wrong with a copy of the disk on which no process runs any longer; nil if nothing is.
    func complaint(about disk: SimulatedDisk) -> String?
}

/// Tries a history of commits, kills and faults at every call, then cuts the power in all ways that the disk allows.
///
/// After each cut the file is opened again. It must hold the last acknowledged commit or one attempted later, must
/// never be absent or damaged once something was acknowledged, and must take another commit that survives the next cut.
package struct CrashExplorer: Sendable {
    package var sectorSize = 512
    /// Up to so many combinations all are tried; beyond that prefixes, single differences and samples.
    package var exhaustiveLimit = 128
    package var sampleCount = 16
    /// One in so many states is opened again and checked, a random one at first; all are counted.
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

    /// The same for histories of another kind, which have so many faults: `run` makes one, its n-th fault meeting the
    /// given call, and returns it, and which of the faults were met.
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

            // The next choice: the last fault that was met moves on; behind one that was not all is tried.
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
        // The same without a power cut: all processes end, the cache lives on.
        guard report.countsForCheck() else { return }
        let disk = history.disk.copy()
        disk.killAll()
        if let complaint = history.complaint(about: disk) {
            report.violate("at \(positions), no power cut: \(complaint)")
        }
    }

    /// The combinations of answers to try, for questions as `SimulatedDisk.questions` gives them.
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
