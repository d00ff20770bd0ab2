import SiderealCore
import SiderealTesting
import TestSupport
import Testing

@Suite("the bounds that the votes of operators prove together") struct JudgementTests {
    struct Case: Sendable, CustomTestStringConvertible {
        var name: String
        /// One range for each operator that gave an end.
        var words: [ClosedRange<Int64>]
        /// The number of known operators; by default of those that answered.
        var known: Int?
        /// The bounds, or `nil` if no point is possible.
        var expected: ClosedRange<Int64>?
        var supports: (TrustedTime.Support?, TrustedTime.Support?) = (.corroborated, .corroborated)
        var testDescription: String { name }
    }

    static let least = Int64.min
    static let most = Int64.max

    static let cases: [Case] = [
        Case(name: "nobody", words: [], expected: least...most, supports: (nil, nil)),
        Case(name: "one", words: [3...5], expected: 3...5, supports: (.lone, .lone)),
        Case(name: "one says how late", words: [3...most], expected: 3...most, supports: (.lone, nil)),
        // Either may be wrong.
        Case(name: "two", words: [0...5, 3...9], expected: 0...9),
        Case(name: "two apart", words: [0...3, 4...9], expected: 0...9),
        Case(
            name: "one of two has answered", words: [3...5], known: 2, expected: 3...5,
            supports: (.uncorroborated, .uncorroborated)),
        Case(
            name: "two, and one says only how late", words: [3...5, 1...most], expected: 1...5,
            supports: (.corroborated, .uncorroborated)),
        // The points of most overlap would give 9...10, for a truth of 1.
        Case(name: "a liar does not narrow", words: [0...10, 0...2, 9...11], expected: 0...10),
        Case(name: "three, each with the next", words: [0...4, 4...8, 8...9], expected: 4...8),
        Case(name: "three apart", words: [0...1, 2...3, 4...5], expected: nil, supports: (nil, nil)),
        Case(name: "three, one apart", words: [0...4, 2...6, 50...60], expected: 2...4),
        Case(
            name: "one of three", words: [2...6], known: 3, expected: 2...6,
            supports: (.uncorroborated, .uncorroborated)),
        Case(name: "two of three", words: [0...4, 2...6], known: 3, expected: 0...6),
        Case(name: "two of three apart", words: [0...4, 50...60], known: 3, expected: 0...60),
        Case(name: "four, two and two", words: [0...4, 0...4, 7...9, 7...9], expected: 0...9),
        Case(name: "four", words: [0...4, 2...6, 50...60, 3...55], expected: 2...55),
        Case(
            name: "two of five agree", words: [2...6, 3...9], known: 5, expected: 2...9,
            supports: (.uncorroborated, .uncorroborated)),
        Case(
            name: "two of five apart", words: [2...6, 8...9], known: 5, expected: 2...9,
            supports: (.uncorroborated, .uncorroborated)),
        Case(name: "five, two liars", words: [0...4, 2...6, 3...9, 80...90, -50 ... -40], expected: 3...4),
        Case(
            name: "who excludes nothing corroborates nobody", words: [6...7, least...most], known: 2,
            expected: 6...7, supports: (.uncorroborated, .uncorroborated)),
    ]

    static func bounds(_ word: ClosedRange<Int64>) -> Bounds? {
        Bounds(Nanoseconds(word.lowerBound), Nanoseconds(word.upperBound))
    }

    static func judged(_ words: [ClosedRange<Int64>], known: Int) -> Judgement {
        Judgement(of: words.compactMap { bounds($0).map { Hull(of: [$0], wrong: 0) } }, known: known)
    }

    @Test("the bounds keep each time unless more operators exclude it than are allowed to be wrong", arguments: cases)
    func judges(example: Case) {
        for words in [example.words, example.words.reversed()] {
            let judgement = Self.judged(words, known: example.known ?? words.count)
            #expect(judgement.bounds.map { $0.lower.count...$0.upper.count } == example.expected)
            #expect(judgement.lowerSupport == example.supports.0 && judgement.upperSupport == example.supports.1)
        }
    }

    @Test(
        "at most half of the known operators, rounded down, may be wrong",
        arguments: [(0, 0), (1, 0), (2, 1), (3, 1), (4, 2), (5, 2), (64, 32)])
    func mostWrong(known: Int, wrong: Int) {
        #expect(Judgement.mostWrong(of: known) == wrong)
    }

    /// Counts the operators that exclude each point, by the definition. The outermost points represent all beyond.
    static func counted(_ words: [ClosedRange<Int64>], most: Int) -> ClosedRange<Int64>? {
        let points = [Self.least] + Array(-14...14) + [Self.most]
        let possible = points.filter { point in words.count { !$0.contains(point) } <= most }
        guard let first = possible.first, let last = possible.last else { return nil }
        return first...last
    }

    @Test(
        "the bounds agree with a count of the operators that exclude each point",
        .computesForLong, arguments: 0..<8 as Range<UInt64>)
    func asCounted(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        for round in 0..<700 {
            let words = (0..<Int.random(in: 0...8, using: &random)).map { _ in word(&random) }
            for most in 0...words.count {
                let hull = excludedByAtMost(
                    most, of: words.compactMap { Bounds(Nanoseconds($0.lowerBound), Nanoseconds($0.upperBound)) })
                try #require(
                    hull.map { $0.lower.count...$0.upper.count } == Self.counted(words, most: most),
                    "seed \(seed), round \(round), most \(most): \(words)")
            }
        }
    }

    private func word(_ random: inout SplitMix64) -> ClosedRange<Int64> {
        let ends = (0..<2).map { _ in Int64.random(in: -12...12, using: &random) }.sorted()
        let isLowerGiven = Int.random(in: 0..<4, using: &random) > 0
        let isUpperGiven = Int.random(in: 0..<4, using: &random) > 0
        return (isLowerGiven ? ends[0] : Self.least)...(isUpperGiven ? ends[1] : Self.most)
    }
}

extension Bounds {
    init?(_ lower: Nanoseconds, _ upper: Nanoseconds) { self.init(lower: lower, upper: upper) }
}
