#if canImport(Darwin)
    #if canImport(FoundationNetworking)
        package import Foundation
        public import FoundationNetworking
    #else
        public import Foundation
    #endif

    extension HTTPDateSource {
        /// Creates a source that uses the given URL session. Without a session, the source creates a session that has
        /// no cookies and no cache.
        package init(
            _ url: URL, operator: String? = nil, session: URLSession? = nil, premises: DateHeaderPremises = .init(),
            maximumRequests: Int? = nil
        ) throws(TimeSourceError) {
            try self.init(
                url, operator: `operator`, premises: premises, maximumRequests: maximumRequests,
                connect: { HTTPExchange.urlSession(session) })
        }
    }

    extension TimeServer {
        /// Returns a web server that the clock queries over TLS through your own URL session. Your session can pin
        /// certificates or use a proxy, for example.
        ///
        /// - Parameters:
        ///   - address: A host as in a URL, or a URL with the scheme `https`.
        ///   - session: The session. The clock does not close the session. Don't pass a background session, because it
        ///     does not support completion handlers.
        ///   - operator: The server's operator. By default, the library guesses the operator from the host's name.
        ///   - premises: The premises about the server's `Date` header.
        ///   - maximumRequests: The maximum number of requests in one poll, at least 1. A poll ends earlier if more
        ///     requests would not tighten the bounds.
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
