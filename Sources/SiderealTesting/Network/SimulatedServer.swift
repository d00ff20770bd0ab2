/// A server of a simulated network, and how it behaves: by itself it is honest, and answers each question within 60 ms.
///
/// What is changed about it adds up:
///
/// ```swift
/// let servers: [SimulatedServer] = [
///     .https("a.example"),
///     .https("b.example").lying(by: .seconds(3_600)).slow(outbound: .milliseconds(20)...(.seconds(2))),
///     .ntp("time.example").lossy(0.3),
/// ]
/// ```
public struct SimulatedServer: Sendable, Hashable {
    /// What it is asked by.
    public enum Service: String, Sendable, Hashable, CaseIterable {
        /// The Date of web answers, with TLS.
        case https
        /// The Date of web answers, which anybody may have written.
        case http
        /// NTP, unauthenticated.
        case ntp
    }

    /// Why no answer comes.
    public enum Absence: Sendable, Hashable, CaseIterable {
        /// The host is there, and refuses the connection.
        case refused
        /// The name does not resolve.
        case noName
        /// Nothing comes back.
        case silent
        /// The certificate does not hold, as where the device's clock is far off.
        ///
        /// NTP servers have none, and answer.
        case untrusted
    }

    /// A cache in front of a web server.
    public struct Cache: Sendable, Hashable {
        /// How long it gives out one answer.
        public var lifetime: Duration
        /// Whether it owns up to that with an Age header.
        public var saysAge: Bool
    }

    /// How often a server may be asked.
    public struct Limit: Sendable, Hashable {
        /// So many questions are answered...
        public var requests: Int
        /// ...in so much time.
        public var span: Duration
    }

    /// What it is asked by.
    public let service: Service
    /// Its name.
    public let host: String
    /// The operator; nil to have it guessed from the host, as for a server of the real network.
    public let `operator`: String?

    /// By how much its clock is off at most, either way: anew at each answer.
    ///
    /// NTP servers own up to it.
    public var error = Duration.zero
    /// By how much it lies: positive is ahead.
    public var offset = Duration.zero
    /// By how much it lies at most, either way: anew at each answer.
    public var jumps = Duration.zero
    /// The cache in front of it, if there is one.
    ///
    /// Web servers only.
    public var cache: Cache?
    /// How often it renews its Date; zero for at each answer.
    ///
    /// Web servers only.
    public var lag = Duration.zero
    /// Whether it rounds to the nearest second, instead of cutting the fraction off.
    ///
    /// Web servers only.
    public var roundsToNearest = false
    /// How long a question takes: mostly near the least.
    public var outboundDelay = Duration.milliseconds(10)...(.milliseconds(30))
    /// How long an answer takes: mostly near the least.
    public var inboundDelay = Duration.milliseconds(10)...(.milliseconds(30))
    /// The share of questions to which no answer comes.
    public var loss = 0.0
    /// How often it may be asked, if it minds.
    public var limit: Limit?
    /// Why no answer comes, if none does.
    public var absence: Absence?

    private init(_ service: Service, _ host: String, _ operator: String?) {
        self.service = service
        self.host = host.lowercased()
        self.operator = `operator`
    }

    /// The name of the source that asks it: a URL.
    public var name: String { service == .ntp ? "ntp://\(host):123" : "\(service.rawValue)://\(host)/" }

    // MARK: - Factories

    /// A web server with TLS.
    public static func https(_ host: String, operator: String? = nil) -> SimulatedServer {
        SimulatedServer(.https, host, `operator`)
    }

    /// A web server without TLS.
    public static func http(_ host: String, operator: String? = nil) -> SimulatedServer {
        SimulatedServer(.http, host, `operator`)
    }

    /// An NTP server.
    public static func ntp(_ host: String, operator: String? = nil) -> SimulatedServer {
        SimulatedServer(.ntp, host, `operator`)
    }

    // MARK: - Behaviour

    /// Honest, with a clock that is off by so much at most: anew at each answer.
    public func wrong(upTo error: Duration) -> SimulatedServer { with { $0.error = error } }

    /// Ahead by so much, or behind where that is negative.
    public func lying(by offset: Duration) -> SimulatedServer { with { $0.offset = offset } }

    /// Off by another length at each answer, so much at most.
    public func jumping(upTo jumps: Duration) -> SimulatedServer { with { $0.jumps = jumps } }

    /// Behind a cache that gives out each answer for so long.
    public func stale(upTo lifetime: Duration, saysAge: Bool = false) -> SimulatedServer {
        with { $0.cache = Cache(lifetime: lifetime, saysAge: saysAge) }
    }

    /// Renews its Date only so often: the answers are up to that old.
    public func lagging(by lag: Duration = .seconds(1)) -> SimulatedServer { with { $0.lag = lag } }

    /// Rounds to the nearest second.
    public func rounding() -> SimulatedServer { with { $0.roundsToNearest = true } }

    /// Takes so long; where the way back is another one, the two differ.
    public func slow(outbound: ClosedRange<Duration>, inbound: ClosedRange<Duration>? = nil) -> SimulatedServer {
        with { ($0.outboundDelay, $0.inboundDelay) = (outbound, inbound ?? outbound) }
    }

    /// Leaves such a share of the questions without an answer: from 0 to 1.
    public func lossy(_ share: Double) -> SimulatedServer { with { $0.loss = share } }

    /// Answers so many questions in so much time, and refuses more: with status 429, or a kiss of death (RATE).
    public func rateLimiting(_ requests: Int, per span: Duration) -> SimulatedServer {
        with { $0.limit = Limit(requests: requests, span: span) }
    }

    /// Does not answer.
    public func gone(_ absence: Absence = .refused) -> SimulatedServer { with { $0.absence = absence } }

    private func with(_ change: (inout SimulatedServer) -> Void) -> SimulatedServer {
        var copy = self
        change(&copy)
        return copy
    }
}
