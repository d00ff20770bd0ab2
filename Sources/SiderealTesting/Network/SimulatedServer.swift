import Sidereal

/// A server of a simulated network. By default, the server is honest and answers within 60 ms.
///
/// You can combine several changes:
///
/// ```swift
/// let servers: [SimulatedServer] = [
///     .https("a.example"),
///     .https("b.example").lying(by: .seconds(3_600)).slow(outbound: .milliseconds(20)...(.seconds(2))),
///     .ntp("time.example").lossy(0.3),
/// ]
/// ```
public struct SimulatedServer: Sendable, Hashable {
    /// The protocol of a server.
    package enum Service: String, Sendable, Hashable, CaseIterable {
        /// The `Date` header of web answers, with TLS.
        case https
        /// The `Date` header of web answers, without TLS. Anyone on the network path can change the header.
        case http
        /// NTP, unauthenticated.
        case ntp
        /// NTP with Network Time Security.
        case nts
        /// Roughtime.
        case roughtime

        /// A Boolean value that indicates whether a connection to the server begins with TLS.
        var beginsWithTLS: Bool { self == .https || self == .nts }
    }

    /// The cause of a missing answer.
    public enum Failure: Sendable, Hashable, CaseIterable {
        /// The host refuses the connection.
        case refused
        /// The name doesn't resolve.
        case noName
        /// The request gets no answer.
        case silent
        /// The client rejects the certificate, for example because the device's clock is far off.
        ///
        /// This failure applies to https and to the key exchange of NTS. Other servers have no certificate, so they
        /// still answer.
        case untrusted
    }

    /// A cache in front of a web server.
    public struct Cache: Sendable, Hashable {
        /// The time for which the cache repeats an answer.
        public var lifetime: Duration
        /// A Boolean value that indicates whether the cache reports the age of its answer in an `Age` header.
        public var sendsAge: Bool
    }

    /// A limit on the rate of requests.
    public struct Limit: Sendable, Hashable {
        /// The greatest number of requests that the server answers in a period of ``span``.
        public var requests: Int
        /// The length of the period to which ``requests`` applies.
        public var span: Duration
    }

    /// The protocol of the server.
    package let service: Service
    /// The server's host name, in lower case.
    public let host: String
    /// The operator, or `nil` if the library guesses it from the host, as for a real server.
    public let `operator`: String?

    /// The greatest error of the server's clock in either direction. Each answer has a different error.
    ///
    /// NTP, NTS and Roughtime servers report this bound.
    public var error = Duration.zero
    /// The time by which the server's answers are ahead of the true time. If the value is negative, the answers are
    /// behind.
    public var offset = Duration.zero
    /// The greatest amount, in either direction, that the server adds to ``offset``. Each answer has a different
    /// amount.
    public var jumps = Duration.zero
    /// The cache in front of the server, or `nil` if there is no cache.
    ///
    /// This property affects only web servers.
    public var cache: Cache?
    /// The `Cache-Control` header of the answers, or `nil` for no header. Without the header, a cache may guess how
    /// long an answer stays fresh.
    ///
    /// The default is `no-store`, as in the answers from an API. This property affects only web servers.
    public var cacheControl: String? = "no-store"
    /// The time for which the server repeats a `Date` header, or zero if each answer has a new `Date` header.
    ///
    /// This property affects only web servers.
    public var lag = Duration.zero
    /// A Boolean value that indicates whether the server rounds the time in its `Date` header to the nearest second
    /// instead of rounding down.
    ///
    /// This property affects only web servers.
    public var roundsToNearest = false
    /// The range of a request's travel times. Most travel times are near the lower bound.
    public var outboundDelay = Duration.milliseconds(10)...(.milliseconds(30))
    /// The range of an answer's travel times. Most travel times are near the lower bound.
    public var inboundDelay = Duration.milliseconds(10)...(.milliseconds(30))
    /// The share of the requests that get no answer, from 0 to 1.
    public var loss = 0.0
    /// The limit on the rate of requests, or `nil` if there is no limit.
    public var limit: Limit?
    /// The cause of missing answers, or `nil` if the server answers.
    public var failure: Failure?

    private init(_ service: Service, _ host: String, _ operator: String?) {
        self.service = service
        self.host = host.lowercased()
        self.operator = `operator`
    }

