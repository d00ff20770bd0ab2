import Sidereal

/// A server of a simulated network. Unless you change its settings, it is honest and answers within 60 ms.
///
/// Changes combine:
///
/// ```swift
/// let servers: [SimulatedServer] = [
///     .https("a.example"),
///     .https("b.example").lying(by: .seconds(3_600)).slow(outbound: .milliseconds(20)...(.seconds(2))),
///     .ntp("time.example").lossy(0.3),
/// ]
/// ```
public struct SimulatedServer: Sendable, Hashable {
    /// The protocol that a server speaks.
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

        /// Indicates whether a connection to the server begins with TLS.
        var beginsWithTLS: Bool { self == .https || self == .nts }
    }

    /// The cause of a missing answer.
    public enum Failure: Sendable, Hashable, CaseIterable {
        /// The host exists and refuses the connection.
        case refused
        /// The name doesn't resolve.
        case noName
        /// The request gets no answer.
        case silent
        /// The certificate is rejected, as on a device whose clock is far off.
        ///
        /// This failure applies to https and to the key exchange of NTS. Other servers have no certificate, and answer.
        case untrusted
    }

    /// A cache in front of a web server.
    public struct Cache: Sendable, Hashable {
        /// The time for which the cache repeats one answer.
        public var lifetime: Duration
        /// Indicates whether the cache reports its answer's age in an Age header.
        public var sendsAge: Bool
    }

    /// A limit on the rate of requests.
    public struct Limit: Sendable, Hashable {
        /// The number of requests answered in ``span``.
        public var requests: Int
        /// The time in which ``requests`` are answered.
        public var span: Duration
    }

    /// The protocol that the server speaks.
    package let service: Service
    /// The server's host name, in lower case.
    public let host: String
    /// The operator, or `nil` to guess it from the host, as for a server of the real network.
    public let `operator`: String?

    /// The greatest error of the server's clock in either direction. Each answer has a different error.
    ///
    /// NTP, NTS and Roughtime servers report this bound.
    public var error = Duration.zero
    /// The time by which the server claims to be ahead of the true time; negative for behind.
    public var offset = Duration.zero
    /// The greatest lie in either direction. Each answer has a different one.
    public var jumps = Duration.zero
    /// The cache in front of the server, if any.
    ///
    /// Web servers only.
    public var cache: Cache?
    /// The answers' `Cache-Control` header, or `nil` for no header, so that a cache may guess.
    ///
    /// `no-store` by default, as in an API's answers. Web servers only.
    public var cacheControl: String? = "no-store"
    /// The time for which the server repeats a Date; zero if each answer has a fresh one.
    ///
    /// Web servers only.
    public var lag = Duration.zero
    /// Indicates whether the server rounds its Date to the nearest second instead of rounding down.
    ///
    /// Web servers only.
    public var roundsToNearest = false
    /// The time that a request takes, mostly near the lower bound.
    public var outboundDelay = Duration.milliseconds(10)...(.milliseconds(30))
    /// The time that an answer takes, mostly near the lower bound.
    public var inboundDelay = Duration.milliseconds(10)...(.milliseconds(30))
    /// The share of requests that get no answer, from 0 to 1.
    public var loss = 0.0
    /// The limit on the rate of requests, if any.
    public var limit: Limit?
    /// The cause of missing answers, or `nil` if answers come.
    public var failure: Failure?

    private init(_ service: Service, _ host: String, _ operator: String?) {
        self.service = service
        self.host = host.lowercased()
        self.operator = `operator`
    }

    /// Creates the server that a source asks. Returns `nil` if the source is not one of the library's.
    init?(askedBy source: any TimeSource) {
        let `operator` = source.operator
        switch source {
        case let source as HTTPDateSource:
            // Only scheme and host count, as in `url`; the port is part of the host's name here.
            let scheme = source.isAuthenticated ? Service.https : .http
            self.init(
                scheme, String(source.name.dropFirst("\(scheme.rawValue)://".count).prefix { $0 != "/" }), `operator`)
        case let source as NTPSource: self.init(.ntp, source.host, `operator`)
        case let source as NTSSource: self.init(.nts, source.host, `operator`)
        case let source as RoughtimeSource: self.init(.roughtime, source.host, `operator`)
        default: return nil
        }
    }

    /// The name of the source that asks the server: a URL.
    public var name: String {
        switch service {
        case .https, .http: "\(service.rawValue)://\(host)/"
        case .ntp: "ntp://\(host):123"
        case .nts: "nts://\(host):4460"
        case .roughtime: "roughtime://\(host):\(RoughtimeSource.standardPort)"
        }
    }

    // MARK: - Factories

    /// Creates a web server with TLS.
    public static func https(_ host: String, operator: String? = nil) -> SimulatedServer {
        SimulatedServer(.https, host, `operator`)
    }

    /// Creates a web server without TLS.
    public static func http(_ host: String, operator: String? = nil) -> SimulatedServer {
        SimulatedServer(.http, host, `operator`)
    }

    /// Creates an NTP server.
    public static func ntp(_ host: String, operator: String? = nil) -> SimulatedServer {
        SimulatedServer(.ntp, host, `operator`)
    }

    /// Creates an NTP server with Network Time Security.
    ///
    /// ``Failure/untrusted`` and a refused connection apply to its key exchange.
    public static func nts(_ host: String, operator: String? = nil) -> SimulatedServer {
        SimulatedServer(.nts, host, `operator`)
    }

    /// Creates a Roughtime server with a known key.
    ///
    /// It answers in whole seconds. The radius is the error of its clock, rounded up to seconds, plus one second.
    public static func roughtime(_ host: String, operator: String? = nil) -> SimulatedServer {
        SimulatedServer(.roughtime, host, `operator`)
    }

    // MARK: - Behaviour

    /// Lets the clock be off by at most `error`, differently at each answer. The server stays honest.
    public func wrong(upTo error: Duration) -> SimulatedServer { with { $0.error = error } }

    /// Puts the claimed time ahead of the true time by `offset`, or behind it if that is negative.
    public func lying(by offset: Duration) -> SimulatedServer { with { $0.offset = offset } }

    /// Moves the claimed time by at most `jumps`, differently at each answer.
    public func jumping(upTo jumps: Duration) -> SimulatedServer { with { $0.jumps = jumps } }

    /// Puts the server behind a cache that repeats each answer for `lifetime`, which the server allows. Other clients
    /// use the cache, too, so a lifetime need not begin with a request of yours.
    public func stale(upTo lifetime: Duration, sendsAge: Bool = false) -> SimulatedServer {
        with {
            $0.cache = Cache(lifetime: lifetime, sendsAge: sendsAge)
            $0.cacheControl = "max-age=\(Nanoseconds(clamping: lifetime).secondsRoundedUp)"
        }
    }

    /// Replaces the `Cache-Control` header `no-store`, or removes it.
    public func sending(cacheControl: String?) -> SimulatedServer { with { $0.cacheControl = cacheControl } }

    /// Renews the Date only every `lag`, so the answers are up to that old.
    public func lagging(by lag: Duration = .seconds(1)) -> SimulatedServer { with { $0.lag = lag } }

    /// Rounds the Date to the nearest second.
    public func rounding() -> SimulatedServer { with { $0.roundsToNearest = true } }

    /// Sets the times that requests and answers take. An answer takes as long as a request unless you give `inbound`.
    /// The times apply to each round trip. An https request on a new connection makes three.
    public func slow(outbound: ClosedRange<Duration>, inbound: ClosedRange<Duration>? = nil) -> SimulatedServer {
        with { ($0.outboundDelay, $0.inboundDelay) = (outbound, inbound ?? outbound) }
    }

    /// Leaves a share of the requests, from 0 to 1, unanswered.
    public func lossy(_ share: Double) -> SimulatedServer { with { $0.loss = share } }

    /// Answers this many requests in a `span`, and refuses more: with status 429, with a kiss of death (RATE), or, if
    /// the server speaks Roughtime, with silence.
    public func rateLimiting(_ requests: Int, per span: Duration) -> SimulatedServer {
        with { $0.limit = Limit(requests: requests, span: span) }
    }

    /// Stops all answers.
    public func gone(_ failure: Failure = .refused) -> SimulatedServer { with { $0.failure = failure } }

    private func with(_ change: (inout SimulatedServer) -> Void) -> SimulatedServer {
        var copy = self
        change(&copy)
        return copy
    }
}
