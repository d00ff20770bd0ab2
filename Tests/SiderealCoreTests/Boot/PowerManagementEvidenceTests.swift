import SiderealCore
import Testing

@Suite("the power management unit's clock as evidence") struct PowerManagementEvidenceTests {
    static func at(_ seconds: Int64) -> PowerManagementInstant {
        PowerManagementInstant(nanoseconds: seconds * 1_000_000_000)
    }

    static func seconds(_ lower: Int64, _ upper: Int64) -> Bounds {
        Bounds(lower: .seconds(lower), upper: .seconds(upper)) ?? .unbounded
    }

    /// A hundred millionths, and four milliseconds for two looks.
    @Test("the time that passed is the clock's count, give or take 100 ppm and 4 ms")
    func whatPassedIsItsCountAndTheErrors() throws {
        let passed = try #require(PowerManagementEvidence.passed(from: Self.at(100), to: Self.at(1_000_100)))
        #expect(passed.lower == .seconds(1_000_000) - .milliseconds(100_004))
        #expect(passed.upper == .seconds(1_000_000) + .milliseconds(100_004))
        #expect(PowerManagementEvidence.passed(from: Self.at(5), to: Self.at(5)) == .plusOrMinus(.milliseconds(4)))
        #expect(PowerManagementEvidence.passed(from: Self.at(5), to: Self.at(4)) == nil)
    }

    @Test("values at the ends of the range saturate")
    func numbersNearTheEndsSaturate() {
        let (least, most) = (PowerManagementInstant(nanoseconds: .min), PowerManagementInstant(nanoseconds: .max))
        #expect(PowerManagementEvidence.passed(from: least, to: most)?.hasUpper == false)
        var evidence = PowerManagementEvidence()
        evidence.see(least, passed: nil, tag: 9)
        evidence.tie(least, to: .exactly(.zero), tag: 9)
        evidence.see(most, passed: .unbounded, tag: 9)
        #expect(evidence.time(at: most)?.hasUpper == false)
        #expect(PowerManagementEvidence(life: .init(number: .max)).startedAnew.life == .init(number: .max, tag: 9))
    }

    @Test(
        "a new start is noticed if the clock fell, or counted too little or too much",
        arguments: [
            (to: 160, passed: nil, isNew: false), (to: 100, passed: nil, isNew: false),
            (to: 99, passed: nil, isNew: true), (to: 160, passed: seconds(60, 60), isNew: false),
            (to: 160, passed: seconds(61, 61), isNew: true), (to: 160, passed: seconds(59, 59), isNew: true),
            (to: 160, passed: seconds(0, 61), isNew: false), (to: 99, passed: seconds(0, 5), isNew: true),
        ] as [(to: Int64, passed: Bounds?, isNew: Bool)])
    func looks(to: Int64, passed: Bounds?, isNew: Bool) {
        var evidence = PowerManagementEvidence(life: .init(number: 3))
        evidence.see(Self.at(100), passed: .unbounded, tag: 9)
        #expect(evidence.life.number == 3)
        evidence.tie(Self.at(100), to: Self.seconds(5_000, 5_001), tag: 9)
        evidence.see(Self.at(to), passed: passed, tag: 9)
        #expect(evidence.life == (isNew ? .init(number: 4, tag: 9) : .init(number: 3)))
        #expect((evidence.time(at: Self.at(to)) == nil) == isNew)
        #expect(evidence.last == Self.at(to))
    }

