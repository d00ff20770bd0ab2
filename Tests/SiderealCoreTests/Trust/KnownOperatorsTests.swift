import SiderealCore
import Testing

@Suite("the known operators and their votes") struct KnownOperatorsTests {
    static let model = ClockModel.linux.withDrift(.partsPerMillion(0))

    static func state(_ seconds: Int64) -> ClockState {
        ClockState(elapsed: ElapsedInstant(nanoseconds: 0) + .seconds(seconds), slept: .zero, suspendMark: 0)
    }

    static func word(_ range: ClosedRange<Int64>) -> Bounds {
        Bounds(Nanoseconds(range.lowerBound), Nanoseconds(range.upperBound)) ?? .unbounded
    }

    static func sample(_ name: String, of operator: String? = nil, date: Int64? = nil) -> TimeSample {
        let instant = ElapsedInstant(nanoseconds: 0)
        return TimeSample(
            source: name, operator: `operator`, isAuthenticated: true, sent: instant, received: instant,
            earliest: date.map { TrueInstant(nanoseconds: $0) }, latest: nil, isDate: date != nil)
    }

    /// The instant at which the names are given.
    static let named = state(0).elapsed

    /// Records an answer after so many seconds.
    static func say(
        _ known: inout KnownOperators, _ name: String, _ range: ClosedRange<Int64>, of operator: String? = nil,
        date: Int64? = nil, at seconds: Int64 = 10
    ) -> TrustedTime.Rejection? {
        known.receive(
            word(range), of: sample(name, of: `operator`, date: date), at: state(seconds), now: state(seconds),
            model: model)
    }

    /// Makes operators whose names are letters, and records their answers.
    static func known(_ letters: String, _ words: [(String, ClosedRange<Int64>)] = []) -> KnownOperators {
        var known = KnownOperators()
        for letter in letters {
            let name = ExactName(String(letter))
            _ = known.name(name, of: name, at: Self.named)
        }
        for (letter, range) in words { _ = say(&known, letter, range) }
        return known
    }

    private func shown(_ known: KnownOperators) -> ClosedRange<Int64>? {
        known.judgement(at: Self.state(10), model: Self.model).bounds.map { $0.lower.count...$0.upper.count }
    }

    @Test("an answer of an operator that was not named changes nothing")
    func unnamedOperatorsChangeNothing() {
        var known = Self.known("A", [("A", 0...4)])
        let before = known
        let objection = Self.say(&known, "x", 50...60)
        #expect(objection == .notNamed && known == before)
    }

    @Test("a source named like its operator counts for no other source")
    func aSourceOfTheOperatorsName() {
        var known = KnownOperators()
        _ = known.name("example.com", of: "example.com", at: Self.named)
        #expect(Self.say(&known, "evil.example.com", 0...4, of: "example.com") == .notNamed)
        _ = known.name("", of: "example.com", at: Self.named)
        #expect(Self.say(&known, "other.example.com", 0...4, of: "example.com") == nil)
    }

    @Test("an operator whose answer bounds nothing counts as an operator without an answer")
    func anEmptyAnswer() {
        #expect(Self.known("AB", [("A", Int64.min...Int64.max)]) == Self.known("AB"))
    }

    @Test("all answers of one operator make one vote")
    func allSourcesOfAnOperatorAreOneVote() {
        let known = Self.known("a", [("a", 0...10), ("a", 3...20), ("a", 1...8)])
        #expect(shown(known) == 3...8)
    }

    // MARK: - Sources of one operator, and repeated answers of one source

