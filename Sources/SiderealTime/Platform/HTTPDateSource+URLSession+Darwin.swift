#if canImport(Darwin)
    public import Foundation
    #if canImport(FoundationNetworking)
        public import FoundationNetworking
    #endif

    extension HTTPDateSource {
        /// Creates a source that asks over a URL session.
        ///
        /// - Parameters:
        ///   - url: A URL with the scheme `https`, or `http`, whose answers are unauthenticated.
        ///   - operator: The server's operator; by default guessed from the host. Servers of one operator share one
        ///     vote.
        ///   - session: The session to use, or `nil` for one of the source's own, without cookies and cache.
        ///   - premises: The premises about the server.
        ///   - mostRequests: The most requests in a poll, at least one. Fewer are made if more would not tighten the
        ///     bounds.
        ///   - spacing: The least time between two requests. No host is asked twice within half a second.
        /// - Throws: ``TimeSourceError/Cause/unsupported`` if the URL has another scheme, or no host.
        public init(
            _ url: URL, operator: String? = nil, session: URLSession? = nil, premises: DateHeaderPremises = .init(),
            mostRequests: Int = 8, spacing: Duration = .milliseconds(500)
        ) throws(TimeSourceError) {
            try self.init(
                url, operator: `operator`, premises: premises, mostRequests: mostRequests, spacing: spacing,
                connect: { HTTPExchange.urlSession(session) })
        }
    }
#endif
