/// What one exchange with a server says about the true time.
///
/// At some instant between `sent` and `received` the server's clock showed the time it sent. So the sample bounds the
/// true time from below when the answer arrived and, where the answer is known to be fresh, from above when the
/// question left.
package struct TimeSample: Sendable, Equatable {
    /// What was asked: a URL, a host.
    package var source: String
    /// Who runs it. Sources of one operator share one vote.
    package var `operator`: String
    /// Whether the exchange proves who answered (TLS, NTS), so that only the operator itself can have lied.
    package var isAuthenticated: Bool
    /// When the question left, on the elapsed clock.
    package var sent: ElapsedInstant
    /// When the answer had arrived, on the elapsed clock.
    package var received: ElapsedInstant
    /// The true time at `received` is at least this; nil where the answer does not bound it.
    package var earliest: TrueInstant?
    /// The true time at `sent` is at most this; nil where freshness is not known.
    package var latest: TrueInstant?
    /// Whether it shows a Date, which may stand still: the latest time then counts only once a later Date was seen.
    package var isDate: Bool

    /// A sample with bounds of its own. Without an operator, the source is its own.
    package init(
        source: String, operator: String? = nil, isAuthenticated: Bool, sent: ElapsedInstant, received: ElapsedInstant,
        earliest: TrueInstant?, latest: TrueInstant?, isDate: Bool = false
    ) {
        self.isDate = isDate
        self.source = source
        self.operator = `operator` ?? source
        self.isAuthenticated = isAuthenticated
        self.sent = sent
        self.received = received
        self.earliest = earliest
        self.latest = latest
    }

    /// A server's clock showed `time`, cut down to a multiple of `resolution`, and may have been read up to `lag`
    /// before the answer was made.
    package init(
        source: String, operator: String? = nil, isAuthenticated: Bool, sent: ElapsedInstant, received: ElapsedInstant,
        time: TrueInstant, resolution: Nanoseconds, lag: Nanoseconds
    ) {
        let shown = Bounds.exactly(Nanoseconds(time.nanoseconds)) + resolution + lag
        self.init(
            source: source, operator: `operator`, isAuthenticated: isAuthenticated, sent: sent, received: received,
            earliest: time, latest: shown.hasUpper ? TrueInstant(nanoseconds: shown.upper.count) : nil)
    }

    /// Bounds of true time less elapsed clock when the answer arrived; nil where the sample contradicts itself.
    package func offset(drift: Rate) -> Bounds? {
        guard sent <= received else { return nil }
        let roundTrip = received - sent
        let lower = earliest.map { Nanoseconds($0.nanoseconds) - Nanoseconds(received.nanoseconds) }
        let upper = latest.map {
            Bounds.exactly(Nanoseconds($0.nanoseconds) - Nanoseconds(sent.nanoseconds)) + drift.error(over: roundTrip)
        }
        return Bounds(lower: lower ?? .min, upper: upper?.upper ?? .max)
    }
}

/// Why a sample was not used, or not beside what its operator said before.
public enum AnswerRejection: Sendable, Hashable {
    /// Its lower end lies above its upper end, or it was received before it was sent.
    case impossible
    /// The device slept between question and answer: the round trip is not known.
    case slept
    /// It came so late that what sleep did meanwhile is no longer known, or before the clocks were first read.
    case tooLate
    /// It excludes what its source said before: until that has told one time for an hour, it bounds nothing that
    /// excludes one of its answers.
    case contradictsItself
    /// It lies outside of what the known operators prove.
    case outvoted
    /// The known operators, or the sources of its operator, contradict each other so much that none is believed.
    case disputed
    /// It says that it is earlier than what was certain, and too few agree with that to give it up.
    case belowFloor
    /// Unauthenticated, and outside of what authenticated operators say.
    case outsideAuthenticated
    /// The app named no such source: it leaves no trace.
    case notNamed
    /// So many operators are named that no other one is taken.
    case tooManyOperators
}
