/// The one rule of trust: the bounds that the votes of the known operators prove if at most half of them, rounded down,
/// are wrong.
///
/// The hull of all points that so few votes exclude holds the truth. Marzullo's choice, the points of most overlap,
/// does not promise that: a liar can narrow it. An end that no operator gave excludes nothing.
package struct Judgement: Sendable, Equatable {
    /// The bounds that hold the truth, or `nil` if the votes exclude every point.
    package let bounds: Bounds?
    /// The support of the lower end, or `nil` if there is no such end.
    package let lowerSupport: TrustedTime.Support?
    /// The support of the upper end, or `nil` if there is no such end.
    package let upperSupport: TrustedTime.Support?

    /// Judges the votes, each with at least one end, among the known operators. O(n log n).
    ///
    /// - Parameters:
    ///   - votes: The vote of each operator that answered.
    ///   - firm: The part of the votes that may prove something, or `nil` for their firm ends. An end that too few
    ///     sources of an operator gave may be wrong without the operator being wrong.
    ///   - known: The number of known operators.
    ///   - mayBePaused: Whether latest times may be wrong though no operator is.
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

    /// f, the number of operators that may be wrong: of one, none; of two or three, one; of four or five, two.
    package static func mostWrong(of known: Int) -> Int { known / 2 }

    /// Returns the support of an end that more of the known operators gave than may be wrong.
    static func support(of known: Int) -> TrustedTime.Support { known > 1 ? .corroborated : .lone }
}

/// The hull of all points that at most a given number of answers exclude.
package struct Hull: Sendable, Equatable {
    /// The bounds, or `nil` if the answers exclude every point.
    package let bounds: Bounds?
    /// Indicates whether the lower end holds even if the given number of answers is wrong. False if too few answers
    /// gave one.
    package let isLowerFirm: Bool
    /// Indicates whether the upper end holds likewise.
    package let isUpperFirm: Bool

    /// Creates the hull of answers, of which `wrong` may be wrong.
    ///
    /// Lower bounds last. If the machine may have been paused since an answer came, that answer's latest time may be
    /// too early by the pause. So the lower end then rests on the earliest times alone.
    package init(of answers: [Bounds], wrong: Int, mayBePaused: Bool = false) {
        let fromBelow = mayBePaused ? answers.map { $0.withoutUpper } : answers
        let lower = End(fromBelow, excludedBy: wrong, { $0.hasLower }, { $0.lower })
        let upper = End(answers, excludedBy: wrong, { $0.hasUpper }, { $0.upper })
        // If the rule leaves no point, fewer wrong answers leave none either.
        let isPossible = excludedByAtMost(wrong, of: answers) != nil
        bounds = isPossible ? Bounds(lower: lower.value ?? .min, upper: upper.value ?? .max) : nil
        isLowerFirm = lower.isFirm
        isUpperFirm = upper.isFirm
    }

    package var isFirm: Bool { isLowerFirm && isUpperFirm }

    /// The firm ends, or `nil` if there are none.
    package var firmBounds: Bounds? {
        guard let bounds else { return nil }
        let firm = Bounds(lower: isLowerFirm ? bounds.lower : .min, upper: isUpperFirm ? bounds.upper : .max)
        return firm == .unbounded ? nil : firm
    }

    /// One end of the hull.
    private struct End {
        var value: Nanoseconds?
        var isFirm = true

        /// Finds the end, which needs one answer more than may be wrong. If fewer answers give it, the end withstands
        /// all of them but one being wrong.
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

/// Returns the smallest interval that holds every point which at most `most` of the closed intervals exclude, or `nil`
/// if there is no such point. A single common point counts. O(n log n).
package func excludedByAtMost(_ most: Int, of intervals: [Bounds]) -> Bounds? {
    let threshold = intervals.count - most
    guard threshold > 0 else { return .unbounded }
    // Cover first rises to the threshold at a lower end, and last falls below it at an upper end.
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
