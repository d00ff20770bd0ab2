public import SiderealCore
package import SiderealNetwork
import SiderealSystem

/// What a source is given to ask with: the clock to time its questions by, and an ear for the answers.
public struct TimePoll: Sendable {
    /// How the poll reaches the observatory, the network's other users, and the passing of time.
    package struct Driver: Sendable {
        /// The elapsed clock now.
        package var elapsed: @Sendable () -> ElapsedInstant
        /// Tells the timekeeper; what it rejected, if it did.
        package var receive: @Sendable (TimeSample) -> AnswerRejection?
        /// Waits until the elapsed clock shows an instant. Throws where the task is cancelled.
        package var wait: @Sendable (ElapsedInstant) async throws(CancellationError) -> Void
        /// From when on a host may be asked, as it books the next turn.
        package var bookTurn: @Sendable (_ host: String, _ earliest: ElapsedInstant) -> ElapsedInstant
        /// What is known of true time less elapsed clock from authenticated sources; nil where that is nothing.
        package var knownOffset: @Sendable () -> Bounds?

        package init(
            elapsed: @escaping @Sendable () -> ElapsedInstant,
            receive: @escaping @Sendable (TimeSample) -> AnswerRejection?,
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

    /// How long the source has in all.
    public let timeout: Duration

    package let driver: Driver
    /// How wrong the rate of the elapsed clock can be.
    package let drift: Rate
    /// What the source is called in errors.
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

    /// The elapsed clock, to be read right before a question is sent.
    public func willSend() -> ElapsedStamp { ElapsedStamp(stampSent()) }

    /// The elapsed clock, to be read right after an answer has arrived.
    public func didReceive() -> ElapsedStamp { ElapsedStamp(stampReceived()) }

    package func stampSent() -> ElapsedInstant {
        tally.withLock { $0.requests += 1 }
        return driver.elapsed()
    }

    package func stampReceived() -> ElapsedInstant { driver.elapsed() }

    /// When the question left and its answer came, as late and as early as is known for certain, by when the one was
    /// about to be sent.
    package func stampReceived(
        _ packet: Datagram, sent: ElapsedInstant
    ) -> (sent: ElapsedInstant, received: ElapsedInstant) {
        let now = stampReceived()
        let (left, came) = (sent + packet.delay, now - packet.age)
        return left <= came ? (left, came) : (sent, max(sent, now))
    }

    /// Hands an answer to the clock; what was wrong with it, or nil where it was taken.
    @discardableResult
    public func receive(_ answer: TimeAnswer) -> AnswerRejection? {
        // What has not come yet would bound the time by clocks that nobody read.
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

    /// Records why something that came is no answer: the poll's error, if its time is over before the source gives one.
    package func refuse(_ reason: TimeSourceError) { lastRefused.withLock { $0 = reason } }

    /// Why what came last is no answer.
    package var refusal: TimeSourceError? { lastRefused.withLock { $0 } }

    /// Waits for this source's turn to ask a host: no two questions within half a second, whoever asks.
    ///
    /// - Parameter host: Whom the source is about to ask.
    /// - Throws: Where the task is cancelled.
    public func waitForTurn(at host: String) async throws(CancellationError) {
        try await waitForTurn(at: host, notBefore: nil)
    }

    /// The same, and not before the elapsed clock shows an instant.
    package func waitForTurn(at host: String, notBefore earliest: ElapsedInstant?) async throws(CancellationError) {
        let now = driver.elapsed()
        let turn = driver.bookTurn(host, max(now, earliest ?? now))
        if turn > now { try await driver.wait(turn) }
    }

    /// The end of the poll's time, from now.
    package var deadline: Deadline {
        Deadline(driver.elapsed() + Nanoseconds(clamping: timeout), elapsed: driver.elapsed)
    }

    // MARK: - What came of it

    package var result: PollTally { tally.withLock { $0 } }
}

/// What one source's poll came to.
package struct PollTally: Sendable, Hashable {
    package var requests = 0
    /// How many answers came that can be read.
    package var answers = 0
    /// How many of them were taken when they came.
    package var taken = 0
    package var shortestRoundTrip: Nanoseconds?
    /// Why the last answer that was not taken was not.
    package var rejection: AnswerRejection?
    /// What the source alone says of true time less elapsed clock, at `received`.
    package var offset: Bounds?
    package var received: ElapsedInstant?

    package init() {}

    mutating func refuseImpossible() {
        rejection = .impossible
        answers += 1
    }

    mutating func record(_ sample: TimeSample, _ rejected: AnswerRejection?, drift: Rate) {
        rejection = rejected ?? rejection
        answers += 1
        guard let fresh = sample.offset(drift: drift) else { return }
        if rejected == nil { taken += 1 }
        let roundTrip = sample.received - sample.sent
        shortestRoundTrip = min(shortestRoundTrip ?? roundTrip, roundTrip)
        let carried = offset.flatMap { offset in
            received.map { offset + .plusOrMinus(drift.error(over: sample.received - $0)) }
        }
        offset = carried.map { $0.intersection(fresh) ?? fresh } ?? fresh
        received = sample.received
    }
}
