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

    /// Operators whose names are letters; the capital ones are named.
    static func known(_ letters: String, _ words: (String, ClosedRange<Int64>)...) -> KnownOperators {
        var known = KnownOperators()
        for letter in letters where letter.isUppercase { _ = known.name(OperatorKey(String(letter))) }
        for (letter, range) in words {
            _ = known.receive(word(range), of: OperatorKey(letter), at: state(10), now: state(10), model: model)
        }
        return known
    }

    private func shown(_ known: KnownOperators) -> ClosedRange<Int64>? {
        known.judgement(at: Self.state(10), model: Self.model).bounds.map { $0.lower.count...$0.upper.count }
    }

    @Test("once an operator is named, only named operators count")
    func whereSomebodyIsNamedOnlyTheNamedCount() {
        var known = Self.known("", ("x", 50...60), ("y", 50...60))
        #expect(shown(known) == 50...60)
        let isNamed = known.name(OperatorKey("A"))
        #expect(isNamed && known.counted.map { $0.key } == [OperatorKey("A")])
        #expect(shown(known) == Int64.min...Int64.max)
        let uncounted = known.removeUncounted()
        #expect(uncounted.count == 2 && known.all.count == 1)
    }

    /// Who was overheard counts for the boot, even where a sleep has taken away what it said.
    @Test("an unnamed operator stays known in its boot, even if a sleep voids its vote")
    func whoWasOverheardStaysKnown() {
        var known = Self.known("", ("a", Int64.min...5), ("b", Int64.min...5), ("l", 5_000...Int64.max))
        _ = known.receive(
            Self.word(5_000...Int64.max), of: OperatorKey("m"), at: Self.state(10), now: Self.state(10),
            model: Self.model)
        let asleep = ClockState(elapsed: Self.state(20).elapsed, slept: .zero, suspendMark: 1)
        #expect(known.counted.count == 4)
        #expect(known.floor(at: asleep, model: Self.model) == nil)
    }

    @Test("an operator whose answer bounds nothing is not known")
    func whoSaysNothingIsNotKnown() {
        #expect(Self.known("", ("a", 0...1), ("b", Int64.min...Int64.max)).counted.count == 1)
    }

    @Test("all answers of one operator make one vote")
    func allSourcesOfAnOperatorAreOneVote() {
        let known = Self.known("", ("a", 0...10), ("a", 3...20), ("a", 1...8))
        #expect(known.all.count == 1)
        #expect(shown(known) == 3...8)
    }

    @Test("an answer that contradicts its operator's vote replaces both ends of it")
    func aContradictionReplacesTheVote() {
        var known = Self.known("A", ("A", 0...10))
        let key = OperatorKey("A")
        for word in [20...30, Int64.min...15] {
            let objection = known.receive(
                Self.word(word), of: key, at: Self.state(10), now: Self.state(10), model: Self.model)
            #expect(objection == .contradictsItself)
            #expect(shown(known) == word)
        }
    }

    // MARK: - What may last

    /// Whether an end may raise the floor and prove a boot.
    @Test(
        "binding bounds need more votes than may be wrong, or a lone operator that was named",
        arguments: [
            ("", [("a", 0...4)], nil),
            ("A", [("A", 0...4)], 0...4),
            ("", [("a", 0...4), ("b", 2...6)], 0...6),
            ("AB", [("A", 0...4), ("B", 2...6)], 0...6),
            ("AB", [("A", 0...4)], nil),
            ("ABC", [("A", 0...4), ("B", 2...6)], 0...6),
            ("ABC", [("A", 0...Int64.max), ("B", 2...Int64.max)], 0...Int64.max),
            ("ABC", [("A", 0...1), ("B", 2...3), ("C", 4...5)], nil),
            // One says what can't be: where it lies too early, the others' earliest counts.
            ("ABC", [("A", 0...4), ("B", 2...6), ("C", -9 ... -8)], 2...4),
            // Nobody named these.
            ("A", [("x", 0...4), ("y", 0...4)], nil),
        ] as [(String, [(String, ClosedRange<Int64>)], ClosedRange<Int64>?)])
    func binding(named: String, words: [(String, ClosedRange<Int64>)], expected: ClosedRange<Int64>?) {
        var known = Self.known(named)
        for (letter, range) in words {
            _ = known.receive(
                Self.word(range), of: OperatorKey(letter), at: Self.state(10), now: Self.state(10), model: Self.model)
        }
        let bounds = known.bindingBounds(at: Self.state(10), model: Self.model)
        #expect(bounds.map { $0.lower.count...$0.upper.count } == expected)
        let risen = known.floor(at: Self.state(10), model: Self.model)
        #expect(risen.map { ($0.earliest - TrueInstant(nanoseconds: 0) - .seconds(10)).count } == expected?.lowerBound)
        #expect(risen.map { $0.isLone == (named == "A") } ?? true)
    }

    @Test(
        "a floor is denied by more operators than may be wrong, or by a lone one that was named",
        arguments: [
            ("A", "A", true), ("", "a", false), ("AB", "A", false), ("AB", "AB", true), ("ABC", "A", false),
            ("ABC", "AB", true), ("ABCD", "AB", false), ("ABCD", "ABC", true), ("", "ab", true),
        ])
    func denying(named: String, deniers: String, isDenied: Bool) {
        var known = Self.known(named)
        for letter in deniers {
            _ = known.receive(
                Self.word(.min...99), of: OperatorKey(String(letter)), at: Self.state(10), now: Self.state(10),
                model: Self.model)
        }
        let instant = TrueInstant(nanoseconds: 0) + .seconds(10) + Nanoseconds(100)
        let floor = Floor(earliest: instant, at: Self.state(10), isLone: false)
        #expect(known.deny(floor, at: Self.state(10), model: Self.model) == isDenied)
        // At the floor nobody denies it.
        let met = Floor(earliest: instant - Nanoseconds(1), at: Self.state(10), isLone: false)
        #expect(!known.deny(met, at: Self.state(10), model: Self.model))
    }

    // MARK: - How many

    @Test("later operators push none out, and named ones have a limit of their own")
    func aCrowdPushesNobodyOut() {
        var known = Self.known("", ("a", 0...4), ("b", 2...6))
        for number in 0..<62 {
            let key = OperatorKey("\(number)")
            let objection = known.receive(
                Self.word(50...60), of: key, at: Self.state(10), now: Self.state(10), model: Self.model)
            #expect(objection == nil)
        }
        let late = known.receive(
            Self.word(50...60), of: OperatorKey("late"), at: Self.state(10), now: Self.state(10), model: Self.model)
        #expect(late == .tooManyOperators)
        #expect(known[OperatorKey("a")] != nil && known.all.count == KnownOperators.most)
        // The named ones are taken all the same, up to a limit of their own.
        let isNamed = (0...64).map { known.name(OperatorKey("named \($0)")) }
        let isNamedAgain = known.name(OperatorKey("named 63"))
        #expect(isNamed == [Bool](repeating: true, count: 64) + [false] && isNamedAgain)
    }

    // MARK: - Several processes

    @Test("the votes of two processes merge operator by operator")
    func votesOfTwoProcessesMerge() {
        var mine = Self.known("AB", ("A", 0...10))
        mine.join(Self.known("BC", ("B", 2...6)).all + Self.known("A", ("A", 3...20)).all, model: Self.model)
        #expect(mine.counted.map { $0.key } == ["A", "B", "C"].map { OperatorKey($0) })
        #expect(mine[OperatorKey("A")]?.vote?.bounds(at: Self.state(10), model: Self.model) == Self.word(3...10))
        #expect(mine[OperatorKey("B")]?.vote != nil && mine[OperatorKey("C")]?.vote == nil)
    }

    @Test("of two contradicting votes the newer one stays, in either merge order", arguments: [true, false])
    func ofContradictingVotesTheNewerStays(isMineNewer: Bool) {
        let old = Self.known("A", ("A", 0...10))
        var new = Self.known("A")
        _ = new.receive(
            Self.word(20...30), of: OperatorKey("A"), at: Self.state(11), now: Self.state(11), model: Self.model)
        var mine = isMineNewer ? new : old
        mine.join((isMineNewer ? old : new).all, model: Self.model)
        #expect(mine.judgement(at: Self.state(11), model: Self.model).bounds == Self.word(20...30))
    }

    @Test("dropping the votes keeps the named operators")
    func namesOutliveVotes() {
        let known = Self.known("AB", ("A", 0...10), ("x", 0...5)).withoutVotes
        #expect(known.all.map { $0.key } == ["A", "B"].map { OperatorKey($0) })
        #expect(known.all.allSatisfy { $0.isNamed && $0.vote == nil })
    }
}
