import SiderealClocks
public import SiderealCore
import SiderealSystem

extension TrustedClock {
    /// The result of a synchronization.
    public struct SynchronizationReport: Sendable, Hashable {
        /// The bounds of the true time after the synchronization.
        public let trusted: TrustedTime
        /// One outcome for each source, in the order of the clock's sources.
        public let outcomes: [TrustedClock.SynchronizationReport.Outcome]

        /// Returns the true time if the clock used at least one answer.
        ///
        /// ```swift
        /// let time = try await clock.synchronize().get()
        /// ```
        ///
        /// - Returns: ``trusted``.
        /// - Throws: An error if the clock used no answer. The cause is `rejected` if a source answered, and
        ///   `unsupported` if the clock has no source. Otherwise, the error comes from the first source.
        @discardableResult
        public func get() throws(TimeSourceError) -> TrustedTime {
            if outcomes.contains(where: { $0.result == .used }) { return trusted }
            var failure: TimeSourceError?
            for outcome in outcomes {
                switch outcome.result {
                case .used: break
                case .rejected(let reason):
                    throw TimeSourceError(
                        .rejected, "the clock rejected the answer from \(outcome.source): \(reason.reason)")
                case .failed(let error): failure = failure ?? error
                }
            }
            throw failure
                ?? TimeSourceError(
                    .unsupported, "the clock has no source to poll; it uses only observed and captured answers")
        }
    }
}

extension TrustedClock.SynchronizationReport: CustomStringConvertible {
    /// The true time, followed by one line for each source.
    public var description: String {
        (["\(trusted)"] + outcomes.map { "\($0)" }).joined(separator: "\n")
    }
}

extension TrustedClock.SynchronizationReport.Outcome: CustomStringConvertible {
    /// The outcome in one line: `https://api.example.com: used, 5 requests, 23 ms round trip`.
    public var description: String {
        let end =
            switch result {
            case .used: error.map { "used, then failed: \($0)" } ?? "used"
            case .rejected(let reason): "rejected: \(reason.reason)"
            case .failed(let error): "\(error)"
            }
        let trip = tally.shortestRoundTrip.map { ", \(Formatting.length($0)) round trip" } ?? ""
        let count = requests == 0 ? "" : requests == 1 ? ", 1 request" : ", \(requests) requests"
        return "\(source): \(end)\(count)\(trip)"
    }
}

extension TrustedClock.SynchronizationReport {
    /// The result of polling one source.
    public struct Outcome: Sendable, Hashable {
        /// The possible results of polling a source.
        public enum Result: Sendable, Hashable {
            /// The clock used at least one answer.
            case used
            /// The source answered, but the clock doesn't trust the answer.
            case rejected(TrustedTime.Rejection)
            /// The clock couldn't reach the source, or couldn't read its answer.
            case failed(TimeSourceError)
        }

        /// The source's name.
        public let source: String
        /// The source's operator.
        public let `operator`: String
        /// A Boolean value that indicates whether an exchange proves the identity of the server.
        public let isAuthenticated: Bool
        /// The result of the poll.
        public let result: Result
        /// The error that ended the poll, or `nil` if the poll ended without an error. The clock may still use answers
        /// from before the error.
        public let error: TimeSourceError?
        /// The number of requests that the source sent.
        public let requests: Int
        /// The shortest time between a request and its answer, or `nil` if no answer came.
        public let roundTrip: Duration?
        /// The names of the sources that contradict this source. Two sources contradict each other if no time fits the
        /// answers from both sources.
        public package(set) var contradictedBy: [String]

        package let tally: PollTally

        package init(
            _ source: any TimeSource, _ tally: PollTally, error: TimeSourceError?, status: SourceStatus,
            contradictedBy: [String] = []
        ) {
            self.contradictedBy = contradictedBy
            self.source = source.name
            self.operator = source.operator
            isAuthenticated = source.isAuthenticated
            self.error = error
            self.tally = tally
            requests = tally.requests
            roundTrip = tally.shortestRoundTrip?.duration
            // Later answers from other sources can change the clock's decision about an earlier answer.
            switch (status, tally.rejection) {
            case (.rejected(let reason), _) where tally.samples > 0: result = .rejected(reason)
            case (.believed, _) where tally.samples > 0: result = .used
            case (_, let reason?): result = .rejected(reason)
            default: result = .failed(error ?? TimeSourceError(.badAnswer, "\(source.name) sent no answer"))
            }
        }
    }
}

