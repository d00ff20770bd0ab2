import SiderealCore
import SiderealSimulation
import Testing

@Suite("the ideal decider's judgement of verdicts") struct JudgeTests {
    private static let same = BootVerdict(.sameBoot, .proven, evidence: .trustedTime)
    private static let rebooted = BootVerdict(.rebooted, .proven, evidence: .trustedTime)
    private static let probable = BootVerdict(.sameBoot, .probable, evidence: .bootTime)
    private static let open = BootVerdict(.indeterminate, evidence: .tooEarly)
    private static let contradiction = BootVerdict(.indeterminate, evidence: .contradiction)
    private static let first = BootVerdict(.firstObservation, evidence: .noEvidence)

    @Test(
        "a verdict gets a complaint if it claims more or less than the fitting histories allow",
        arguments: [
            // The verdict, whether the same boot fits, whether a reboot fits, and the complaint.
            (same, true, false, nil), (same, true, true, .claimsTooMuch), (same, false, true, .wrong),
            (same, false, false, .missesContradiction), (rebooted, false, true, nil),
            (rebooted, true, true, .claimsTooMuch), (rebooted, true, false, .wrong),
            (rebooted, false, false, .missesContradiction), (probable, true, true, nil),
            (probable, true, false, .couldHaveDecided), (probable, false, true, .couldHaveDecided),
            (probable, false, false, .missesContradiction), (open, true, true, nil),
            (open, true, false, .couldHaveDecided), (open, false, true, .couldHaveDecided),
            (open, false, false, .missesContradiction), (contradiction, false, false, nil),
            (contradiction, true, false, .inventsContradiction), (contradiction, false, true, .inventsContradiction),
            (contradiction, true, true, .inventsContradiction), (first, true, false, nil), (first, false, false, nil),
        ] as [(BootVerdict, Bool, Bool, Complaint?)])
    func complains(verdict: BootVerdict, sameBoot: Bool, reboot: Bool, complaint: Complaint?) {
        let fitting = FittingHistories(sameBoot: sameBoot, reboot: reboot)
        #expect(IdealDecider.judge(verdict, surelyFitting: fitting, perhapsFitting: fitting) == complaint)
    }

    @Test(
        "no verdict gets a complaint in a borderline case", arguments: [same, rebooted, probable, open, contradiction])
    func doesNotQuarrelAboutBorders(verdict: BootVerdict) {
        let none = FittingHistories(sameBoot: false, reboot: false)
        #expect(IdealDecider.judge(verdict, surelyFitting: none, perhapsFitting: .all) == nil)
    }

    @Test(
        "no verdict gets a complaint if a value is within a quarter of a tolerance from its limit",
        arguments: [
            // The fall of the elapsed clock in milliseconds, and the complaints about a proven and an open verdict.
            (700, .claimsTooMuch, nil), (800, nil, nil), (1_200, nil, nil), (1_300, nil, .couldHaveDecided),
        ] as [(Int64, Complaint?, Complaint?)])
    func leavesAQuarterOfATolerance(fall: Int64, proven: Complaint?, open: Complaint?) {
        let before = ClockSnapshot(reading: JudgeTests.reading(.seconds(5_000)), machine: MachineIdentity("m"))
        let now = ClockSnapshot(
            reading: JudgeTests.reading(.seconds(5_000) - .milliseconds(fall)), machine: MachineIdentity("m"))
        let decider = IdealDecider(model: .linux)
        #expect(decider.judge(JudgeTests.rebooted, before: before, now: now) == proven)
        #expect(decider.judge(JudgeTests.open, before: before, now: now) == open)
    }

    @Test(
        "no verdict gets a complaint if a rate is within a hundredth of its limit",
        arguments: [
            // The lag of the elapsed clock in seconds of a million; its bound is 500. No reboot fits between.
            (490, .wrong, nil), (497, nil, nil), (503, nil, nil), (510, .missesContradiction, .missesContradiction),
        ] as [(Int64, Complaint?, Complaint?)])
    func leavesAHundredthOfARate(lag: Int64, rebooted: Complaint?, same: Complaint?) {
        var before = ClockSnapshot(reading: JudgeTests.reading(.seconds(2_000_000)), machine: MachineIdentity("m"))
        var now = ClockSnapshot(reading: JudgeTests.reading(.seconds(3_000_000)), machine: MachineIdentity("m"))
        before.offset = .exactly(.zero)
        now.offset = .exactly(.seconds(lag))
        let decider = IdealDecider(model: .linux)
        #expect(decider.judge(JudgeTests.same, before: before, now: now) == same)
        #expect(decider.judge(JudgeTests.rebooted, before: before, now: now) == rebooted)
    }

    @Test(
        "a widened tolerance allows more, and a narrowed tolerance allows less",
        arguments: [(0.25, 1.25), (-0.25, 0.75)] as [(Double, Double)])
    func widensEveryToleranceSoThatMoreFits(share: Double, factor: Double) {
        let stated = InstrumentTolerance.stated
        let widened = stated.widened(by: share, rates: 0.01)
        #expect(widened.counter == stated.counter * factor)
        #expect(widened.offset == stated.offset * factor)
        #expect(widened.calendar == stated.calendar * factor)
        #expect(widened.lostSleep == stated.lostSleep * factor)
        // A lower threshold allows more.
        #expect(widened.noise == stated.noise / factor)
        #expect(widened.hibernation == stated.hibernation / factor)
        #expect(widened.rate == 0.01)
    }

    private static func reading(_ elapsed: Nanoseconds) -> ClockReading {
        ClockReading(
            wall: WallInstant(nanoseconds: 1_700_000_000_000_000_000),
            elapsed: ElapsedInstant(nanoseconds: elapsed.count), awake: AwakeInstant(nanoseconds: elapsed.count),
            kernelBootTime: WallInstant(nanoseconds: 1_700_000_000_000_000_000 - elapsed.count), suspendMark: 0)
    }
}
