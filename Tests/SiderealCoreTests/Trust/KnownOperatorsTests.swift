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

    /// Operators whose names are letters, and what they say.
    static func known(_ letters: String, _ words: [(String, ClosedRange<Int64>)] = []) -> KnownOperators {
        var known = KnownOperators()
        for letter in letters { _ = known.name(ExactName(String(letter))) }
        for (letter, range) in words {
            _ = known.receive(word(range), of: ExactName(letter), at: state(10), now: state(10), model: model)
        }
        return known
    }

    private func shown(_ known: KnownOperators) -> ClosedRange<Int64>? {
        known.judgement(at: Self.state(10), model: Self.model).bounds.map { $0.lower.count...$0.upper.count }
    }

    @Test("what an operator says that nobody named leaves no trace")
    func strangersLeaveNoTrace() {
        var known = Self.known("A", [("A", 0...4)])
        let before = known
        let objection = known.receive(
            Self.word(50...60), of: "x", at: Self.state(10), now: Self.state(10), model: Self.model)
        #expect(objection == .notNamed && known == before)
    }

    @Test("an operator whose answer bounds nothing has said nothing")
    func anEmptyAnswer() {
        #expect(Self.known("AB", [("A", Int64.min...Int64.max)]) == Self.known("AB"))
    }

    @Test("all answers of one operator make one vote")
    func allSourcesOfAnOperatorAreOneVote() {
        let known = Self.known("a", [("a", 0...10), ("a", 3...20), ("a", 1...8)])
        #expect(shown(known) == 3...8)
    }

    @Test("an answer that contradicts its operator's vote replaces both ends of it")
    func aContradictionReplacesTheVote() {
        var known = Self.known("A", [("A", 0...10)])
        for word in [20...30, Int64.min...15] {
            let objection = known.receive(
                Self.word(word), of: "A", at: Self.state(10), now: Self.state(10), model: Self.model)
            #expect(objection == .contradictsItself)
            #expect(shown(known) == word)
        }
    }

    // MARK: - What may last

    /// Whether an end may raise the floor and prove a boot.
    @Test(
        "binding bounds need more votes than may be wrong, or a lone operator",
        arguments: [
            ("A", [("A", 0...4)], 0...4),
            ("AB", [("A", 0...4), ("B", 2...6)], 0...6),
            ("AB", [("A", 0...4)], nil),
            ("ABC", [("A", 0...4), ("B", 2...6)], 0...6),
            ("ABC", [("A", 0...Int64.max), ("B", 2...Int64.max)], 0...Int64.max),
            ("ABC", [("A", 0...1), ("B", 2...3), ("C", 4...5)], nil),
            // One says what can't be: where it lies too early, the others' earliest counts.
            ("ABC", [("A", 0...4), ("B", 2...6), ("C", -9 ... -8)], 2...4),
            // Nobody named these.
            ("A", [("x", 0...4), ("y", 0...4)], nil), ("", [("x", 0...4), ("y", 0...4)], nil),
        ] as [(String, [(String, ClosedRange<Int64>)], ClosedRange<Int64>?)])
    func binding(named: String, words: [(String, ClosedRange<Int64>)], expected: ClosedRange<Int64>?) {
        let known = Self.known(named, words)
        let bounds = known.bindingBounds(at: Self.state(10), model: Self.model)
        #expect(bounds.map { $0.lower.count...$0.upper.count } == expected)
        let risen = known.floor(at: Self.state(10), model: Self.model)
        #expect(risen.map { ($0.earliest - TrueInstant(nanoseconds: 0) - .seconds(10)).count } == expected?.lowerBound)
        #expect(risen.map { $0.isLone == (named == "A") } ?? true)
    }

    @Test(
        "a floor is denied by more operators than may be wrong, or by a lone one",
        arguments: [
            ("A", "A", true), ("AB", "A", false), ("AB", "AB", true), ("ABC", "A", false), ("ABC", "AB", true),
            ("ABCD", "AB", false), ("ABCD", "ABC", true), ("", "ab", false),
        ])
    func denying(named: String, deniers: String, isDenied: Bool) {
        let known = Self.known(named, deniers.map { (String($0), .min...99) })
        let instant = TrueInstant(nanoseconds: 0) + .seconds(10) + Nanoseconds(100)
        let floor = Floor(earliest: instant, at: Self.state(10), isLone: false)
        #expect(known.deny(floor, at: Self.state(10), model: Self.model) == isDenied)
        // At the floor nobody denies it.
        let met = Floor(earliest: instant - Nanoseconds(1), at: Self.state(10), isLone: false)
        #expect(!known.deny(met, at: Self.state(10), model: Self.model))
    }

    // MARK: - How many

    @Test("a 65th operator is refused, and pushes none out")
    func tooManyAreRefused() {
        var known = KnownOperators()
        let isNamed = (0...64).map { known.name(ExactName("named \($0)")) }
        let isNamedAgain = known.name("named 63")
        #expect(isNamed == [Bool](repeating: true, count: 64) + [false] && isNamedAgain)
        #expect(known.all.count == KnownOperators.most && known["named 0"] != nil)
    }

    // MARK: - Several processes

    @Test("the votes of two processes merge operator by operator")
    func votesOfTwoProcessesMerge() {
        var mine = Self.known("AB", [("A", 0...10)])
        mine.join(Self.known("BC", [("B", 2...6)]), model: Self.model)
        mine.join(Self.known("A", [("A", 3...20)]), model: Self.model)
        #expect(mine.all.map { $0.name } == ["A", "B", "C"])
        #expect(mine["A"]?.vote?.bounds(at: Self.state(10), model: Self.model) == Self.word(3...10))
        #expect(mine["B"]?.vote != nil && mine["C"]?.vote == nil)
    }

    @Test("of two contradicting votes the newer one stays, in either merge order", arguments: [true, false])
    func ofContradictingVotesTheNewerStays(isMineNewer: Bool) {
        let old = Self.known("A", [("A", 0...10)])
        var new = Self.known("A")
        _ = new.receive(
            Self.word(20...30), of: "A", at: Self.state(11), now: Self.state(11), model: Self.model)
        var mine = isMineNewer ? new : old
        mine.join(isMineNewer ? old : new, model: Self.model)
        #expect(mine.judgement(at: Self.state(11), model: Self.model).bounds == Self.word(20...30))
    }

    @Test("dropping the votes keeps the named operators")
    func namesOutliveVotes() {
        #expect(Self.known("AB", [("A", 0...10)]).withoutVotes == Self.known("AB"))
    }
}
