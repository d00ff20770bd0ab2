import SiderealClocks
public import SiderealCore
import SiderealSystem

/// What came of asking the sources.
public struct SynchronizationReport: Sendable, Hashable {
    /// What is known of the true time afterwards.
    public let trusted: TrustedTime
    /// One for each source, in the order in which they were named.
    public let outcomes: [SourceOutcome]

    /// The time that is known afterwards, where at least one answer counts.
    ///
    ///     let time = try await clock.synchronize().get()
    ///
    /// - Returns: ``trusted``.
    /// - Throws: Where no answer counts: `notBelieved` if a source answered, and otherwise what went wrong with the
    ///   first one; `unsupported` where there is none to ask.
    @discardableResult
    public func get() throws(TimeSourceError) -> TrustedTime {
        if outcomes.contains(where: { $0.result == .used }) { return trusted }
        var failure: TimeSourceError?
        for outcome in outcomes {
            switch outcome.result {
            case .used: break
            case .rejected(let reason):
                throw TimeSourceError(.notBelieved, "what \(outcome.source) said is not believed: \(reason.reason)")
            case .failed(let error): failure = failure ?? error
            }
        }
        throw failure
            ?? TimeSourceError(
                .unsupported, "the clock has no source to ask: it learns from what it observes and captures")
    }
}

extension SynchronizationReport: CustomStringConvertible {
    /// The time that is known afterwards, and one line for each source.
    public var description: String {
        (["\(trusted)"] + outcomes.map { "\($0)" }).joined(separator: "\n")
    }
}

extension SourceOutcome: CustomStringConvertible {
    /// One line: `https://api.example.com: used, 5 requests, 23 ms round trip`.
    public var description: String {
        let end =
            switch result {
            case .used: error.map { "used, but then: \($0)" } ?? "used"
            case .rejected(let reason): "not believed: \(reason.reason)"
            case .failed(let error): "\(error)"
            }
        let trip = tally.shortestRoundTrip.map { ", \(Formatting.length($0)) round trip" } ?? ""
        let count = requests == 0 ? "" : requests == 1 ? ", 1 request" : ", \(requests) requests"
        return "\(source): \(end)\(count)\(trip)"
    }
}

/// What came of asking one source.
public struct SourceOutcome: Sendable, Hashable {
    /// In which way it ended.
    public enum Result: Sendable, Hashable {
        /// At least one answer counts.
        case used
        /// It answered, and what it said is not believed.
        case rejected(AnswerRejection)
        /// It could not be reached, or its answer not be read.
        case failed(TimeSourceError)
    }

    /// The source's name.
    public let source: String
    /// Who runs it.
    public let `operator`: String
    /// Whether an exchange proves who answered.
    public let isAuthenticated: Bool
    /// In which way it ended.
    public let result: Result
    /// What went wrong in the end, even where earlier answers count; nil where nothing did.
    public let error: TimeSourceError?
    /// How many questions were sent.
    public let requests: Int
    /// The shortest time between a question and its answer; nil where none came.
    public let roundTrip: Duration?
    /// The names of the sources that say something else: no time fits what they said and what this one did.
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
        // What was said of an answer when it came may be taken back by what others said afterwards.
        switch (status, tally.rejection) {
        case (.rejected(let reason), _) where tally.answers > 0: result = .rejected(reason)
        case (.believed, _) where tally.answers > 0: result = .used
        case (_, let reason?): result = .rejected(reason)
        default: result = .failed(error ?? TimeSourceError(.badAnswer, "\(source.name) gave no answer"))
        }
    }
}

extension TrustedClock {
    /// Asks all sources at once, and returns what came of each.
    ///
    /// - Parameters:
    ///   - timeout: How long each source has. A source that does not heed its end is left to itself.
    ///   - whenDone: Called with the name of each source that has ended, on any thread. What came of it is known only
    ///     at the end, because what one source says is judged by what the others say.
    /// - Returns: What is known afterwards. That no source could be reached is not an error: the outcomes say so.
    @discardableResult
    public func synchronize(
        timeout: Duration = .seconds(15), whenDone: (@Sendable (_ source: String) -> Void)? = nil
    ) async -> SynchronizationReport {
        await shared.saveNames()
        let polls = sources.map { ($0, shared.poll($0, timeout: timeout)) }
        let errors = await withTaskGroup(of: (Int, TimeSourceError?).self) { group in
            for (index, (source, poll)) in polls.enumerated() {
                group.addTask { [shared] in
                    let error = await shared.ask(source, poll)
                    if let error { shared.events.send(.failed(source: source.name, error)) }
                    whenDone?(source.name)
                    return (index, error)
                }
            }
            var errors = [TimeSourceError?](repeating: nil, count: polls.count)
            for await (index, error) in group { errors[index] = error }
            return errors
        }
        let keeper = (try? shared.freshKeeper()) ?? shared.keeper
        let outcomes = zip(polls, errors).map { poll, error in
            SourceOutcome(
                poll.0, poll.1.result, error: error, status: keeper.status(of: poll.0.name, of: poll.0.operator),
                contradictedBy: sources.filter { keeper.excludes($0.named, poll.0.named) }.map { $0.name })
        }
        return SynchronizationReport(trusted: now(), outcomes: outcomes)
    }
}

extension SharedObservatory {
    /// No two questions to one host nearer to each other than this.
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

    /// Books the next turn at a host: not before an instant, and not too soon after the turn before.
    ///
    /// A turn that the source will not live to take is not booked: others would wait for it.
    private func bookTurn(_ host: String, _ earliest: ElapsedInstant, within timeout: Duration) -> ElapsedInstant {
        let now = elapsed()
        let host = ExactName(host)
        return turns.withLock { turns in
            let turn = turns[host].map { max($0 + SharedObservatory.spacing, earliest) } ?? earliest
            // A host that was asked long ago needs no memory.
            if turns.count > 64 { turns = turns.filter { $0.value + SharedObservatory.spacing > now } }
            if turn - now <= Nanoseconds(clamping: timeout) { turns[host] = turn }
            return turn
        }
    }

    /// Asks one source; what ended it before its own end, or nil.
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
        // The stream of a cancelled task ends without an element.
        return TimeSourceError(.cancelled, "asking \(source.name) was cancelled")
    }

    /// Waits, unless something happens before.
    func wait(_ span: Duration, unless changes: AsyncStream<TrustedClockEvent>) async throws(CancellationError) {
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
            return TimeSourceError(.cancelled, "asking \(name) was cancelled")
        } catch {
            return TimeSourceError(.network, "asking \(name) failed: \(error)")
        }
    }
}
