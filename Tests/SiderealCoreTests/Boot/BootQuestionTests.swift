import SiderealCore
import Testing

@Suite("a boot verdict that later samples may settle") struct BootQuestionTests {
    static let bootTime = Nanoseconds.seconds(1_700_000_000)
    static let offset = Bounds.exactly(.seconds(1_690_000_000))

    /// Makes a reading of the given uptime, by a calendar that was moved. The elapsed clock follows the uptime.
    static func reading(_ uptime: Int64, moved: Int64 = 0) -> ClockReading {
        .invented(elapsed: .seconds(uptime), bootTime: bootTime + .seconds(moved))
    }

    static func mark(_ reading: ClockReading, offset: Bounds? = nil, identity: String? = nil) -> BootMark {
        Pair(before: reading, identityBefore: identity, offsetBefore: offset).mark
    }

    static func first(_ reading: ClockReading, identity: String? = nil) -> DeviceReading {
        Pair(now: reading, identityNow: identity).deviceReading
    }

    static func question(_ checkpoint: Checkpoint?, _ first: DeviceReading) -> BootQuestion {
        BootQuestion(checkpoint: checkpoint, isRecovered: false, first: first, model: .linux)
    }

    static func settles(_ question: inout BootQuestion, first: DeviceReading, offset: Bounds) -> Bool {
        question.reconsider(first: first, offset: offset, in: .init(), model: .linux)
    }

    /// Samples that leave both verdicts open. The elapsed clock of the first reading stands at 9,000 s in each, a day
    /// of calendar away.
    static let open = first(reading(9_000, moved: 86_400))

    @Test(
        "a later sample settles an open verdict permanently",
        arguments: [(0, BootVerdict.Answer.sameBoot), (50_000, .rebooted)] as [(Int64, BootVerdict.Answer)])
    func aLaterSampleSettles(change: Int64, answer: BootVerdict.Answer) {
        let checkpoint = Checkpoint(newest: Self.mark(Self.reading(5_000), offset: Self.offset))
        var question = Self.question(checkpoint, Self.open)
        #expect(question.initial == BootVerdict(.indeterminate, evidence: .bootTime))
        // Too wide at first.
        let vague = Self.question(checkpoint, Self.open)
        #expect(!Self.settles(&question, first: Self.open, offset: .unbounded))
        #expect(question.verdict == vague.verdict)
        let offset = Self.offset + .seconds(change)
        #expect(Self.settles(&question, first: Self.open, offset: offset))
        #expect(question.verdict.answer == answer && question.verdict.isProven && question.verdict.isSettled)
        #expect(question.verdict.evidence == .trustedTime)
        #expect(question.initial == vague.initial)
        // Settled once and for all.
        let settled = question.verdict
        #expect(!Self.settles(&question, first: Self.open, offset: Self.offset + .seconds(99_999)))
        #expect(question.verdict == settled)
    }

    @Test("the next sample can retract one sample's contradiction")
    func aContradictionByOneSampleIsTakenBackByTheNext() {
        var question = Self.question(Checkpoint(newest: Self.mark(Self.reading(5_000), offset: Self.offset)), Self.open)
        // Less true time than either verdict needs.
        #expect(!Self.settles(&question, first: Self.open, offset: Self.offset + .seconds(-2_000)))
        #expect(question.verdict == BootVerdict(.indeterminate, evidence: .contradiction))
        #expect(Self.settles(&question, first: Self.open, offset: Self.offset))
        #expect(question.verdict.didReboot == false)
    }

    @Test("later samples don't change a proven verdict", arguments: [("a", false), ("b", true)])
    func provenAnswerStays(identity: String, didReboot: Bool) {
        let first = Self.first(Self.reading(9_000), identity: identity)
        var question = Self.question(
            Checkpoint(newest: Self.mark(Self.reading(5_000), offset: Self.offset, identity: "a")), first)
        let initial = question.verdict
        #expect(initial.didReboot == didReboot)
        for change in [0, 50_000, -2_000] as [Int64] {
            #expect(!Self.settles(&question, first: first, offset: Self.offset + .seconds(change)))
            #expect(question.verdict == initial)
        }
    }

    /// Marks of two launches: the true time was unknown at the newest one, and known at the older one.
    static let span = Checkpoint(newest: mark(reading(6_000)), oldest: mark(reading(4_000), offset: offset))

    @Test("a reboot since the oldest mark doesn't prove a reboot since the newest mark")
    func aRebootInTheWholeSpanDoesNotSettleItsLastPart() {
        var question = Self.question(Self.span, Self.open)
        #expect(!Self.settles(&question, first: Self.open, offset: Self.offset + .seconds(50_000)))
        #expect(question.verdict == question.initial && question.verdict.isOpen)
        #expect(question.rebootedSinceOldest == true)
        // The old mark is no longer needed.
        #expect(question.checkpoint(newest: Self.mark(Self.reading(9_000))).oldest == nil)
    }

