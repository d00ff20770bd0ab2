/// A search that plans the requests to a server that sends whole seconds. Each answer halves the uncertainty.
///
/// A Date is informative only at the moment its second changes. The formulas use these values:
/// - true time minus the elapsed clock lies in [l, h]
/// - a round trip takes T
/// - a Date is at most g old, and wrong by at most e
/// - the request leaves at s, near k, the instant at which the server's second changes
///
/// An answer from after k raises l to k - e - (s + T). An answer from before k lowers h to k + g + e - s. Both answers
/// leave the same uncertainty if k - s = (l + h + T - g) / 2. That uncertainty is (h - l) / 2 + (T + g + 2 e) / 2. So
/// no plan gets below T + g + 2 e.
///
/// The search only plans the next request. It proves no bounds. The timekeeper receives each answer itself.
package struct SecondBoundarySearch: Sendable, Equatable {
    /// The next step of the search.
    package enum Step: Sendable, Equatable {
        /// Send a request, but not before the given instant. `nil` means at once.
        case ask(notBefore: ElapsedInstant?)
        /// Stop: another answer would add too little, the server answers from a cache, or no requests are left.
        case done
        /// The answers contradict each other, or the bounds that were known before.
        case contradicted
    }

    /// Bounds of true time minus the elapsed clock at `at`, from the answers alone.
    private var answered = Bounds.unbounded
    /// Bounds of true time minus the elapsed clock at `at`, as known before the first answer.
    private var before: Bounds
    package private(set) var at: ElapsedInstant
    package private(set) var requests = 0

    private let premises: DateHeaderPremises
    private let drift: Rate
    private let spacing: Nanoseconds
    private let maximumRequests: Int
    private var lastSent: ElapsedInstant?
    /// The duration of the first round trip, which may include the time to connect. `warmRoundTrip` is the shortest
    /// duration of the other round trips.
    private var firstRoundTrip = Nanoseconds.zero
    private var warmRoundTrip: Nanoseconds?
    private var answersOfUnknownAge = 0
    private var firstDate: TrueInstant?
    /// A Boolean value that indicates whether two answers have different Dates. A Date that stands still may be old.
    package private(set) var datesDiffer = false
    private var isContradicted = false

    /// Creates a search. `known` bounds true time minus the elapsed clock at `at`. `spacing` is the least time between
    /// two requests.
    package init(
        premises: DateHeaderPremises, drift: Rate, known: Bounds? = nil, at: ElapsedInstant, spacing: Nanoseconds,
        maximumRequests: Int
    ) {
        before = known ?? .unbounded
        self.at = at
        self.premises = premises
        self.drift = drift
        self.spacing = spacing.orZero
        self.maximumRequests = maximumRequests
    }

    /// Records an exchange, with the ends that ``DateHeaderPremises`` gives. The exchange is warm if its connection
    /// certainly existed before the request left.
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
        // An answer that is known to be old does not show that the server's clock runs.
        if latest != nil {
            if let firstDate, earliest != firstDate { datesDiffer = true }
            firstDate = firstDate ?? earliest
        }

        let sample = TimeSample(
            source: "", isAuthenticated: false, sent: sent, received: received, earliest: earliest, latest: latest)
        guard let fresh = sample.offset(drift: drift),
            let all = carried(answered, to: received).intersection(fresh)
        else {
            isContradicted = true
            return
        }
        (answered, before) = (all, carried(before, to: received))
        at = received
    }

    /// Bounds of true time minus the elapsed clock at `at`. If the answers contradict the bounds that were known
    /// before, the bounds of the answers.
    package var known: Bounds { answered.intersection(before) ?? answered }

    /// The next step.
    package var next: Step {
        if isContradicted { return .contradicted }
        guard requests < maximumRequests else { return .done }
        guard let lastSent else { return .ask(notBefore: nil) }
        // A server that answered from a cache will answer from that cache again.
        guard answersOfUnknownAge < 2 else { return .done }
        // A Date that stands still contradicts nothing, because it may be old.
        if datesDiffer, !answered.meets(before) { return .contradicted }
        let earliest = max(lastSent + spacing, at)
        guard known.isBounded else { return .ask(notBefore: earliest) }
        guard !isExhausted || !datesDiffer else { return .done }
        return .ask(notBefore: turn(from: earliest))
    }

    /// The duration that the search assumes for the next round trip. A cold exchange takes at least three round trips:
    /// TCP, TLS, and the request.
    package var expectedRoundTrip: Nanoseconds { warmRoundTrip ?? Nanoseconds(firstRoundTrip.count / 3) }

    /// A Boolean value that indicates whether the next answer would reduce the uncertainty by only a few percent.
    private var isExhausted: Bool {
        let error = Nanoseconds(clamping: premises.serverError)
        let least = expectedRoundTrip + Nanoseconds(clamping: premises.lag) + error + error
        return known.width - least <= Nanoseconds(least.count / 16) + .milliseconds(1)
    }

    /// Returns the first instant at which to send a request so that both possible answers leave the same uncertainty.
    private func turn(from earliest: ElapsedInstant) -> ElapsedInstant {
        let second = Nanoseconds.seconds(1).count
        // Halve both ends before adding them, because offsets can be as large as the range of `Int64`.
        let middle = Nanoseconds(known.lower.count / 2) + Nanoseconds(known.upper.count / 2)
        let lead = middle + Nanoseconds((expectedRoundTrip - Nanoseconds(clamping: premises.lag)).count / 2)
        let phase = premises.roundsToNearest ? second / 2 : 0
        let past = ((earliest + lead).nanoseconds.addingSaturated(phase) % second + second) % second
        return earliest + Nanoseconds(past == 0 ? 0 : second - past)
    }

    private func carried(_ bounds: Bounds, to instant: ElapsedInstant) -> Bounds {
        bounds + .plusOrMinus(drift.error(over: instant - at))
    }
}