    @Test(
        "fewer than half of an operator's sources may be wrong",
        arguments: [
            // Two that agree intersect; if two exclude each other, neither wins.
            ("ab", [("a", 0...4), ("b", 2...6)], 2...4, true),
            ("ab", [("a", 0...4), ("b", 8...9)], nil, true),
            ("ab", [("a", 0...4)], 0...4, true),
            // A broken one of three is outvoted, whichever answers last.
            ("abc", [("a", 0...4), ("b", 2...6), ("c", 90...99)], 2...4, true),
            ("abc", [("c", 90...99), ("a", 0...4), ("b", 2...6)], 2...4, true),
            // Before all have answered, no lasting bound depends on fewer sources than may be wrong.
            ("abc", [("c", 90...99)], 90...99, false),
            ("abc", [("c", 90...99), ("a", 0...4)], 0...99, true),
            ("abcd", [("a", 0...4), ("b", 2...6), ("c", 3...9), ("d", 90...99)], 3...4, true),
            ("abcde", [("a", 0...4), ("b", 2...6), ("c", 3...9), ("d", 90...99), ("e", 95...99)], 3...4, true),
        ] as [(String, [(String, ClosedRange<Int64>)], ClosedRange<Int64>?, Bool)])
    func sourcesOfOneOperator(
        named: String, words: [(String, ClosedRange<Int64>)], expected: ClosedRange<Int64>?, isBinding: Bool
    ) {
        var known = KnownOperators()
        for letter in named { _ = known.name(ExactName(String(letter)), of: "O", at: Self.named) }
        for (source, range) in words { _ = Self.say(&known, source, range, of: "O") }
        #expect(shown(known) ?? .min ... .max == expected ?? .min ... .max)
        let binding = known.bindingBounds(at: Self.state(10), model: Self.model)
        #expect(binding.map { $0.lower.count...$0.upper.count } == (isBinding ? expected : nil))
    }

    @Test(
        "an operator whose sources exclude each other, or whose answer proves nothing, corroborates no other operator")
    func weakVotes() {
        var known = Self.known("A", [("A", 0...4)])
        for source in ["a", "b", "c"] { _ = known.name(ExactName(source), of: "O", at: Self.named) }
        _ = Self.say(&known, "a", 2...6, of: "O")
        // It narrows the shown bounds, and proves nothing.
        #expect(shown(known) == 0...6 && known.bindingBounds(at: Self.state(10), model: Self.model) == nil)
        _ = Self.say(&known, "b", 3...7, of: "O")
        #expect(known.bindingBounds(at: Self.state(10), model: Self.model) == Self.word(0...7))
    }

    @Test("the bounds of a source that contradicts itself don't exclude any of its answers")
    func aSourceThatContradictsItself() {
        // One wrong answer: first, in the middle or last.
        let orders: [([ClosedRange<Int64>], ClosedRange<Int64>)] = [
            ([0...10, 20...30, 1...9], 0...30), ([20...30, 0...10, 1...9], 1...30), ([0...10, 1...9, 20...30], 1...30),
        ]
        for (words, expected) in orders {
            var known = Self.known("A")
            let objections = words.map { Self.say(&known, "A", $0) }
            #expect(objections.contains(.contradictsItself))
            #expect(shown(known) == expected, "\(words)")
        }
    }

    @Test("a source that gave consistent answers for an hour counts again")
    func aSourceThatToldOneTimeForLong() {
        var known = Self.known("A", [("A", 0...10)])
        #expect(Self.say(&known, "A", 20...30, at: 20) == .contradictsItself)
        #expect(Self.say(&known, "A", 20...30, at: 3_619) == nil)
        #expect(shown(known) == 0...30)
        #expect(Self.say(&known, "A", 20...30, at: 3_620) == nil)
        #expect(shown(known) == 20...30)
        // Silence proves nothing.
        #expect(Self.say(&known, "A", 0...10, at: 3_630) == .contradictsItself)
        #expect(known.judgement(at: Self.state(90_000), model: Self.model).bounds == Self.word(0...30))
    }

    @Test(
        "if more operators contradict themselves than are allowed to be wrong, only their new answers count",
        arguments: [("AB", 2), ("ABC", 2), ("ABCD", 3)])
    func aClockThatJumped(named: String, needed: Int) {
        var known = Self.known(named, named.map { (String($0), 0...10) })
        for (number, letter) in named.prefix(needed).enumerated() {
            #expect(Self.say(&known, String(letter), 7_200...7_210) == .contradictsItself)
            let isOver = number + 1 == needed
            let believed = known.believed(at: Self.state(7_200), model: Self.model)
            #expect(believed.all.allSatisfy { $0.sources[0].retracted == nil } == isOver, "after \(letter)")
        }
        for letter in named.dropFirst(needed) { _ = Self.say(&known, String(letter), 7_200...7_210) }
        #expect(shown(known) == 7_200...7_210)
    }