    @Test("if the boot is the same since the oldest mark, it is the same since the newest mark")
    func theSameBootInTheWholeSpanSettlesAll() {
        var question = Self.question(Self.span, Self.open)
        #expect(Self.settles(&question, first: Self.open, offset: Self.offset))
        let expected = BootVerdict(
            .sameBoot, .proven, evidence: .trustedTime, clockStep: .seconds(86_400), isSettled: true)
        #expect(question.verdict == expected)
    }

    @Test("the verdict reports the clock step since the newest mark")
    func theStepIsThatOfTheLastPart() {
        let checkpoint = Checkpoint(
            newest: Self.mark(Self.reading(6_000, moved: 86_000)),
            oldest: Self.mark(Self.reading(4_000), offset: Self.offset))
        var question = Self.question(checkpoint, Self.open)
        #expect(question.initial.certainty == .probable)
        #expect(Self.settles(&question, first: Self.open, offset: Self.offset))
        #expect(question.verdict.clockStep == .seconds(400))
    }

    @Test("a verdict reports that its record was recovered, before and after it is settled")
    func recoveryIsTold() {
        let mark = Self.mark(Self.reading(5_000), offset: Self.offset)
        var question = BootQuestion(
            checkpoint: Checkpoint(newest: mark), isRecovered: true, first: Self.open, model: .linux)
        #expect(question.initial.isFromRecoveredRecord)
        #expect(Self.settles(&question, first: Self.open, offset: Self.offset))
        #expect(question.verdict.isFromRecoveredRecord)
    }

    @Test("without a readable record, no verdict can be settled")
    func withoutARecordThereIsNoQuestion() {
        var question = Self.question(nil, Self.open)
        #expect(question.verdict == BootVerdict(.firstObservation, evidence: .noEvidence))
        #expect(!Self.settles(&question, first: Self.open, offset: Self.offset))
        #expect(question.checkpoint(newest: Self.mark(Self.reading(9_000))).oldest == nil)
        var unread = BootQuestion(unanswerable: BootVerdict(.damaged, evidence: .noEvidence))
        #expect(!Self.settles(&unread, first: Self.open, offset: Self.offset))
        #expect(unread.verdict.answer == .damaged)
    }

    enum Kept: Sendable { case none, newest, oldest }

    @Test(
        "an older mark is kept in addition to the next mark only while it may still settle the verdict",
        arguments: [
            // The bounds of the newest mark and of an oldest one (with or without), the identity now ("a" before), the
            // sample's change.
            (true, false, nil, nil, .newest), (false, false, nil, nil, .none), (false, true, nil, nil, .oldest),
            (true, true, nil, nil, .oldest), (true, true, "a", nil, .none), (false, true, "a", nil, .oldest),
            (false, false, "a", nil, .none), (true, true, "b", nil, .none), (false, true, "b", nil, .none),
            (true, true, nil, 0, .none), (false, true, nil, 0, .none), (false, true, nil, 50_000, .none),
            (true, false, nil, -2_000, .none),
        ] as [(Bool, Bool, String?, Int64?, Kept)])
    func keeps(newestKnows: Bool, hasOldest: Bool, identity: String?, change: Int64?, expected: Kept) {
        let newest = Self.mark(Self.reading(6_000), offset: newestKnows ? Self.offset : nil, identity: "a")
        let oldest = hasOldest ? Self.mark(Self.reading(4_000), offset: Self.offset, identity: "a") : nil
        let first = Self.first(Self.reading(9_000, moved: 86_400), identity: identity)
        var question = Self.question(Checkpoint(newest: newest, oldest: oldest), first)
        if let change { _ = Self.settles(&question, first: first, offset: Self.offset + .seconds(change)) }
        let next = Self.mark(Self.reading(9_000))
        let wanted =
            switch expected {
            case .none: Checkpoint(newest: next)
            case .newest: Checkpoint(newest: next, oldest: newest)
            case .oldest: Checkpoint(newest: next, oldest: oldest)
            }
        #expect(question.checkpoint(newest: next) == wanted)
    }

    @Test(
        "a mark with both bounds is preferred to a mark with only a lower bound",
        arguments: [
            // The bounds of the newest mark and of the oldest one, and the identity now ("a" before).
            (offset.withoutUpper, nil, nil, .newest), (offset, offset.withoutUpper, nil, .newest),
            (offset.withoutUpper, offset, nil, .oldest), (offset.withoutUpper, offset.withoutUpper, nil, .oldest),
            (offset.withoutUpper, offset, "a", .oldest), (offset, offset.withoutUpper, "a", .none),
        ] as [(Bounds, Bounds?, String?, Kept)])
    func keepsBounded(newestOffset: Bounds, oldestOffset: Bounds?, identity: String?, expected: Kept) {
        let newest = Self.mark(Self.reading(6_000), offset: newestOffset, identity: "a")
        let oldest = oldestOffset.map { Self.mark(Self.reading(4_000), offset: $0, identity: "a") }
        let question = Self.question(
            Checkpoint(newest: newest, oldest: oldest),
            Self.first(Self.reading(9_000, moved: 86_400), identity: identity))
        let kept = question.checkpoint(newest: Self.mark(Self.reading(9_000))).oldest
        #expect(kept == (expected == .newest ? newest : expected == .oldest ? oldest : nil))
    }
}
