/// The one rule of trust: what the votes of the known operators prove, where at most half of these, rounded down, are
/// wrong.
///
/// The hull of all points that so few votes exclude holds the truth. Marzullo's choice, the points of most overlap,
/// does not promise that: a liar can narrow it. An end that no operator gave excludes nothing.
package struct Judgement: Sendable, Equatable {
    /// Where the truth lies; nil where the votes exclude every point.
    package let bounds: Bounds?
    /// What the lower end rests on; nil where there is none.
    package let lowerSupport: TrustedTime.Support?
    /// What the upper end rests on; nil where there is none.
    package let upperSupport: TrustedTime.Support?

    /// Judges the votes, each with an end at least, among so many known operators. O(n log n).
    ///
    /// - Parameters:
    ///   - votes: What each operator that was heard says.
    ///   - firm: As much of that as may prove something; nil for the firm ends of the votes. What too few sources of an
    ///     operator gave may be wrong without the operator being so.
    ///   - known: How many are known.
    ///   - mayBePaused: Whether latest times may be wrong though nobody is.
    package init(of votes: [Hull], firm: [Bounds]? = nil, known: Int, mayBePaused: Bool = false) {
        let wrong = Judgement.mostWrong(of: known)
        let lasting = firm ?? votes.compactMap { $0.firmBounds }
        let said = votes.compactMap { $0.bounds }
        let areAllFirm = said == lasting
        let firm = Hull(of: lasting, wrong: wrong, mayBePaused: mayBePaused)
        let all = areAllFirm ? firm : Hull(of: said, wrong: wrong, mayBePaused: mayBePaused)
        guard firm.bounds != nil else {
            (bounds, lowerSupport, upperSupport) = (nil, nil, nil)
            return
        }
        let proven = firm.firmBounds ?? .unbounded
        let both = Bounds(
            lower: proven.hasLower ? proven.lower : all.bounds?.lower ?? .min,
            upper: proven.hasUpper ? proven.upper : all.bounds?.upper ?? .max)
        let shown = both ?? proven
        let support = Judgement.support(of: known)
        bounds = shown
        lowerSupport = shown.hasLower ? proven.hasLower ? support : .uncorroborated : nil
        upperSupport = shown.hasUpper ? proven.hasUpper ? support : .uncorroborated : nil
    }

    /// f: of one, none; of two or three, one; of four or five, two.
    package static func mostWrong(of known: Int) -> Int { known / 2 }

    /// What an end rests on that more of so many known operators gave than may be wrong.
    static func support(of known: Int) -> TrustedTime.Support { known > 1 ? .corroborated : .lone }
}

/// The hull of all points that at most so many of some answers exclude.
package struct Hull: Sendable, Equatable {
    /// Nil where the answers exclude every point.
    package let bounds: Bounds?
    /// Whether the lower end holds even where so many answers are wrong: too few may have given one.
    package let isLowerFirm: Bool
    /// The same of the upper end.
    package let isUpperFirm: Bool

    /// The hull of some answers, of which so many may be wrong.
    ///
    /// What is known from below lasts. So where the machine may have been paused since an answer came, and its latest
    /// time be too early by that, the lower end rests on the earliest times alone.
    package init(of answers: [Bounds], wrong: Int, mayBePaused: Bool = false) {
        let fromBelow = mayBePaused ? answers.map { $0.withoutUpper } : answers
        let lower = End(fromBelow, excludedBy: wrong, { $0.hasLower }, { $0.lower })
        let upper = End(answers, excludedBy: wrong, { $0.hasUpper }, { $0.upper })
        // Where no point is left to the rule, fewer wrong ones leave none either.
        let isPossible = excludedByAtMost(wrong, of: answers) != nil
        bounds = isPossible ? Bounds(lower: lower.value ?? .min, upper: upper.value ?? .max) : nil
        isLowerFirm = lower.isFirm
        isUpperFirm = upper.isFirm
    }

    package var isFirm: Bool { isLowerFirm && isUpperFirm }

    /// The ends that are firm; nil where there is none.
    package var firmBounds: Bounds? {
        guard let bounds else { return nil }
        let firm = Bounds(lower: isLowerFirm ? bounds.lower : .min, upper: isUpperFirm ? bounds.upper : .max)
        return firm == .unbounded ? nil : firm
    }

    /// One end of the hull.
    private struct End {
        var value: Nanoseconds?
        var isFirm = true

        /// The end needs one answer more than may be wrong; where fewer give it, it withstands as many wrong ones as
        /// are left.
        init(
            _ answers: [Bounds], excludedBy wrong: Int, _ isGiven: (Bounds) -> Bool, _ end: (Bounds) -> Nanoseconds
        ) {
            let given = answers.count { isGiven($0) }
            guard given > 0 else { return }
            let withstands = min(wrong, given - 1)
            isFirm = withstands == wrong
            value = excludedByAtMost(withstands, of: answers).map(end)
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
