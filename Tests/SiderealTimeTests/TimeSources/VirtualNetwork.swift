import Foundation
import SiderealCore
import SiderealSystem
import SiderealTime

/// Virtual time that advances during waits, servers that follow a script, and a record of the samples.
final class VirtualNetwork: Sendable {
    struct State: Sendable {
        var now: Int64 = 5_123_456_789
        var turns: [(host: String, at: ElapsedInstant)] = []
        var lastTurn: [String: ElapsedInstant] = [:]
        var sent: [ElapsedInstant] = []
        var methods: [HTTPMethod] = []
        var urls: [URL] = []
        var heard: [TimeSample] = []
        var connections = 0
        var closed = 0
    }

    /// A scripted server's answer to one request.
    enum Reply: Sendable {
        /// The true time as a Date, over a round trip of so many milliseconds.
        case date(status: Int = 200, age: String? = nil, roundTrip: Int64 = 60)
        /// A Date field as it is, or none.
        case field(String?, status: Int = 200)
        /// The true time as a Date, or none, and a request for a pause.
        case refusal(status: Int, retryAfter: String?, hasDate: Bool = true)
        case error(TimeSourceError.Cause)
        /// No answer until the task is cancelled.
        case silence
    }

    static let offset: Int64 = 1_800_000_000_311_000_000

    private let state = Lock(State())
    private let rejections: @Sendable (Int) -> TrustedTime.Rejection?
    private let known: Bounds?
    private let refusals = ServerRefusals()

    init(known: Bounds? = nil, rejections: @escaping @Sendable (Int) -> TrustedTime.Rejection? = { _ in nil }) {
        self.known = known
        self.rejections = rejections
    }

    var now: State { state.withLock { $0 } }
    func change(_ body: (inout State) -> Void) { state.withLock { body(&$0) } }

    private func pass(milliseconds: Int64) { change { $0.now += milliseconds * 1_000_000 } }

    /// The Date field of the present time.
    var dateField: String { HTTPDate.text(of: TrueInstant(nanoseconds: now.now + Self.offset)) }

    /// Makes a poll of a source, with an action at each read of the clock.
    func poll(
        _ source: any TimeSource, timeout: Duration = .seconds(15), onRead: @escaping @Sendable () -> Void = {}
    ) -> TimePoll {
        TimePoll(
            source, timeout: timeout, drift: .partsPerMillion(500),
            driver: TimePoll.Driver(
                // Each read of the clock takes a while.
                elapsed: {
                    onRead()
                    return self.state.withLock { state in
                        state.now += 1_000
                        return ElapsedInstant(nanoseconds: state.now)
                    }
                },
                receive: { sample in
                    let index = self.state.withLock { state in
                        state.heard.append(sample)
                        return state.heard.count - 1
                    }
                    return self.rejections(index)
                },
                wait: { (until) async throws(CancellationError) in
                    if Task.isCancelled { throw CancellationError() }
                    self.change { $0.now = max($0.now, until.nanoseconds) }
                },
                bookTurn: { host, earliest in
                    self.state.withLock { state in
                        let turn = max(earliest, state.lastTurn[host].map { $0 + .milliseconds(500) } ?? earliest)
                        state.lastTurn[host] = turn
                        state.turns.append((host, turn))
                        return turn
                    }
                },
                knownOffset: { self.known }))
    }

    /// Makes a source whose server follows the script, and then repeats the last reply.
    func source(
        _ script: [Reply], at url: String = "https://time.example.com/", premises: DateHeaderPremises = .exact,
        maximumRequests: Int = 8, spacing: Duration = .milliseconds(500)
    ) throws -> HTTPDateSource {
        try HTTPDateSource(
            URL(string: url) ?? URL(fileURLWithPath: "/"), premises: premises, maximumRequests: maximumRequests,
            spacing: spacing, refusals: refusals,
            connect: {
                self.change { $0.connections += 1 }
                return HTTPExchange(
                    ask: { (method, url, _, poll) async throws(TimeSourceError) in
                        self.change {
                            $0.methods.append(method)
                            $0.urls.append(url)
                        }
                        let index = min(self.now.sent.count, script.count - 1)
                        return try await self.answer(script[index], poll)
                    },
                    close: { self.change { $0.closed += 1 } })
            })
    }

    private func answer(_ reply: Reply, _ poll: TimePoll) async throws(TimeSourceError) -> HTTPAnswer {
        let sent = poll.stampSent()
        change { $0.sent.append(sent) }
        switch reply {
        case .date(let status, let age, let roundTrip):
            pass(milliseconds: roundTrip / 2)
            let date = dateField
            pass(milliseconds: roundTrip - roundTrip / 2)
            let head = AnswerHead(method: "HEAD", status: status, ["Date": date, "Age": age].compactMapValues { $0 })
            return HTTPAnswer(head: head, sent: sent, received: poll.stampReceived())
        case .field(let field, let status):
            let head = AnswerHead(method: "HEAD", status: status, ["Date": field].compactMapValues { $0 })
            return HTTPAnswer(head: head, sent: sent, received: poll.stampReceived())
        case .refusal(let status, let retryAfter, let hasDate):
            let fields = ["Date": hasDate ? dateField : nil, "Retry-After": retryAfter].compactMapValues { $0 }
            return HTTPAnswer(
                head: AnswerHead(method: "HEAD", status: status, fields), sent: sent, received: poll.stampReceived())
        case .error(let cause):
            throw TimeSourceError(cause, "as the script says")
        case .silence:
            let ended = AsyncStream<Void> { _ in }
            for await _ in ended {}
            throw TimeSourceError(.cancelled, "called off")
        }
    }
}

extension DateHeaderPremises {
    static let exact = DateHeaderPremises(lag: .milliseconds(20), serverError: .zero)
}

/// Returns the error of a request to the source, or `nil`.
func failure(of source: HTTPDateSource, _ poll: TimePoll) async -> TimeSourceError.Cause? {
    do {
        try await source.ask(poll)
        return nil
    } catch let error as TimeSourceError {
        return error.cause
    } catch {
        return .cancelled
    }
}
