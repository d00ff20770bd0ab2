import SiderealCore

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A time server, by its name.
///
///     let clock = try TrustedClock(.https("api.example.com"), .https("www.example.org"))
///
/// Creating a clock sends nothing. ``TrustedClock/synchronize(timeout:onSourceDone:)`` asks the servers, and so does
/// ``TrustedClock/sleep(until:requiring:)`` while the bounds are too wide. Ask only servers whose owners allow
/// it: your own, and public ones by their terms, which the guide lists.
public struct TimeServer: Sendable {
    package let makeSource: @Sendable () throws(TimeSourceError) -> any TimeSource
    /// Indicates whether this is a source of the app's own, which a simulated device does not replace.
    package let isOwnSource: Bool

    /// - Parameter makeSource: Returns the source, or throws if the name is invalid.
    package init(makeSource: @escaping @Sendable () throws(TimeSourceError) -> any TimeSource) {
        self.makeSource = makeSource
        isOwnSource = false
    }

    private init(own source: any TimeSource) {
        makeSource = { source }
        isOwnSource = true
    }

    /// The way in which a clock turns a named server into a source.
    package struct Network: Sendable {
        package let source: @Sendable (TimeServer) throws(TimeSourceError) -> any TimeSource

        package init(_ source: @escaping @Sendable (TimeServer) throws(TimeSourceError) -> any TimeSource) {
            self.source = source
        }

        /// The real network.
        static var real: Network { Network { server throws(TimeSourceError) in try server.makeSource() } }
    }

    /// A web server, asked over TLS: it is authenticated, and bounds the time to about half a second.
    ///
    /// A few HEAD requests on one connection, at least half a second apart, find the moment at which the second of the
    /// server's `Date` changes. They bound the time to about half a round trip more than half of the server's lag.
    /// Every final answer counts, with any status. Redirects are not followed. The exceptions:
    ///
    /// - An answer with an `Age` header comes from a cache. It bounds the time from below only, unless
    ///   `DateHeaderPremises.cachesSendAge` is true.
    /// - If a server does not answer HEAD, or answers it without a Date, the poll uses GET and reads no body.
    /// - If a server demands fewer requests (status 429, or 503 with `Retry-After`), all polls of the process leave it
    ///   alone for as long as it requires.
    ///
    /// On Linux libcurl makes the requests. It is loaded at the first request, trusts its own certificate authorities,
    /// and uses the proxy that the environment names (`http_proxy`, `https_proxy`, `no_proxy`).
    ///
    /// - Parameters:
    ///   - address: A host as in a URL, such as `api.example.com` or `api.example.com:8443`, or a URL with the scheme
    ///     `https`.
    ///   - operator: The server's operator; by default guessed from the host's name. Servers of one operator share one
    ///     vote.
    ///   - premises: The premises about the server's `Date` header. If you know how your server makes it, say so.
    ///   - maximumRequests: The most requests in a poll, at least one. A poll makes fewer if more would not tighten the
    ///     bounds. One request bounds the time to a second and the round trip.
    /// - Returns: The server. The clock's initializer checks whether the address is valid.
    public static func https(
        _ address: String, operator: String? = nil, premises: DateHeaderPremises = DateHeaderPremises(),
        maximumRequests: Int = 8
    ) -> TimeServer {
        web("https", address, `operator`, premises, maximumRequests)
    }

    /// A web server, asked without TLS. Anyone on the network path can answer in its place, so it counts only for a
    /// clock that also accepts unauthenticated sources.
    ///
    /// - Parameters:
    ///   - address: A host as in a URL, such as `printer.local` or `192.0.2.1:8080`, or a URL with the scheme `http`.
    ///   - operator: The server's operator; by default guessed from the host's name. Servers of one operator share one
    ///     vote.
    ///   - premises: The premises about the server's `Date` header.
    ///   - maximumRequests: The most requests in a poll, at least one. A poll makes fewer if more would not tighten the
    ///     bounds.
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
            let url = address.contains("://") ? address : "\(scheme)://\(address)"
            let authority = url.split(separator: "/", maxSplits: 3, omittingEmptySubsequences: false).prefix(3)
            _ = try ServerAddress(authority.joined(separator: "/"), scheme: scheme, port: scheme == "https" ? 443 : 80)
            return try source(try HTTPDateSource.url(url))
        }
    }

    /// An NTP server, asked as simple clients do (RFC 5905, SNTP): close bounds, but no proof of who answered. It
    /// counts only for a clock that also accepts unauthenticated sources.
    ///
    /// A poll tries all addresses of a host, of both families in turn, until one answers. It asks that address a few
    /// times, two seconds apart. If a server refuses, all polls of the process leave it alone for as long as it
    /// requires.
    ///
    /// - Parameters:
    ///   - host: Its name or address, and its port if that isn't 123: `time.apple.com`, `[2001:db8::1]:1123`.
    ///   - operator: The server's operator; by default guessed from the host's name.
    ///   - maximumRequests: The most requests to each of the host's addresses in a poll, at least one.
    /// - Returns: The server. The clock's initializer checks whether the host is valid.
    @available(watchOS, unavailable, message: "watchOS gives apps no sockets; https works there")
    public static func ntp(_ host: String, operator: String? = nil, maximumRequests: Int = 4) -> TimeServer {
        TimeServer { () throws(TimeSourceError) in
            let address = try ServerAddress(host, scheme: "ntp", port: 123)
            return NTPSource(
                host: address.host, port: address.port, operator: `operator`, maximumRequests: maximumRequests)
        }
    }

    /// A source of your own. It keeps its connection on a simulated device, too.
    public static func source(_ source: any TimeSource) -> TimeServer {
        TimeServer(own: source)
    }
}