    @Test("a Date gives an upper bound once a later Date was seen, and no upper bound if it never advances")
    func repeatedDateGivesNoUpperBound() {
        var known = Self.known("A")
        #expect(Self.say(&known, "A", 0...10, date: 1) == nil)
        #expect(shown(known) == 0...Int64.max)
        #expect(Self.say(&known, "A", 2...12, date: 1) == nil)
        #expect(shown(known) == 2...Int64.max)
        #expect(Self.say(&known, "A", 1...11, date: 2) == nil)
        #expect(shown(known) == 2...10)
        // An answer other than a Date proves nothing about the server's clock.
        var other = Self.known("A")
        #expect(Self.say(&other, "A", 0...10, date: 1) == nil)
        #expect(Self.say(&other, "A", 1...20) == nil)
        #expect(shown(other) == 1...Int64.max)
        var still = Self.known("A")
        for later: Int64 in 0..<5 { _ = Self.say(&still, "A", (-30 * later)...(10 - 30 * later), date: 1) }
        #expect(shown(still) == -120...Int64.max)
    }

    /// One name, two machines: either may answer first, with any answers in between.
    @Test("two Dates that exclude each other don't count, in any order", arguments: [false, true])
    func datesThatExcludeEachOther(isLaterFirst: Bool) throws {
        var known = Self.known("A")
        var floors = Floors()
        for (number, isLater) in [isLaterFirst, !isLaterFirst, isLaterFirst, !isLaterFirst].enumerated() {
            let date = Int64(number) + (isLater ? 30 : 0)
            let told = Self.say(&known, "A", isLater ? 30...32 : 0...2, date: date)
            #expect(told == (number == 0 ? nil : .contradictsItself))
            known.raise(&floors, at: Self.state(10), model: Self.model)
            #expect(number == 0 || shown(known) == 0...Int64.max)
        }
        #expect(floors.lone.floor?.earliest == nil, "of no Date was seen that it runs")
        #expect(floors.corroborated.floor == nil)
    }

    @Test("an answer that may be old doesn't replace a Date that bounds from above, here or in another process")
    func whatMayBeOldPassesNothing() {
        let open = 0...Int64.max
        var known = Self.known("A")
        #expect(Self.say(&known, "A", 0...Int64.max, date: 1) == nil)
        #expect(Self.say(&known, "A", 0...2, date: 5) == nil)
        #expect(shown(known) == open)
        #expect(Self.say(&known, "A", 0...Int64.max, date: 9) == nil)
        #expect(shown(known) == open)
        var other = Self.known("A")
        #expect(Self.say(&other, "A", 0...Int64.max, date: 3) == nil)
        for (mine, theirs) in [(known, other), (other, known)] {
            var joined = mine
            joined.join(theirs, model: Self.model)
            #expect(shown(joined) == open)
        }
        #expect(Self.say(&known, "A", 0...2, date: 6) == nil)
        #expect(shown(known) == 0...2)
    }

    @Test("a lone operator's Date proves nothing until it advances, and two Dates prove only what both prove")
    func datesThatProveNothing() {
        func binding(_ named: String, _ dates: [(String, Int64)]) -> Nanoseconds? {
            var known = Self.known(named)
            for (name, date) in dates { _ = Self.say(&known, name, 0...2, date: date) }
            return known.bindingBounds(at: Self.state(10), model: Self.model)?.lower
        }
        #expect(binding("A", [("A", 1)]) == nil)
        #expect(binding("A", [("A", 1), ("A", 1)]) == nil)
        #expect(binding("A", [("A", 1), ("A", 2)]) == .zero)
        #expect(binding("AB", [("A", 1), ("B", 1)]) == .zero)
        #expect(binding("AB", [("A", 1)]) == nil)
    }

    // MARK: - Lasting bounds

