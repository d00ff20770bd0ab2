import SiderealCore

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A time server with its address.
///
/// ```swift
/// let clock = try TrustedClock(.https("api.example.com"), .https("www.example.org"), .https("www.example.net"))
/// ```
///
/// A new clock sends no request. ``TrustedClock/synchronize(timeout:onSourceDone:)`` sends requests to the servers.
/// ``TrustedClock/sleep(until:requiring:)`` also sends requests while the bounds are too wide. Use only your own
/// servers, and public servers whose terms allow your use. The guide to choosing servers lists these terms.
public struct TimeServer: Sendable {
    package let makeSource: @Sendable () throws(TimeSourceError) -> any TimeSource
    /// A Boolean value that indicates whether the app supplies the source itself. A simulated device does not replace
    /// a source that the app supplies.
    package let isOwnSource: Bool

    /// - Parameter makeSource: A closure that returns the source, or throws if the name is invalid.
    package init(makeSource: @escaping @Sendable () throws(TimeSourceError) -> any TimeSource) {
        self.makeSource = makeSource
        isOwnSource = false
    }

    private init(own source: any TimeSource) {
        makeSource = { source }
        isOwnSource = true
    }

    /// A closure that turns a server into a source of a clock.
    package struct Network: Sendable {
        package let source: @Sendable (TimeServer) throws(TimeSourceError) -> any TimeSource

        package init(_ source: @escaping @Sendable (TimeServer) throws(TimeSourceError) -> any TimeSource) {
            self.source = source
        }

        /// The real network.
        static var real: Network { Network { server throws(TimeSourceError) in try server.makeSource() } }
    }

    /// Returns a web server that the clock queries over TLS. The server is authenticated, and bounds the time to about
    /// half a second.
    ///
    /// A poll sends a few HEAD requests, at least half a second apart. On Linux, it sends them on one connection if the
    /// server speaks HTTP/2, or describes no body. Otherwise, a wrong body after one answer could count as the next
    /// answer. The requests find the moment at which the second of the server's `Date` changes. This moment bounds the
    /// time to about half a round trip plus half of the server's lag. The poll uses every final answer, with any
    /// status, and does not follow redirects. Each request has a random query (`?sidereal=`…), because a cache must
    /// forward a request whose URL it has not seen (RFC 9111, section 4). In case a cache ignores the query, a poll
    /// gives only a lower bound until its `Date` headers change. There are three exceptions:
    ///
    /// - An answer with an `Age` header comes from a cache. The answer bounds the time from below only, unless
    ///   `DateHeaderPremises.cachesSendAge` is true.
    /// - If a server does not answer HEAD, or answers without a `Date` header, the poll uses GET and reads no body.
    /// - If a server demands fewer requests (status 429, or 503 with `Retry-After`), this process sends no request to
    ///   the server for the demanded time, but for at most a day.
    ///
    /// On Linux, libcurl makes the requests. The library loads libcurl at the first request. libcurl trusts its own
    /// certificate authorities, and uses the proxy in the environment variables (`http_proxy`, `https_proxy`,
    /// `no_proxy`).
    ///
    /// - Parameters:
    ///   - address: A host as in a URL, such as `api.example.com` or `api.example.com:8443`, or a URL with the scheme
    ///     `https`.
    ///   - operator: The server's operator. By default, the library guesses the operator from the host's name. Servers
    ///     of one operator share one vote.
    ///   - premises: The premises about the server's `Date` header. Change the premises if you know how your server
    ///     makes that header.
    ///   - maximumRequests: The maximum number of requests in one poll, at least 1. A poll ends earlier if more
    ///     requests would not tighten the bounds. One request gives only a lower bound.
    /// - Returns: The server. The clock's initializer checks whether the address is valid.
    public static func https(
        _ address: String, operator: String? = nil, premises: DateHeaderPremises = DateHeaderPremises(),
        maximumRequests: Int = 8
    ) -> TimeServer {
        web("https", address, `operator`, premises, maximumRequests)
    }

    /// Returns a web server that the clock queries without TLS. Anyone on the network path can answer in the server's
    /// place. So only a clock that also accepts unauthenticated sources can use this server.
    ///
    /// - Parameters:
    ///   - address: A host as in a URL, such as `printer.local` or `192.0.2.1:8080`, or a URL with the scheme `http`.
    ///   - operator: The server's operator. By default, the library guesses the operator from the host's name.
    ///   - premises: The premises about the server's `Date` header.
    ///   - maximumRequests: The maximum number of requests in one poll, at least 1. A poll ends earlier if more
    ///     requests would not tighten the bounds.
    /// - Returns: The server. The clock's initializer checks whether the address is valid.
    public static func http(
        _ address: String, operator: String? = nil, premises: DateHeaderPremises = DateHeaderPremises(),
        maximumRequests: Int = 8
    ) -> TimeServer {
        web("http", address, `operator`, premises, maximumRequests)
    }

    private static func web(
        _ scheme: String, _ address: String, _ operator: String?, _ premises: DateHeaderPremises, _ maximumRequests: Int
    ) -> TimeServer {
        web(scheme, address) { url throws(TimeSourceError) in
            try HTTPDateSource(url, operator: `operator`, premises: premises, maximumRequests: maximumRequests)
        }
    }

    static func web(
        _ scheme: String, _ address: String,
        _ source: @escaping @Sendable (URL) throws(TimeSourceError) -> HTTPDateSource
    ) -> TimeServer {
        TimeServer { () throws(TimeSourceError) in
            _ = try ServerAddress(ofURL: address, scheme: scheme, port: scheme == "https" ? 443 : 80)
            let url = address.contains("://") ? address : "\(scheme)://\(address)"
            return try source(try HTTPDateSource.url(url))
        }
    }

    /// Returns an NTP server that the clock queries as a simple client (RFC 5905, SNTP). The bounds are tight, but the
    /// server does not prove its identity. So only a clock that also accepts unauthenticated sources can use this
    /// server.
    ///
    /// A poll tries all addresses of a host, alternating between IPv4 and IPv6, until one address returns the time.
    /// Further requests to one address are at least two seconds apart. If a server refuses a request, this process
    /// sends it no request until the refusal ends. Some refusals last until the process ends.
    ///
    /// - Parameters:
    ///   - host: The server's name or address, and its port if the port isn't 123. Examples: `time.apple.com`,
    ///     `[2001:db8::1]:1123`.
    ///   - operator: The server's operator. By default, the library guesses the operator from the host's name.
    ///   - maximumRequests: The maximum number of requests to each address of the host in one poll, at least 1.
    /// - Returns: The server. The clock's initializer checks whether the host is valid.
    @available(watchOS, unavailable, message: "watchOS apps can't open sockets; use an https server instead")
    public static func ntp(_ host: String, operator: String? = nil, maximumRequests: Int = 4) -> TimeServer {
        TimeServer { () throws(TimeSourceError) in
            let address = try ServerAddress(host, scheme: "ntp", port: 123)
            return NTPSource(
                host: address.host, port: address.port, operator: `operator`, maximumRequests: maximumRequests)
        }
    }

    /// Returns a server that uses your own source. A simulated device does not replace the source's network connection.
    public static func source(_ source: any TimeSource) -> TimeServer {
        TimeServer(own: source)
    }
}
