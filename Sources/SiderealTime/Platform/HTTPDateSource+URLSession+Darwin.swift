#if canImport(Darwin)
    #if canImport(FoundationNetworking)
        package import Foundation
        public import FoundationNetworking
    #else
        public import Foundation
    #endif

    extension HTTPDateSource {
        /// Creates a source that asks over a URL session, or over one of its own, without cookies and cache.
        package init(
            _ url: URL, operator: String? = nil, session: URLSession? = nil, premises: DateHeaderPremises = .init(),
            maximumRequests: Int = 8
        ) throws(TimeSourceError) {
            try self.init(
                url, operator: `operator`, premises: premises, maximumRequests: maximumRequests,
                connect: { HTTPExchange.urlSession(session) })
        }
    }

    extension TimeServer {
        /// A web server, asked over TLS and over a URL session of yours, for example to pin certificates or to use a
        /// proxy.
        ///
        /// - Parameters:
        ///   - address: A host as in a URL, or a URL with the scheme `https`.
        ///   - session: The session, which stays open. A background session does not work, because it does not report
        ///     times.
        ///   - operator: The server's operator; by default guessed from the host's name. Servers of one operator share
        ///     one vote.
        ///   - premises: The premises about the server's `Date` header.
        ///   - maximumRequests: The most requests in a poll, at least one. A poll makes fewer if more would not tighten
        ///     the bounds.
        /// - Returns: The server. The clock's initializer checks whether the address is valid.
        public static func https(
            _ address: String, over session: URLSession, operator: String? = nil,
            premises: DateHeaderPremises = DateHeaderPremises(), maximumRequests: Int = 8
        ) -> TimeServer {
            web("https", address) { url throws(TimeSourceError) in
                try HTTPDateSource(
                    url, operator: `operator`, session: session, premises: premises, maximumRequests: maximumRequests)
            }
        }
    }
#endif
