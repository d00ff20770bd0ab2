import Sidereal

/// A server of a simulated network, and how it behaves: unless you change it, it is honest and answers within 60 ms.
///
/// The changes add up:
///
/// ```swift
/// let servers: [SimulatedServer] = [
///     .https("a.example"),
///     .https("b.example").lying(by: .seconds(3_600)).slow(outbound: .milliseconds(20)...(.seconds(2))),
///     .ntp("time.example").lossy(0.3),
/// ]
/// ```
public struct SimulatedServer: Sendable, Hashable {
    /// The protocol that it speaks.
    package enum Service: String, Sendable, Hashable, CaseIterable {
        /// The Date header of web answers, with TLS.
        case https
        /// The Date header of web answers, without TLS: anyone on the way may have written it.
        case http
        /// NTP, unauthenticated.
        case ntp
        /// NTP with Network Time Security.
        case nts
        /// Roughtime.
        case roughtime

        /// Whether a connection to it begins with TLS.
        var beginsWithTLS: Bool { self == .https || self == .nts }
    }

    /// Why no answer comes.
    public enum Failure: Sendable, Hashable, CaseIterable {
        /// The host exists and refuses the connection.
        case refused
        /// The name doesn't resolve.
        case noName
        /// Nothing comes back.
        case silent
        /// The certificate is not valid, as it seems if the device's clock is far off.
        ///
        /// It concerns https and the key exchange of NTS. Other servers have no certificate, and answer.
        case untrusted
    }

    /// A cache in front of a web server.
    public struct Cache: Sendable, Hashable {
        /// How long it repeats one answer.
        public var lifetime: Duration
        /// Whether it says so with an Age header.
        public var saysAge: Bool
    }

    /// How often a server may be asked.
    public struct Limit: Sendable, Hashable {
        /// How many requests are answered in ``span``.
        public var requests: Int
        /// The time in which ``requests`` are answered.
        public var span: Duration
    }

    /// The protocol that it speaks.
    package let service: Service
    /// Its name.
    public let host: String
    /// The operator. If nil, it is guessed from the host, as for a server of the real network.
    public let `operator`: String?

    /// The greatest error of its clock in either direction; each answer has another one.
    ///
    /// NTP servers, with NTS or not, and Roughtime servers report it.
    public var error = Duration.zero
    /// How far ahead of the true time it claims to be; negative for behind.
    public var offset = Duration.zero
    /// The greatest lie in either direction; each answer has another one.
    public var jumps = Duration.zero
    /// The cache in front of it, if any.
    ///
    /// Web servers only.
    public var cache: Cache?
    /// What it says to caches; nil for nothing, so that a cache may guess.
    ///
    /// `no-store` by default, as an API's answers have it. Web servers only.
    public var cacheControl: String? = "no-store"
    /// How long it repeats a Date; zero if each answer has a fresh one.
    ///
    /// Web servers only.
    public var lag = Duration.zero
    /// Whether it rounds its Date to the nearest second instead of rounding down.
    ///
    /// Web servers only.
    public var roundsToNearest = false
    /// How long a request takes; mostly near the lower bound.
    public var outboundDelay = Duration.milliseconds(10)...(.milliseconds(30))
    /// How long an answer takes; mostly near the lower bound.
    public var inboundDelay = Duration.milliseconds(10)...(.milliseconds(30))
    /// The share of requests that get no answer, from 0 to 1.
    public var loss = 0.0
    /// How often it may be asked, if it limits that.
    public var limit: Limit?
    /// Why no answer comes; nil if answers come.
    public var failure: Failure?

    private init(_ service: Service, _ host: String, _ operator: String?) {
        self.service = service
        self.host = host.lowercased()
        self.operator = `operator`
    }