extension TrustedClock {
    /// Polls all sources at the same time, and returns the outcome of each poll.
    ///
    /// - Parameters:
    ///   - timeout: The time limit of each poll. At the limit, the clock ends the poll, even if the source ignores its
    ///     cancellation.
    ///   - onSourceDone: A closure that receives a source's name when the source's poll has ended, on any thread. The
    ///     closure does not receive the outcome, because the answers from other sources can still change the outcome.
    /// - Returns: The true time after the polls, and the outcomes. If a source is unreachable, its outcome contains the
    ///   error.
    @discardableResult
    public func synchronize(
        timeout: Duration = .seconds(15), onSourceDone: (@Sendable (_ source: String) -> Void)? = nil
    ) async -> TrustedClock.SynchronizationReport {
        await shared.saveNames()
        let polls = sources.map { ($0, shared.poll($0, timeout: timeout)) }
        let errors = await withTaskGroup(of: (Int, TimeSourceError?).self) { group in
            for (index, (source, poll)) in polls.enumerated() {
                group.addTask { [shared] in
                    let error = await shared.ask(source, poll)
                    if let error { shared.events.send(.failed(source: source.name, error)) }
                    onSourceDone?(source.name)
                    return (index, error)
                }
            }
            var errors = [TimeSourceError?](repeating: nil, count: polls.count)
            for await (index, error) in group { errors[index] = error }
            return errors
        }
        let keeper = (try? shared.freshKeeper()) ?? shared.keeper
        let outcomes = zip(polls, errors).map { poll, error in
            TrustedClock.SynchronizationReport.Outcome(
                poll.0, poll.1.result, error: error, status: keeper.status(of: poll.0.name, of: poll.0.operator),
                contradictedBy: sources.filter { keeper.excludes($0.named, poll.0.named) }.map { $0.name })
        }
        return TrustedClock.SynchronizationReport(trusted: now(), outcomes: outcomes)
    }
}

extension SharedObservatory {
    /// The shortest time between two requests to one host.
    static let spacing = Nanoseconds.milliseconds(500)

    func poll(_ source: any TimeSource, timeout: Duration) -> TimePoll {
        let driver = TimePoll.Driver(
            elapsed: { self.elapsed() },
            receive: { self.receive($0) },
            wait: { instant async throws(CancellationError) in
                let span = instant - self.elapsed()
                if span > .zero { try await self.environment.scheduler.wait(span.duration) }
            },
            bookTurn: { host, earliest in self.bookTurn(host, earliest, within: timeout) },
            knownOffset: { self.knownOffset })
        return TimePoll(source, timeout: timeout, drift: clocks.model.drift, driver: driver)
    }

    /// Books the next turn at a host. The turn is at `earliest`, or `spacing` after the previous turn if that is later.
    ///
    /// If the turn is later than the source's timeout, this method does not book the turn. Otherwise, other sources
    /// would wait for a turn that the source never takes.
    private func bookTurn(_ host: String, _ earliest: ElapsedInstant, within timeout: Duration) -> ElapsedInstant {
        let now = elapsed()
        let host = ExactName(host)
        return turns.withLock { turns in
            let turn = turns[host].map { max($0 + SharedObservatory.spacing, earliest) } ?? earliest
            // Drop turns that are too old to delay a request.
            if turns.count > 64 { turns = turns.filter { $0.value + SharedObservatory.spacing > now } }
            if turn - now <= Nanoseconds(clamping: timeout) { turns[host] = turn }
            return turn
        }
    }

    /// Runs the poll of one source. Returns the error that ended the poll, or `nil` if the poll ended without an
    /// error.
    func ask(_ source: any TimeSource, _ poll: TimePoll) async -> TimeSourceError? {
        let (ends, end) = AsyncStream.makeStream(of: TimeSourceError?.self)
        let asking = environment.scheduler.start {
            end.yield(await source.ended(poll))
            end.finish()
        }
        let timer = environment.scheduler.start { [environment] in
            guard (try? await environment.scheduler.wait(poll.timeout)) != nil else { return }
            let timedOut = TimeSourceError(.timedOut, "\(source.name) took longer than \(poll.timeout)")
            end.yield(poll.refusal ?? timedOut)
            end.finish()
        }
        defer {
            asking.cancel()
            timer.cancel()
        }
        for await first in ends { return first }
        // If this task is cancelled, the stream ends without an element.
        return TimeSourceError(.cancelled, "the request to \(source.name) was cancelled")
    }

    /// Waits for `span`, or until an event arrives.
    func wait(_ span: Duration, unless changes: AsyncStream<TrustedClock.Event>) async throws(CancellationError) {
        let isCancelled = await withTaskGroup(of: Bool.self) { [environment] group in
            group.addTask { (try? await environment.scheduler.wait(span)) == nil }
            group.addTask {
                for await _ in changes { return false }
                return true
            }
            let first = await group.next() ?? true
            group.cancelAll()
            return first
        }
        if isCancelled || Task.isCancelled { throw CancellationError() }
    }
}

extension TimeSource {
    fileprivate func ended(_ poll: TimePoll) async -> TimeSourceError? {
        do {
            try await ask(poll)
            return nil
        } catch let error as TimeSourceError {
            return error
        } catch is CancellationError {
            return TimeSourceError(.cancelled, "the request to \(name) was cancelled")
        } catch {
            return TimeSourceError(.network, "the request to \(name) failed: \(error)")
        }
    }
}
