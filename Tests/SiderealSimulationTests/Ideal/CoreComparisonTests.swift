import SiderealCore
import SiderealSimulation
import TestSupport
import Testing

@Suite("the core compared with the ideal decider") struct CoreComparisonTests {
    private static let count = 8_000

    @Test("the true history of honest snapshots always fits", .computesForLong, arguments: [1, 2] as [UInt64])
    func theTruthOfAnHonestHistoryAlwaysFits(seed: UInt64) throws {
        var inventor = SightInventor(seed: seed)
        for number in 0..<Self.count {
            let snapshots = inventor.next()
            guard snapshots.isHonest else { continue }
            let fitting = IdealDecider(model: snapshots.model).fitting(before: snapshots.before, now: snapshots.now)
            try #require(
                snapshots.rebooted ? fitting.reboot : fitting.sameBoot, "seed \(seed), \(number): \(snapshots)")
        }
    }

    @Test(
        "the core concludes exactly what the evidence allows",
        .computesForLong, arguments: [3, 4] as [UInt64])
    func coreConcludesWhatTheEvidenceAllows(seed: UInt64) {
        var inventor = SightInventor(seed: seed)
        for number in 0..<Self.count {
            let snapshots = inventor.next()
            let verdict = snapshots.verdict
            let decider = IdealDecider(model: snapshots.model)
            guard let complaint = decider.judge(verdict, before: snapshots.before, now: snapshots.now) else { continue }
            Issue.record("seed \(seed), \(number): \(complaint), \(verdict.answer), \(verdict.evidence), \(snapshots)")
        }
    }
}