    /// The narrower one stays; what is proven is believed over it.
    @Test(
        "of two ties to true time the narrower stays, and a contradiction counts as a new start",
        arguments: [
            (time: seconds(5_100, 5_101), expected: seconds(5_100, 5_101), starts: 0),
            (time: seconds(5_050, 5_150), expected: nil, starts: 0),
            (time: seconds(5_200, 5_201), expected: seconds(5_200, 5_201), starts: 1),
            (time: seconds(5_099, 5_100), expected: seconds(5_099, 5_100), starts: 0),
            (time: seconds(5_050, 5_099), expected: seconds(5_050, 5_099), starts: 1),
            (time: seconds(5_090, 5_100).withoutUpper, expected: nil, starts: 0),
            (time: seconds(5_102, 5_103).withoutUpper, expected: nil, starts: 1),
        ] as [(time: Bounds, expected: Bounds?, starts: UInt32)])
    func ties(time: Bounds, expected: Bounds?, starts: UInt32) {
        var evidence = PowerManagementEvidence()
        evidence.see(Self.at(100), passed: nil, tag: 9)
        evidence.tie(Self.at(100), to: Self.seconds(5_000, 5_001), tag: 9)
        evidence.see(Self.at(200), passed: nil, tag: 9)
        let carried = evidence.time(at: Self.at(200))
        evidence.tie(Self.at(200), to: time, tag: 9)
        #expect(evidence.life.number == starts)
        let after = expected.map { $0 + .plusOrMinus(.milliseconds(4)) }
        #expect(evidence.time(at: Self.at(200)) == after ?? (starts == 0 ? carried : nil))
        #expect(evidence.last == Self.at(200))
    }

    @Test("merging keeps the state of the process that saw more new starts")
    func ofTwoProcessesTheOneThatSawMoreStartsKnows() {
        var old = PowerManagementEvidence()
        old.see(Self.at(900), passed: nil, tag: 9)
        old.tie(Self.at(900), to: Self.seconds(10, 11), tag: 9)
        let new = PowerManagementEvidence(life: .init(number: 1, tag: 5), last: Self.at(5))
        #expect(!old.with { $0.join(new) })
        #expect(new.joined(old) == new)
        #expect(old.joined(new) == new)
    }

    @Test("two lives of the clock with the same number are told apart by their tags")
    func aLifeHasATag() {
        let one = PowerManagementEvidence(life: .init(number: 1, tag: 5), last: Self.at(900))
        let other = PowerManagementEvidence(life: .init(number: 1, tag: 6), last: Self.at(5))
        #expect(one.joined(other) == other && other.joined(one) == other)
    }

    /// Another process saw it later: what that knows holds for an earlier look, too.
    @Test("a tie at a later instant bounds the time at an earlier one")
    func aTieToALaterInstantTellsTheEarlierTime() throws {
        var evidence = PowerManagementEvidence(last: Self.at(900))
        evidence.tie(Self.at(900), to: Self.seconds(5_900, 5_901), tag: 9)
        let earlier = try #require(evidence.time(at: Self.at(800)))
        #expect(earlier.contains(.seconds(5_800)) && earlier.contains(.seconds(5_801)))
        #expect(earlier.width > .seconds(1) && earlier.width < .milliseconds(1_030))
    }

    @Test("merging keeps the narrower tie and the later reading")
    func ofTwoTiesTheNarrowerOneStays() throws {
        var one = PowerManagementEvidence(last: Self.at(900))
        one.tie(Self.at(900), to: Self.seconds(10, 20), tag: 9)
        var other = PowerManagementEvidence(last: Self.at(950))
        other.tie(Self.at(950), to: Self.seconds(60, 65), tag: 9)
        #expect(one.joined(other) == other)
        #expect(other.joined(one) == other)
        let later = PowerManagementEvidence(last: Self.at(960))
        #expect(one.joined(later).tie == one.tie && one.joined(later).last == Self.at(960))
        #expect(later.joined(one) == one.joined(later))
    }
}

extension PowerManagementEvidence {
    fileprivate var startedAnew: PowerManagementEvidence { changed { $0.startAnew(tag: 9) } }

    fileprivate func joined(_ other: PowerManagementEvidence) -> PowerManagementEvidence {
        changed { $0.join(other) }
    }

    fileprivate func with<Value>(_ change: (inout PowerManagementEvidence) -> Value) -> Value {
        var evidence = self
        return change(&evidence)
    }

    private func changed(_ change: (inout PowerManagementEvidence) -> Void) -> PowerManagementEvidence {
        var evidence = self
        change(&evidence)
        return evidence
    }
}