    /// Creates the server that a source polls. Returns `nil` if the source is not a source of the library.
    init?(askedBy source: any TimeSource) {
        let `operator` = source.operator
        switch source {
        case let source as HTTPDateSource:
            // As in `url`, this initializer uses only the scheme and the host. The host's name includes the port here.
            let scheme = source.isAuthenticated ? Service.https : .http
            self.init(
                scheme, String(source.name.dropFirst("\(scheme.rawValue)://".count).prefix { $0 != "/" }), `operator`)
        case let source as NTPSource: self.init(.ntp, source.host, `operator`)
        case let source as NTSSource: self.init(.nts, source.host, `operator`)
        case let source as RoughtimeSource: self.init(.roughtime, source.host, `operator`)
        default: return nil
        }
    }

    /// The name of the source that polls the server. The name is a URL.
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
    /// The failures ``Failure/untrusted`` and ``Failure/refused`` apply to the server's key exchange.
    public static func nts(_ host: String, operator: String? = nil) -> SimulatedServer {
        SimulatedServer(.nts, host, `operator`)
    }

    /// Creates a Roughtime server. The server's key is derived from its name.
    ///
    /// The server answers in whole seconds. The radius is the error that an answer reports. The radius is the error of
    /// the server's clock, rounded up to seconds, plus one second.
    public static func roughtime(_ host: String, operator: String? = nil) -> SimulatedServer {
        SimulatedServer(.roughtime, host, `operator`)
    }

    // MARK: - Behaviour

    /// Gives each answer a different error of at most `error`. The server stays honest.
    public func wrong(upTo error: Duration) -> SimulatedServer { with { $0.error = error } }

    /// Moves the time in the answers ahead of the true time by `offset`, or behind it if `offset` is negative.
    public func lying(by offset: Duration) -> SimulatedServer { with { $0.offset = offset } }

    /// Moves the time in each answer by a different amount of at most `jumps`.
    public func jumping(upTo jumps: Duration) -> SimulatedServer { with { $0.jumps = jumps } }

    /// Puts the server behind a cache that repeats each answer for `lifetime`. The server's `Cache-Control` header
    /// allows the repetition. Other clients also use the cache, so your first request can get an old answer.
    public func stale(upTo lifetime: Duration, sendsAge: Bool = false) -> SimulatedServer {
        with {
            $0.cache = Cache(lifetime: lifetime, sendsAge: sendsAge)
            $0.cacheControl = "max-age=\(Nanoseconds(clamping: lifetime).secondsRoundedUp)"
        }
    }

    /// Replaces the default `Cache-Control` header, or removes the header if the value is `nil`.
    public func sending(cacheControl: String?) -> SimulatedServer { with { $0.cacheControl = cacheControl } }

    /// Renews the `Date` header only once in each period of `lag`, so the header can be as old as `lag`.
    public func lagging(by lag: Duration = .seconds(1)) -> SimulatedServer { with { $0.lag = lag } }

    /// Rounds the time in the `Date` header to the nearest second instead of rounding down.
    public func rounding() -> SimulatedServer { with { $0.roundsToNearest = true } }

    /// Sets the travel times of requests and answers. Without `inbound`, answers use the range of `outbound`. The times
    /// apply to each round trip. An https request on a new connection needs three round trips.
    public func slow(outbound: ClosedRange<Duration>, inbound: ClosedRange<Duration>? = nil) -> SimulatedServer {
        with { ($0.outboundDelay, $0.inboundDelay) = (outbound, inbound ?? outbound) }
    }

    /// Leaves a share of the requests unanswered. The share is from 0 to 1.
    public func lossy(_ share: Double) -> SimulatedServer { with { $0.loss = share } }

    /// Answers at most the given number of requests in each `span`, and refuses further requests. A web server refuses
    /// with status 429, and an NTP server with a kiss of death (RATE). A Roughtime server sends no answer.
    public func rateLimiting(_ requests: Int, per span: Duration) -> SimulatedServer {
        with { $0.limit = Limit(requests: requests, span: span) }
    }

    /// Makes requests fail with `failure`.
    public func gone(_ failure: Failure = .refused) -> SimulatedServer { with { $0.failure = failure } }

    private func with(_ change: (inout SimulatedServer) -> Void) -> SimulatedServer {
        var copy = self
        change(&copy)
        return copy
    }
}
