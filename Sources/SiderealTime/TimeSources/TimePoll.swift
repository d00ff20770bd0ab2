public import SiderealCore
package import SiderealNetwork
import SiderealSystem

/// One poll of a source. The poll records the times of the source's requests, and receives the answers.
public struct TimePoll: Sendable {
    /// The closures that connect a poll to the observatory, the elapsed clock, and the turns of other polls.
    package struct Driver: Sendable {
        /// Reads the elapsed clock.
        package var elapsed: @Sendable () -> ElapsedInstant
        /// Passes a sample to the timekeeper. Returns the reason if the timekeeper rejects the sample.
        package var receive: @Sendable (TimeSample) -> TrustedTime.Rejection?
        /// Waits until the elapsed clock has reached an instant. Throws if the task is cancelled.
        package var wait: @Sendable (ElapsedInstant) async throws(CancellationError) -> Void
        /// Books the next turn at a host, and returns the turn's instant.
        package var bookTurn: @Sendable (_ host: String, _ earliest: ElapsedInstant) -> ElapsedInstant
        /// Returns the bounds of the offset (true time minus elapsed time) that authenticated sources give, or `nil`
        /// if there are no such bounds.
        package var knownOffset: @Sendable () -> Bounds?

        package init(
            elapsed: @escaping @Sendable () -> ElapsedInstant,
            receive: @escaping @Sendable (TimeSample) -> TrustedTime.Rejection?,
            wait: @escaping @Sendable (ElapsedInstant) async throws(CancellationError) -> Void,
            bookTurn: @escaping @Sendable (_ host: String, _ earliest: ElapsedInstant) -> ElapsedInstant,
            knownOffset: @escaping @Sendable () -> Bounds?
        ) {
            self.elapsed = elapsed
            self.receive = receive
            self.wait = wait
            self.bookTurn = bookTurn
            self.knownOffset = knownOffset
        }
    }

    /// The time limit of the whole poll.
    public let timeout: Duration

    package let driver: Driver
    /// The greatest error in the rate of the elapsed clock.
    package let drift: Rate
    /// The source's name in error messages.
    let source: String
    private let `operator`: String
    private let isAuthenticated: Bool
    private let tally: Lock<PollTally>
    private let lastRefused = Lock<TimeSourceError?>(nil)

    package init(_ source: any TimeSource, timeout: Duration, drift: Rate, driver: Driver) {
        self.timeout = timeout
        self.driver = driver
        self.drift = drift
        self.source = source.name
        self.operator = source.operator
        isAuthenticated = source.isAuthenticated
        tally = Lock(PollTally())
    }

    // MARK: - For sources

    /// Reads the elapsed clock. Call this method right before you send a request.
    public func willSend() -> TrustedClock.Timestamp { TrustedClock.Timestamp(stampSent()) }

    /// Reads the elapsed clock. Call this method right after an answer has arrived.
    public func didReceive() -> TrustedClock.Timestamp { TrustedClock.Timestamp(stampReceived()) }

    package func stampSent() -> ElapsedInstant {
        tally.withLock { $0.requests += 1 }
        return driver.elapsed()
    }

    package func stampReceived() -> ElapsedInstant { driver.elapsed() }

    /// Returns the tightest known times for an exchange. The request left no earlier than the returned `sent`, and the
    /// answer arrived no later than the returned `received`. Pass the elapsed clock's reading from right before the
    /// request as `sent`.
    package func stampReceived(
        _ packet: Datagram, sent: ElapsedInstant
    ) -> (sent: ElapsedInstant, received: ElapsedInstant) {
        let now = stampReceived()
        let (left, came) = (sent + packet.delay, now - packet.age)
        return left <= came ? (left, came) : (sent, max(sent, now))
    }

    /// Passes an answer to the clock. Returns the reason if the clock rejects the answer.
    @discardableResult
    public func receive(_ answer: TimePoll.Answer) -> TrustedTime.Rejection? {
        // The times of a sample can't be later than the elapsed clock's present reading.
        guard answer.sent <= answer.received, answer.received <= driver.elapsed() else {
            tally.withLock { $0.refuseImpossible() }
            return .impossible
        }
        let sample = TimeSample(
            source: source, operator: `operator`, isAuthenticated: isAuthenticated, sent: answer.sent,
            received: answer.received, earliest: answer.earliest, latest: answer.latest, isDate: answer.isDate)
        let rejection = driver.receive(sample)
        tally.withLock { $0.record(sample, rejection, drift: drift) }
        return rejection
    }

    /// Records the error that the poll reports if it times out, such as the reason that a packet is not an answer.
    package func refuse(_ reason: TimeSourceError) { lastRefused.withLock { $0 = reason } }

    /// The error that the poll reports if it times out, or `nil` to report a plain timeout.
    package var refusal: TimeSourceError? { lastRefused.withLock { $0 } }

    /// Waits until this source may send a request to a host. Requests to one host are at least half a second apart,
    /// across all sources.
    ///
    /// - Parameter host: The host of the source's next request.
    /// - Throws: `CancellationError` if the task is cancelled.
    public func waitForTurn(at host: String) async throws(CancellationError) {
        try await waitForTurn(at: host, notBefore: nil)
    }

    /// Waits for this source's turn at a host. The turn is not before `earliest` on the elapsed clock.
    package func waitForTurn(at host: String, notBefore earliest: ElapsedInstant?) async throws(CancellationError) {
        let now = driver.elapsed()
        let turn = driver.bookTurn(host, max(now, earliest ?? now))
        if turn > now { try await driver.wait(turn) }
    }

    /// The poll's deadline if the poll begins now.
    package var deadline: Deadline {
        Deadline(driver.elapsed() + Nanoseconds(clamping: timeout), elapsed: driver.elapsed)
    }

    // MARK: - The result

    package var result: PollTally { tally.withLock { $0 } }
}

/// The result of one source's poll.
package struct PollTally: Sendable, Hashable {
    package var requests = 0
    /// The number of samples that the source passed to the clock. One answer can give two samples.
    package var samples = 0
    package var shortestRoundTrip: Nanoseconds?
    /// The clock's reason for its latest rejection.
    package var rejection: TrustedTime.Rejection?
    /// The bounds of the offset at `received`, from this source's answers alone. The offset is the true time minus the
    /// elapsed clock's time.
    package var offset: Bounds?
    package var received: ElapsedInstant?

    package init() {}

    mutating func refuseImpossible() {
        rejection = .impossible
        samples += 1
    }

    mutating func record(_ sample: TimeSample, _ rejected: TrustedTime.Rejection?, drift: Rate) {
        rejection = rejected ?? rejection
        samples += 1
        guard let fresh = sample.offset(drift: drift) else { return }
        let roundTrip = sample.received - sample.sent
        shortestRoundTrip = min(shortestRoundTrip ?? roundTrip, roundTrip)
        let carried = offset.flatMap { offset in
            received.map { offset + .plusOrMinus(drift.error(over: sample.received - $0)) }
        }
        offset = carried.map { $0.intersection(fresh) ?? fresh } ?? fresh
        received = sample.received
    }
}
