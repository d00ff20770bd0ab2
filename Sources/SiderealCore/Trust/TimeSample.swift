/// The bounds of the true time that one exchange with a server gives.
///
/// At some instant between `sent` and `received`, the server's clock showed the time that the server sent. So the
/// sample gives a lower bound of the true time when the answer arrived. If the answer is known to be fresh, the sample
/// also gives an upper bound when the request left.
package struct TimeSample: Sendable, Equatable {
    /// The source that was queried, such as a URL or a host.
    package var source: String
    /// The operator of the source. Sources of one operator share one vote.
    package var `operator`: String
    /// A Boolean value that indicates whether the exchange proves who answered (TLS, NTS), so that only the operator
    /// itself can have sent a wrong time.
    package var isAuthenticated: Bool
    /// The instant at which the request left, on the elapsed clock.
    package var sent: ElapsedInstant
    /// The instant at which the answer had arrived, on the elapsed clock.
    package var received: ElapsedInstant
    /// The earliest true time at `received`, or `nil` if the answer does not bound it.
    package var earliest: TrueInstant?
    /// The latest true time at `sent`, or `nil` if the answer may not be fresh.
    package var latest: TrueInstant?
    /// A Boolean value that indicates whether the sample comes from a Date, which may stand still. The library uses the
    /// latest time of such a sample only after a later Date has arrived.
    package var isDate: Bool

    /// Creates a sample from bounds. Without an operator, the source is its own operator.
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

    /// Creates a sample from a server's clock that showed `time`, rounded down to a multiple of `resolution`. The
    /// server may have read the clock up to `lag` before it made the answer.
    package init(
        source: String, operator: String? = nil, isAuthenticated: Bool, sent: ElapsedInstant, received: ElapsedInstant,
        time: TrueInstant, resolution: Nanoseconds, lag: Nanoseconds
    ) {
        let shown = Bounds.exactly(Nanoseconds(time.nanoseconds)) + resolution + lag
        self.init(
            source: source, operator: `operator`, isAuthenticated: isAuthenticated, sent: sent, received: received,
            earliest: time, latest: shown.hasUpper ? TrueInstant(nanoseconds: shown.upper.count) : nil)
    }

    /// Returns bounds of true time minus the elapsed clock when the answer arrived, or `nil` if the sample contradicts
    /// itself.
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

extension TrustedTime {
    /// The reason why the library did not use an answer from a source, or did not combine the answer with earlier
    /// answers.
    public enum Rejection: Sendable, Hashable {
        /// The answer's lower bound is above its upper bound, or the answer was received before its request was sent.
        case impossible
        /// The device slept between the request and the answer, so the round trip is unknown.
        case slept
        /// The answer arrived before the first reading of the clocks. The library may also have received the answer so
        /// long after its arrival that it no longer knows how long the device slept in between. Or trusted time was
        /// reset after the request.
        case tooLate
        /// The answer contradicts earlier answers of its source. Until the source has given consistent times for one
        /// hour, the library uses bounds that contain all answers from the source.
        case contradictsItself
        /// The answer lies outside of the bounds that the known operators (``TrustedTime/Support``) prove.
        case outvoted
        /// The known operators, or the sources of one operator, contradict each other so much that the library trusts
        /// none of them.
        case disputed
        /// The answer is earlier than the floor, the latest lower bound that survives reboots. Too few operators gave
        /// answers below the floor, so the library keeps the floor.
        case belowFloor
        /// The answer is unauthenticated, and lies outside of the bounds of authenticated operators.
        case outsideAuthenticated
        /// The app did not name this source, so the library ignores the answer.
        case notNamed
        /// The app had already named as many operators, or as many sources of this operator, as the library accepts.
        case tooManyOperators
    }
}
