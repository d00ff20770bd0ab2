import SiderealCore

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A server that tells the time, by its name.
///
///     let clock = try TrustedClock(.https("api.example.com"), .https("www.example.org"))
///
/// Nothing is asked before ``TrustedClock/synchronize(timeout:whenDone:)``. Ask servers whose owners allow that: your
/// own, and public ones by their terms, which the guide lists.
public struct TimeServer: Sendable {
    package let makeSource: @Sendable () throws(TimeSourceError) -> any TimeSource
    /// Whether it is a source of the app's own, which a simulated device does not replace.
    package let isOwnSource: Bool

    /// - Parameter makeSource: Finds out whether what names the server can be asked.
    package init(makeSource: @escaping @Sendable () throws(TimeSourceError) -> any TimeSource) {
        self.makeSource = makeSource
        isOwnSource = false
    }

    private init(own source: any TimeSource) {
        makeSource = { source }
        isOwnSource = true
    }

    /// How a clock asks a server that is named to it.
    package struct Network: Sendable {
        package let source: @Sendable (TimeServer) throws(TimeSourceError) -> any TimeSource

        package init(_ source: @escaping @Sendable (TimeServer) throws(TimeSourceError) -> any TimeSource) {
            self.source = source
        }

        /// The real one.
        static var real: Network { Network { server throws(TimeSourceError) in try server.makeSource() } }
    }

    /// A web server, asked over TLS: authenticated, and bounds the time to about half a second.
    ///
    /// - Parameters:
    ///   - host: A host as in a URL, such as `api.example.com` or `api.example.com:8443`, or such a URL of the scheme
    ///     `https`. To ask over a session of your own, use ``source(_:)`` with an ``HTTPDateSource``.
    ///   - operator: Who runs it; by default guessed from the host's name. Servers of one operator share one vote.
    /// - Returns: The server; whether the host is one is found out by
    ///   ``TrustedClock/init(_:observatory:policy:alsoAccepting:requiring:)``.
    public static func https(_ host: String, operator: String? = nil) -> TimeServer {
        TimeServer { () throws(TimeSourceError) in
            let url = host.contains("://") ? host : "https://\(host)"
            let authority = url.split(separator: "/", maxSplits: 3, omittingEmptySubsequences: false).prefix(3)
            _ = try ServerAddress(authority.joined(separator: "/"), scheme: "https", port: 443)
            return try HTTPDateSource(try HTTPDateSource.url(url), operator: `operator`)
        }
    }

    /// An NTP server: narrow, but anybody on the way can answer in its place, so it counts only for a clock that also
    /// accepts `Acceptance.unauthenticated`.
    ///
    /// - Parameters:
    ///   - host: Its name or address, and its port if that isn't 123: `time.apple.com`, `[2001:db8::1]:1123`.
    ///   - operator: Who runs it; by default guessed from the host's name.
    /// - Returns: The server.
    @available(watchOS, unavailable, message: "watchOS gives apps no sockets; https works there")
    public static func ntp(_ host: String, operator: String? = nil) -> TimeServer {
        TimeServer { () throws(TimeSourceError) in
            let address = try ServerAddress(host, scheme: "ntp", port: 123)
            return NTPSource(host: address.host, port: address.port, operator: `operator`)
        }
    }

    /// Any source: one with options, or of your own. It keeps its connection on a simulated device, too.
    public static func source(_ source: any TimeSource) -> TimeServer {
        TimeServer(own: source)
    }
}