    /// A Boolean value that indicates whether an end may raise the floor and prove a boot.
    @Test(
        "binding bounds need the votes of more operators than are allowed to be wrong, or of a lone operator",
        arguments: [
            ("A", [("A", 0...4)], 0...4),
            ("AB", [("A", 0...4), ("B", 2...6)], 0...6),
            ("AB", [("A", 0...4)], nil),
            ("ABC", [("A", 0...4), ("B", 2...6)], 0...6),
            ("ABC", [("A", 0...Int64.max), ("B", 2...Int64.max)], 0...Int64.max),
            ("ABC", [("A", 0...1), ("B", 2...3), ("C", 4...5)], nil),
            // One gives an impossible answer: if it is too early, the others' earliest end counts.
            ("ABC", [("A", 0...4), ("B", 2...6), ("C", -9 ... -8)], 2...4),
            // Operators that were not named.
            ("A", [("x", 0...4), ("y", 0...4)], nil), ("", [("x", 0...4), ("y", 0...4)], nil),
        ] as [(String, [(String, ClosedRange<Int64>)], ClosedRange<Int64>?)])
    func binding(named: String, words: [(String, ClosedRange<Int64>)], expected: ClosedRange<Int64>?) {
        let known = Self.known(named, words)
        let bounds = known.bindingBounds(at: Self.state(10), model: Self.model)
        #expect(bounds.map { $0.lower.count...$0.upper.count } == expected)
        var risen = Floors()
        known.raise(&risen, at: Self.state(10), model: Self.model)
        let (floor, other) =
            named == "A" ? (risen.lone.floor, risen.corroborated.floor) : (risen.corroborated.floor, risen.lone.floor)
        #expect(floor.map { ($0.earliest - TrueInstant(nanoseconds: 0) - .seconds(10)).count } == expected?.lowerBound)
        #expect(other == nil)
    }

    @Test(
        "more operators than are allowed to be wrong, or a lone operator, can refute a floor",
        arguments: [
            ("A", "A", true), ("AB", "A", false), ("AB", "AB", true), ("ABC", "A", false), ("ABC", "AB", true),
            ("ABCD", "AB", false), ("ABCD", "ABC", true), ("", "ab", false),
        ])
    func denying(named: String, deniers: String, isDenied: Bool) {
        let known = Self.known(named, deniers.map { (String($0), .min...99) })
        let instant = TrueInstant(nanoseconds: 0) + .seconds(10) + Nanoseconds(100)
        let floor = Floor(earliest: instant, at: Self.state(10))
        #expect(known.deny(floor, at: Self.state(10), model: Self.model) == isDenied)
        // At the floor no operator refutes it.
        let met = Floor(earliest: instant - Nanoseconds(1), at: Self.state(10))
        #expect(!known.deny(met, at: Self.state(10), model: Self.model))
    }

    /// The late one of two answers, or the one that another process heard, was received an hour before the latest.
    @Test("an old answer that contradicts a source is forgiven no earlier than another one", arguments: [false, true])
    func oldContradictions(isOfAnotherProcess: Bool) {
        var known = Self.known("A")
        for seconds: Int64 in [1_000, 3_000, 5_000] { _ = Self.say(&known, "A", 0...10, at: seconds) }
        if isOfAnotherProcess {
            var other = Self.known("A")
            _ = Self.say(&other, "A", 50...60, at: 1_200)
            known.join(other, model: Self.model)
        } else {
            let late = known.receive(
                Self.word(50...60), of: Self.sample("A", of: nil, date: nil), at: Self.state(1_200),
                now: Self.state(5_000), model: Self.model)
            #expect(late == .contradictsItself)
        }
        #expect(known.judgement(at: Self.state(5_000), model: Self.model).bounds == Self.word(0...60))
    }

    @Test("a contradiction is forgiven after an hour of this boot, whatever another boot's answers were")
    func forgivenByThisBoot() {
        var known = Self.known("A")
        _ = Self.say(&known, "A", 0...10, at: 9_000)
        known = known.withoutVotes
        #expect(Self.say(&known, "A", 0...4) == nil)
        #expect(Self.say(&known, "A", 50...60) == .contradictsItself)
        #expect(shown(known) == 0...60)
        _ = Self.say(&known, "A", 50...60, at: 3_610)
        #expect(known.judgement(at: Self.state(3_610), model: Self.model).bounds == Self.word(50...60))
    }

    // MARK: - The number of operators

