/// A search that plans requests to a server that sends whole seconds, so that each answer halves the uncertainty.
///
/// A Date is informative only at the moment its second changes. Let true time less elapsed clock lie in [l, h], a round
/// trip take T, a Date be up to g old and e wrong, and send the question at s, near a turn k of the server's second. An
/// answer from after the turn raises l to k - e - (s + T). One from before lowers h to k + g + e - s. Both leave the
/// same if k - s = (l + h + T - g) / 2, and then (h - l) / 2 + (T + g + 2 e) / 2: no plan gets below T + g + 2 e.
///
/// The search plans the next question, and proves nothing: the timekeeper receives each answer itself.
package struct SecondBoundarySearch: Sendable, Equatable {
    /// The next step of the search.
    package enum Step: Sendable, Equatable {
        /// A question, not before an instant, or at once for `nil`.
        case ask(notBefore: ElapsedInstant?)
        /// The end of the search: another answer would add too little, or the requests are used up.
        case done
        /// An answer excludes the known bounds.
        case contradicted
    }

    /// Bounds of true time less elapsed clock, as known at `at`.
    package private(set) var known: Bounds
    package private(set) var at: ElapsedInstant
    package private(set) var requests = 0

    private let premises: DateHeaderPremises
    private let drift: Rate
    private let spacing: Nanoseconds
    private let maximumRequests: Int
    private var lastSent: ElapsedInstant?
    /// The round trip of the first question, which may pay for the connection. The others' shortest is `warmRoundTrip`.
    private var firstRoundTrip = Nanoseconds.zero
    private var warmRoundTrip: Nanoseconds?
    private var answersOfUnknownAge = 0
    private var firstDate: TrueInstant?
    /// Indicates whether the Date turned. A Date that stands still bounds nothing from above.
    private var hasTurned = false
    private var isContradicted = false

    /// Creates a search from the known bounds of true time less elapsed clock at `at`, if any, and the least time
    /// between two questions.
    package init(
        premises: DateHeaderPremises, drift: Rate, known: Bounds? = nil, at: ElapsedInstant, spacing: Nanoseconds,
        maximumRequests: Int
    ) {
        self.known = known ?? .unbounded
        self.at = at
        self.premises = premises
        self.drift = drift
        self.spacing = spacing.orZero
        self.maximumRequests = maximumRequests
    }

    /// Learns from an exchange, whose ends are those of ``DateHeaderPremises``. The exchange is warm if its connection
    /// was certainly made before the question left.
    package mutating func take(
        sent: ElapsedInstant, received: ElapsedInstant, earliest: TrueInstant, latest: TrueInstant?,
        isWarm: Bool = false
    ) {
        let roundTrip = received - sent
        if requests == 0, !isWarm {
            firstRoundTrip = roundTrip
        } else {
            warmRoundTrip = min(warmRoundTrip ?? roundTrip, roundTrip)
        }
        requests += 1
        lastSent = sent
        if latest == nil { answersOfUnknownAge += 1 }
        // A Date that may be old does not show that the server's clock runs.
        if latest != nil {
            if let firstDate, earliest > firstDate { hasTurned = true }
            firstDate = firstDate ?? earliest
        }

        let sample = TimeSample(
            source: "", isAuthenticated: false, sent: sent, received: received, earliest: earliest, latest: latest)
        guard let fresh = sample.offset(drift: drift),
            let both = carried(to: received).intersection(fresh)
        else {
            isContradicted = true
            return
        }
        known = both
        at = received
    }

    /// The next step.
    package var next: Step {
        if isContradicted { return .contradicted }
        guard requests < maximumRequests else { return .done }
        guard let lastSent else { return .ask(notBefore: nil) }
        // A server that answered from a cache will do so again.
        guard answersOfUnknownAge < 2 else { return .done }
        let earliest = max(lastSent + spacing, at)
        guard known.isBounded else { return .ask(notBefore: earliest) }
        guard !isExhausted || !hasTurned else { return .done }
        return .ask(notBefore: turn(from: earliest))
    }

    /// The round trip for which the next question is planned. A cold exchange takes at least three: TCP, TLS, and the
    /// question.
    package var expectedRoundTrip: Nanoseconds { warmRoundTrip ?? Nanoseconds(firstRoundTrip.count / 3) }

    /// Indicates whether the next answer would cut the uncertainty by less than a few hundredths.
    private var isExhausted: Bool {
        let least = expectedRoundTrip + premises.lag + premises.serverError + premises.serverError
        return known.width - least <= Nanoseconds(least.count / 16) + .milliseconds(1)
    }

    /// Returns the first instant to send at so that either answer leaves the same uncertainty.
    private func turn(from earliest: ElapsedInstant) -> ElapsedInstant {
        let second = Nanoseconds.seconds(1).count
        // Halved before they are added, because offsets can be as large as the range.
        let middle = Nanoseconds(known.lower.count / 2) + Nanoseconds(known.upper.count / 2)
        let lead = middle + Nanoseconds((expectedRoundTrip - premises.lag).count / 2)
        let phase = premises.roundsToNearest ? second / 2 : 0
        let past = ((earliest + lead).nanoseconds.addingSaturated(phase) % second + second) % second
        return earliest + Nanoseconds(past == 0 ? 0 : second - past)
    }

    private func carried(to instant: ElapsedInstant) -> Bounds {
        known + .plusOrMinus(drift.error(over: instant - at))
    }
}