    /// The server that a source asks; nil if that is none of the library's.
    init?(askedBy source: any TimeSource) {
        let `operator` = source.operator
        switch source {
        case let source as HTTPDateSource:
            // Only scheme and host count, as in `url`; the port is part of the host's name here.
            self.init(.https, String(source.name.dropFirst("https://".count).prefix { $0 != "/" }), `operator`)
        case let source as NTPSource: self.init(.ntp, source.host, `operator`)
        case let source as NTSSource: self.init(.nts, source.host, `operator`)
        case let source as RoughtimeSource: self.init(.roughtime, source.host, `operator`)
        default: return nil
        }
    }

    /// The name of the source that asks it: a URL.
    public var name: String {
        switch service {
        case .https, .http: "\(service.rawValue)://\(host)/"
        case .ntp: "ntp://\(host):123"
        case .nts: "nts://\(host):4460"
        case .roughtime: "roughtime://\(host):\(RoughtimeSource.standardPort)"
        }
    }

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

    /// An NTP server with Network Time Security.
    ///
    /// ``Failure/untrusted`` and a refused connection concern its key exchange.
    public static func nts(_ host: String, operator: String? = nil) -> SimulatedServer {
        SimulatedServer(.nts, host, `operator`)
    }

    /// A Roughtime server, whose key is known.
    ///
    /// It tells whole seconds, with a radius of one more than its clock can be wrong by.
    public static func roughtime(_ host: String, operator: String? = nil) -> SimulatedServer {
        SimulatedServer(.roughtime, host, `operator`)
    }

    // MARK: - Behaviour

    /// Honest, with a clock that is off by at most `error`, differently at each answer.
    public func wrong(upTo error: Duration) -> SimulatedServer { with { $0.error = error } }

    /// Ahead of the true time by `offset`, or behind it if that is negative.
    public func lying(by offset: Duration) -> SimulatedServer { with { $0.offset = offset } }

    /// Off by at most `jumps`, differently at each answer.
    public func jumping(upTo jumps: Duration) -> SimulatedServer { with { $0.jumps = jumps } }

    /// Behind a cache that repeats each answer for `lifetime`, which its server allows. Others ask it, too: a lifetime
    /// need not begin with a request of yours.
    public func stale(upTo lifetime: Duration, saysAge: Bool = false) -> SimulatedServer {
        with {
            $0.cache = Cache(lifetime: lifetime, saysAge: saysAge)
            $0.cacheControl = "max-age=\(Nanoseconds(clamping: lifetime).secondsRoundedUp)"
        }
    }

    /// Says something else to caches than `no-store`, or nothing.
    public func saying(cacheControl: String?) -> SimulatedServer { with { $0.cacheControl = cacheControl } }

    /// Renews its Date only every `lag`, so its answers are up to that old.
    public func lagging(by lag: Duration = .seconds(1)) -> SimulatedServer { with { $0.lag = lag } }

    /// Rounds its Date to the nearest second.
    public func rounding() -> SimulatedServer { with { $0.roundsToNearest = true } }

    /// Takes longer; the way back takes as long as the way there unless you give `inbound`. Each exchange does: a
    /// request over https that needs a new connection has three of them.
    public func slow(outbound: ClosedRange<Duration>, inbound: ClosedRange<Duration>? = nil) -> SimulatedServer {
        with { ($0.outboundDelay, $0.inboundDelay) = (outbound, inbound ?? outbound) }
    }

    /// Leaves a share of the requests, from 0 to 1, without an answer.
    public func lossy(_ share: Double) -> SimulatedServer { with { $0.loss = share } }

    /// Answers so many requests in a `span`, and refuses more: with status 429, with a kiss of death (RATE), or, as a
    /// Roughtime server, with silence.
    public func rateLimiting(_ requests: Int, per span: Duration) -> SimulatedServer {
        with { $0.limit = Limit(requests: requests, span: span) }
    }

    /// Doesn't answer.
    public func gone(_ failure: Failure = .refused) -> SimulatedServer { with { $0.failure = failure } }

    private func with(_ change: (inout SimulatedServer) -> Void) -> SimulatedServer {
        var copy = self
        change(&copy)
        return copy
    }
}