    @Test("a 65th operator is refused, and replaces no other operator")
    func tooManyAreRefused() {
        var known = KnownOperators()
        let isNamed = (0...64).map { number in
            let name = ExactName("named \(number)")
            return known.name(name, of: name, at: Self.named)
        }
        let isNamedAgain = known.name("named 63", of: "named 63", at: Self.named)
        #expect(isNamed == [Bool](repeating: true, count: 64) + [false] && isNamedAgain)
        #expect(known.all.count == KnownOperators.most && known["named 0"] != nil)
    }

    // MARK: - Several processes

    @Test("the votes of two processes are merged for each operator separately")
    func votesOfTwoProcessesMerge() {
        var mine = Self.known("AB", [("A", 0...10)])
        mine.join(Self.known("BC", [("B", 2...6)]), model: Self.model)
        mine.join(Self.known("A", [("A", 3...20)]), model: Self.model)
        #expect(mine.all.map { $0.name } == ["A", "B", "C"])
        #expect(mine["A"]?.vote(at: Self.state(10), model: Self.model)?.bounds == Self.word(3...10))
        #expect(mine["B"]?.isHeard == true && mine["C"]?.isHeard == false)
    }

    @Test(
        "a source that contradicts itself across two processes counts as contradictory in both",
        arguments: [true, false])
    func contradictingProcesses(isMineNewer: Bool) {
        let old = Self.known("A", [("A", 0...10)])
        var new = Self.known("A")
        _ = Self.say(&new, "A", 20...30, at: 11)
        var mine = isMineNewer ? new : old
        mine.join(isMineNewer ? old : new, model: Self.model)
        #expect(mine.judgement(at: Self.state(11), model: Self.model).bounds == Self.word(0...30))
        // Merging again, as at each save, changes nothing, and it is forgiven once.
        mine.join(isMineNewer ? old : new, model: Self.model)
        #expect(mine.judgement(at: Self.state(11), model: Self.model).bounds == Self.word(0...30))
        let disk = mine
        #expect(Self.say(&mine, "A", 20...30, at: 3_700) == nil)
        mine.join(disk, model: Self.model)
        #expect(mine.judgement(at: Self.state(3_700), model: Self.model).bounds == Self.word(20...30))
    }

    @Test("naming a source doesn't count as an answer from it, and doesn't clear its contradictions")
    func namingIsNoAnswer() {
        var mine = Self.known("A", [("A", 0...10)])
        _ = Self.say(&mine, "A", 20...30, at: 20)
        for seconds: Int64 in [3_000, 9_000] {
            var other = KnownOperators()
            _ = other.name("A", of: "A", at: Self.named)
            let saved = mine
            other.join(saved, model: Self.model)
            mine.join(other, model: Self.model)
            for known in [mine, other] {
                #expect(known.judgement(at: Self.state(seconds), model: Self.model).bounds == Self.word(0...30))
            }
        }
        // Nor does an answer that any time fits.
        #expect(Self.say(&mine, "A", 20...Int64.max, at: 9_001) == nil)
        #expect(mine.judgement(at: Self.state(9_001), model: Self.model).bounds == Self.word(0...30))
    }

    // MARK: - Names

    @Test("a name without an answer lapses an hour after it was last given")
    func namesLapse() {
        var known = Self.known("AB", [("A", 0...10)])
        func names(_ seconds: Int64) -> [ExactName] {
            known.withoutLapsed(at: Self.state(seconds).elapsed).all.map { $0.name }
        }
        #expect(names(3_599) == ["A", "B"] && names(3_600) == ["A"])
        // Named again, it is known for another hour.
        _ = known.name("B", of: "B", at: Self.state(100).elapsed)
        #expect(names(3_699) == ["A", "B"] && names(3_700) == ["A"])
        // An operator that answered in a boot that may be this one stays.
        known = known.withoutVotes.dated(by: Self.state(50).elapsed)
        #expect(names(3_649) == ["A", "B"] && names(3_650) == ["A"])
    }

    @Test("dropping the votes keeps the named operators")
    func namesOutliveVotes() {
        let forgotten = Self.known("AB", [("A", 0...10)]).withoutVotes
        #expect(forgotten.all.map { $0.name } == ["A", "B"] && forgotten.all.allSatisfy { !$0.isHeard })
    }
}
