import SiderealCore
import SiderealTesting
import TestSupport
import Testing

@Suite("the boot verdict of one comparison") struct DecisionTests {
    /// The verdict that the boot time suggests if no check decides, in the order of the rows; tau is 30.05 s.
    struct Row: Sendable, CustomTestStringConvertible {
        var name: String
        var uptime = Nanoseconds.seconds(10_000)
        var growth = Nanoseconds.seconds(1_000)
        var move: Nanoseconds
        var expected: BootVerdict
        var testDescription: String { name }
    }

    static let tau = Nanoseconds.milliseconds(30_050)
    static let one = Nanoseconds.nanosecond
    static func probable(_ evidence: BootVerdict.Evidence, step: Nanoseconds?) -> BootVerdict {
        BootVerdict(.sameBoot, .probable, evidence: evidence, clockStep: step)
    }
    static func open(_ evidence: BootVerdict.Evidence) -> BootVerdict {
        BootVerdict(.indeterminate, evidence: evidence)
    }

    static let rows: [Row] = [
        Row(name: "U0 = 2 tau", uptime: tau + tau, move: .zero, expected: open(.tooEarly)),
        Row(name: "U0 > 2 tau", uptime: tau + tau + one, move: .zero, expected: probable(.bootTime, step: nil)),
        Row(name: "U0 = 0", uptime: .zero, move: .seconds(99_999), expected: open(.tooEarly)),
        Row(name: "dB = tau", move: tau, expected: probable(.bootTime, step: tau)),
        Row(name: "dB > tau", move: tau + one, expected: probable(.clockStep, step: tau + one)),
        Row(name: "dB = -tau", move: -tau, expected: probable(.bootTime, step: -tau)),
        Row(name: "dB < -tau", move: -tau - one, expected: probable(.clockStep, step: -tau - one)),
        Row(
            name: "dB within tau, W1 < W0 - tau", growth: -.seconds(1), move: -.seconds(30),
            expected: probable(.bootTime, step: -.seconds(30))),
        Row(
            name: "W1 = W0 - tau", move: -tau - .seconds(1_000),
            expected: probable(.clockStep, step: -tau - .seconds(1_000))),
        Row(name: "W1 < W0 - tau", move: -tau - .seconds(1_000) - one, expected: open(.clockStep)),
        Row(name: "dB = U0 - tau", move: .seconds(10_000) - tau, expected: open(.bootTime)),
        Row(
            name: "dB < U0 - tau", move: .seconds(10_000) - tau - one,
            expected: probable(.clockStep, step: .seconds(10_000) - tau - one)),
        Row(name: "dB far above", move: .seconds(1_000_000), expected: open(.bootTime)),
        // tau grows with the time between.
        Row(
            name: "tau of a million seconds", growth: .seconds(1_000_000), move: .seconds(80),
            expected: probable(.bootTime, step: .seconds(80))),
        Row(
            name: "above it", growth: .seconds(1_000_000), move: .seconds(80) + one,
            expected: probable(.clockStep, step: .seconds(80) + one)),
        // And doesn't shrink with a clock that fell.
        Row(
            name: "tau at least 30 s", growth: -.seconds(1), move: .seconds(30),
            expected: probable(.bootTime, step: .seconds(30))),
        // The step is reported from above one second on.
        Row(name: "a second", move: .seconds(1), expected: probable(.bootTime, step: nil)),
        Row(name: "a second back", move: -.seconds(1), expected: probable(.bootTime, step: nil)),
        Row(name: "more", move: .seconds(1) + one, expected: probable(.bootTime, step: .seconds(1) + one)),
        Row(name: "more, back", move: -.seconds(1) - one, expected: probable(.bootTime, step: -.seconds(1) - one)),
    ]

    @Test("without other evidence, the boot time makes a verdict probable, never proven", arguments: rows)
    func byBootTime(row: Row) {
        let bootTime = Nanoseconds.seconds(1_700_000_000)
        let pair = Pair(
            before: .invented(elapsed: .seconds(50_000), sinceBoot: row.uptime, bootTime: bootTime),
            now: .invented(
                elapsed: .seconds(50_000) + row.growth, sinceBoot: row.uptime + row.growth,
                bootTime: bootTime + row.move))
        #expect(pair.comparison.identityCheck == .both)
        #expect(pair.comparison.counterCheck == .both)
        #expect(pair.verdict == row.expected)
        #expect(pair.verdict.didReboot == nil)
    }

    static let sameByTrust = Bounds.exactly(.zero)
    static let rebootByTrust = Bounds.exactly(.seconds(1_000_000))
    /// No boot's clock is this far behind the true time.
    static let neitherByTrust = Bounds.exactly(.seconds(-5_000))

