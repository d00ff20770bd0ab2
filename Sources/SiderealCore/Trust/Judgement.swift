/// The one rule that decides which bounds the library trusts. It returns the bounds that the votes of the known
/// operators prove if at most half of the operators, rounded down, are wrong.
///
/// The bounds are the hull: the smallest interval around all points that at most that many votes exclude. The hull
/// contains the true value. Marzullo's algorithm returns the points where the most votes overlap. A wrong vote can
/// narrow that interval, so it can miss the true value. If a vote has only one end, it excludes no point on the other
/// side.
package struct Judgement: Sendable, Equatable {
    /// The bounds that contain the true value, or `nil` if the votes exclude every point.
    package let bounds: Bounds?
    /// The support of the lower end, or `nil` if there is no lower end.
    package let lowerSupport: TrustedTime.Support?
    /// The support of the upper end, or `nil` if there is no upper end.
    package let upperSupport: TrustedTime.Support?

    /// Judges the votes of the known operators. Each vote has at least one end. O(n log n).
    ///
    /// - Parameters:
    ///   - votes: The vote of each operator that answered.
    ///   - firm: The ends of the votes that may prove a bound, or `nil` for the firm ends of `votes`. An end from too
    ///     few sources of an operator may be wrong even if the operator is right.
    ///   - known: The number of known operators.
    ///   - mayBePaused: Indicates whether a pause of the machine may have made upper ends wrong.
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

    /// f, the number of operators that may be wrong: zero if one is known, one of two or three, and two of four or
    /// five.
    package static func mostWrong(of known: Int) -> Int { known / 2 }

    /// Returns the support of an end that more than f known operators gave.
    static func support(of known: Int) -> TrustedTime.Support { known > 1 ? .corroborated : .lone }
}

/// The hull of all points that at most a given number of answers exclude.
package struct Hull: Sendable, Equatable {
    /// The bounds, or `nil` if the answers exclude every point.
    package let bounds: Bounds?
    /// A Boolean value that indicates whether the lower end holds even if the given number of answers is wrong. The
    /// value is `false` if too few answers gave a lower end.
    package let isLowerFirm: Bool
    /// A Boolean value that indicates whether the upper end holds even if the given number of answers is wrong. The
    /// value is `false` if too few answers gave an upper end.
    package let isUpperFirm: Bool

    /// Creates the hull of answers. Assumes that at most `wrong` answers are wrong.
    ///
    /// A pause of the machine leaves lower ends true, but it can make the upper end of an earlier answer too early. So
    /// if the machine may have been paused, the lower end rests on the lower ends of the answers alone.
    package init(of answers: [Bounds], wrong: Int, mayBePaused: Bool = false) {
        let fromBelow = mayBePaused ? answers.map { $0.withoutUpper } : answers
        let lower = End(fromBelow, excludedBy: wrong, { $0.hasLower }, { $0.lower })
        let upper = End(answers, excludedBy: wrong, { $0.hasUpper }, { $0.upper })
        // If no point is possible with this number of wrong answers, no point is possible with fewer wrong answers.
        let isPossible = excludedByAtMost(wrong, of: answers) != nil
        bounds = isPossible ? Bounds(lower: lower.value ?? .min, upper: upper.value ?? .max) : nil
        isLowerFirm = lower.isFirm
        isUpperFirm = upper.isFirm
    }

    package var isFirm: Bool { isLowerFirm && isUpperFirm }

    /// The firm ends, or `nil` if there is no firm end.
    package var firmBounds: Bounds? {
        guard let bounds else { return nil }
        let firm = Bounds(lower: isLowerFirm ? bounds.lower : .min, upper: isUpperFirm ? bounds.upper : .max)
        return firm == .unbounded ? nil : firm
    }

    /// One end of the hull.
    private struct End {
        var value: Nanoseconds?
        var isFirm = true

        /// Finds the end. A firm end needs at least `wrong` + 1 answers. With fewer answers, the end is true if at
        /// least one of these answers is right.
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

/// Returns the smallest interval that contains every point that at most `most` of the closed intervals exclude.
/// Returns `nil` if there is no such point. Intervals that share a single point count as overlapping. O(n log n).
package func excludedByAtMost(_ most: Int, of intervals: [Bounds]) -> Bounds? {
    let threshold = intervals.count - most
    guard threshold > 0 else { return .unbounded }
    // The number of intervals around a point first reaches the threshold at a lower end. It last falls below the
    // threshold at an upper end.
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
