/// The one rule of trust: what the answers of the known operators prove, where at most half of these, rounded down, are
/// wrong.
///
/// The hull of all points that so few answers exclude holds the truth. Marzullo's choice, the points of most overlap,
/// does not promise that: a liar can narrow it. An end that no operator gave excludes nothing.
package struct Judgement: Sendable, Hashable {
    /// Where the truth lies; nil where the answers exclude every point.
    package let bounds: Bounds?
    /// What the lower end rests on; nil where there is none.
    package let lowerSupport: TrustedTime.Support?
    /// What the upper end rests on; nil where there is none.
    package let upperSupport: TrustedTime.Support?

    /// Judges the answers, each with an end at least, among so many known operators. O(n log n).
    package init(of answers: [Bounds], known: Int) {
        let wrong = Judgement.mostWrong(of: known)
        let lower = End(answers, excludedBy: wrong, { $0.hasLower }, { $0.lower })
        let upper = End(answers, excludedBy: wrong, { $0.hasUpper }, { $0.upper })
        // Where no point is left to the rule, fewer wrong ones leave none either.
        let isPossible = excludedByAtMost(wrong, of: answers) != nil
        bounds = isPossible ? Bounds(lower: lower.value ?? .min, upper: upper.value ?? .max) : nil
        lowerSupport = isPossible ? lower.support(wrong: wrong, known: known) : nil
        upperSupport = isPossible ? upper.support(wrong: wrong, known: known) : nil
    }

    /// f: of one, none; of two or three, one; of four or five, two.
    package static func mostWrong(of known: Int) -> Int { known / 2 }

    /// One end of the hull, and how many wrong answers it withstands.
    private struct End {
        var value: Nanoseconds?
        var withstands = 0

        /// The end needs one answer more than operators may be wrong; where fewer give it, the end
        /// withstands as many wrong ones as are left.
        init(
            _ answers: [Bounds], excludedBy wrong: Int, _ isGiven: (Bounds) -> Bool, _ end: (Bounds) -> Nanoseconds
        ) {
            let given = answers.count { isGiven($0) }
            guard given > 0 else { return }
            withstands = min(wrong, given - 1)
            value = excludedByAtMost(withstands, of: answers).map(end)
        }

        func support(wrong: Int, known: Int) -> TrustedTime.Support? {
            guard value != nil else { return nil }
            if withstands < wrong { return .uncorroborated }
            return known > 1 ? .corroborated : .lone
        }
    }
}

/// The smallest interval that holds every point which at most so many of the closed intervals exclude; nil where there
/// is no such point. A single common point counts. O(n log n).
package func excludedByAtMost(_ most: Int, of intervals: [Bounds]) -> Bounds? {
    let threshold = intervals.count - most
    guard threshold > 0 else { return .unbounded }
    // Cover rises to the threshold first at a lower end, and falls below it last at an upper end.
    let starts = intervals.map { $0.lower }.sorted()
    let ends = intervals.map { $0.upper }.sorted()
    var ended = 0
    let first = starts.indices.first { begun in
        while ended < ends.count, ends[ended] < starts[begun] { ended += 1 }
        return begun + 1 - ended >= threshold
    }
    var notBegun = 0
    let last = ends.indices.last { index in
        while notBegun < starts.count, starts[starts.count - 1 - notBegun] > ends[index] { notBegun += 1 }
        return ends.count - index - notBegun >= threshold
    }
    guard let first, let last else { return nil }
    return Bounds(lower: starts[first], upper: ends[last])
}