    @Test(
        "boot identity, counters and trusted time prove a verdict, or contradict each other",
        arguments: [
            // Identity now ("a" before), whether a counter fell, trust; then the verdicts left, and the deciding
            // evidence.
            ("a", false, nil, BootVerdict(.sameBoot, .proven, evidence: .bootIdentity)),
            ("a", false, sameByTrust, BootVerdict(.sameBoot, .proven, evidence: .bootIdentity)),
            ("a", true, nil, BootVerdict(.indeterminate, evidence: .contradiction)),
            ("a", false, rebootByTrust, BootVerdict(.indeterminate, evidence: .contradiction)),
            ("b", false, nil, BootVerdict(.rebooted, .proven, evidence: .bootIdentity)),
            ("b", true, nil, BootVerdict(.rebooted, .proven, evidence: .bootIdentity)),
            ("b", true, rebootByTrust, BootVerdict(.rebooted, .proven, evidence: .bootIdentity)),
            ("b", false, sameByTrust, BootVerdict(.indeterminate, evidence: .contradiction)),
            (nil, true, nil, BootVerdict(.rebooted, .proven, evidence: .counterDecreased)),
            (nil, true, rebootByTrust, BootVerdict(.rebooted, .proven, evidence: .counterDecreased)),
            (nil, false, rebootByTrust, BootVerdict(.rebooted, .proven, evidence: .trustedTime)),
            (nil, false, sameByTrust, BootVerdict(.sameBoot, .proven, evidence: .trustedTime)),
            (nil, false, neitherByTrust, BootVerdict(.indeterminate, evidence: .contradiction)),
            (nil, false, nil, BootVerdict(.sameBoot, .probable, evidence: .bootTime)),
        ] as [(String?, Bool, Bounds?, BootVerdict)])
    func byWitnesses(identity: String?, fell: Bool, change: Bounds?, expected: BootVerdict) {
        var pair = Pair(identityBefore: "a", identityNow: identity)
        if fell { pair.now = .invented(elapsed: .seconds(100), bootTime: .seconds(1_700_020_000)) }
        if let change { pair.learn(change: change) }
        #expect(pair.verdict == expected)
        let didReboot: Bool? = expected.isProven ? expected.answer == .rebooted : nil
        #expect(pair.verdict.didReboot == didReboot)
    }

    @Test(
        "a verdict is open only if trusted time may still settle it, and every verdict has a reason",
        arguments: [
            (BootVerdict(.sameBoot, .proven, evidence: .bootIdentity), false),
            (BootVerdict(.sameBoot, .probable, evidence: .bootTime), true),
            (BootVerdict(.rebooted, .proven, evidence: .bootIdentity), false),
            (BootVerdict(.indeterminate, evidence: .tooEarly), true),
            (BootVerdict(.indeterminate, evidence: .contradiction), false),
            (BootVerdict(.indeterminate, evidence: .noEvidence), false),
            (BootVerdict(.firstObservation, evidence: .noEvidence), false),
            (BootVerdict(.unavailable(.busy), evidence: .noEvidence), false),
            (BootVerdict(.damaged, evidence: .noEvidence), false),
        ])
    func whatTrustedTimeMayStillAnswer(verdict: BootVerdict, isOpen: Bool) {
        #expect(verdict.isOpen == isOpen)
        #expect(!verdict.reason.isEmpty)
    }

    @Test(
        "readings at the ends of the range give a consistent verdict, and don't trap",
        .computesForLong, arguments: [ClockModel.linux, .darwin, .darwinIntel])
    func nonsenseIsSurvived(model: ClockModel) throws {
        let ends: [Int64] = [.min, -1, 0, 1, .max]
        var random = SplitMix64(seed: 7)
        func reading() -> ClockReading {
            let drawn = (0..<5).map { _ in ends.randomElement(using: &random) ?? 0 }
            return ClockReading(
                wall: WallInstant(nanoseconds: drawn[0]), elapsed: ElapsedInstant(nanoseconds: drawn[1]),
                awake: AwakeInstant(nanoseconds: drawn[2]), kernelBootTime: WallInstant(nanoseconds: drawn[3]),
                suspendMark: drawn[4])
        }
        func bounds() -> Bounds? {
            let drawn = (0..<2).map { _ in Nanoseconds(ends.randomElement(using: &random) ?? 0) }
            return Bounds(lower: min(drawn[0], drawn[1]), upper: max(drawn[0], drawn[1]))
        }
        for _ in 0..<3_000 {
            let pair = Pair(
                before: reading(), now: reading(), offsetBefore: bounds(), offsetNow: bounds(), model: model)
            try #require(pair.comparison.truePassed.lower >= .zero)
            try #require((pair.verdict.certainty == nil) == (pair.verdict.answer == .indeterminate))
        }
    }
}
