import SiderealSystem

/// A history on one disk. An explorer ends it with a power cut in each possible way.
package protocol CrashSubject {
    var disk: SimulatedDisk { get }
    /// The checks that failed in the history.
    var violations: [String] { get }
    /// Describes what is wrong with a copy of the disk, or returns `nil` if the copy is right. No process runs on the
    /// copy any more.
    func complaint(about disk: SimulatedDisk) -> String?
}

/// An explorer of crashes. It runs a history of commits, kills and faults, with the faults at each possible call. Then
/// it cuts the power in each way that the disk allows.
///
/// After each power cut, the explorer opens the file again and checks these rules:
///
/// - The file contains the last acknowledged commit, or a commit that was attempted later.
/// - The file is not absent and not damaged if a commit was acknowledged.
/// - Another commit succeeds, and survives the next power cut.
package struct CrashExplorer: Sendable {
    package var sectorSize = 512
    /// The greatest number of combinations of answers that the explorer tries completely. If there are more
    /// combinations, it tries the content at each moment, single changes to the oldest and to the newest content, and
    /// random samples.
    package var exhaustiveLimit = 128
    package var sampleCount = 16
    /// The stride of the checks. The explorer counts all states, but it opens and checks only one in every
    /// `checkedEvery` states. The first checked state is random.
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

    /// Explores histories of a type that the caller chooses. `run` makes one history with `faultCount` faults, and
    /// `positions` contains the call of each fault. It returns the history. For each fault, it also returns whether the
    /// fault happened.
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

            // For the next history, the last fault that happened moves to the next call. The later faults did not
            // happen, so they start again at call 0.
            var index = faultCount &- 1
            while index >= 0, !met[index] {
                positions[index] = 0
                index &-= 1
            }
            guard index >= 0 else { return report }
            positions[index] &+= 1
        }
    }

    /// Ends a history with a power cut in each possible way.
    private func check(_ history: some CrashSubject, _ positions: [Int], _ report: inout CrashReport) {
        let questions = history.disk.questions
        for answers in allAnswers(to: questions) where report.countsForCheck() {
            let disk = history.disk.copy()
            disk.cutPower(answers)
            if let complaint = history.complaint(about: disk) {
                report.violate("at \(positions), medium \(answers): \(complaint)")
            }
        }
        // The last state is without a power cut: all processes end, but the cache survives.
        guard report.countsForCheck() else { return }
        let disk = history.disk.copy()
        disk.killAll()
        if let complaint = history.complaint(about: disk) {
            report.violate("at \(positions), no power cut: \(complaint)")
        }
    }

    /// Returns the combinations of answers to try for the questions of `SimulatedDisk.questions`.
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
