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
/// No server is asked before ``TrustedClock/synchronize(timeout:whenDone:)``. Ask only servers whose owners allow it:
/// your own, and public ones by their terms, which the guide lists.
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
    /// - Parameters:
    ///   - host: A host as in a URL, such as `api.example.com` or `api.example.com:8443`, or a URL with the scheme
    ///     `https`. To use a session of your own, pass an ``HTTPDateSource`` to ``source(_:)``.
    ///   - operator: The server's operator; by default guessed from the host's name. Servers of one operator share one
    ///     vote.
    /// - Returns: The server. ``TrustedClock/init(_:observatory:policy:alsoAccepting:requiring:)`` checks whether the
    ///   host is valid.
    public static func https(_ host: String, operator: String? = nil) -> TimeServer {
        TimeServer { () throws(TimeSourceError) in
            let url = host.contains("://") ? host : "https://\(host)"
            let authority = url.split(separator: "/", maxSplits: 3, omittingEmptySubsequences: false).prefix(3)
            _ = try ServerAddress(authority.joined(separator: "/"), scheme: "https", port: 443)
            return try HTTPDateSource(try HTTPDateSource.url(url), operator: `operator`)
        }
    }

    /// An NTP server: its bounds are tight, but anyone on the network path can answer in its place. It counts only for
    /// a clock that also accepts `Acceptance.unauthenticated`.
    ///
    /// - Parameters:
    ///   - host: The server's name or address, and its port if that isn't 123: `time.apple.com`, `[2001:db8::1]:1123`.
    ///   - operator: The server's operator; by default guessed from the host's name.
    /// - Returns: The server.
    @available(watchOS, unavailable, message: "watchOS gives apps no sockets; https works there")
    public static func ntp(_ host: String, operator: String? = nil) -> TimeServer {
        TimeServer { () throws(TimeSourceError) in
            let address = try ServerAddress(host, scheme: "ntp", port: 123)
            return NTPSource(host: address.host, port: address.port, operator: `operator`)
        }
    }

    /// A source with options, or of your own. It keeps its connection on a simulated device, too.
    public static func source(_ source: any TimeSource) -> TimeServer {
        TimeServer(own: source)
    }
}
