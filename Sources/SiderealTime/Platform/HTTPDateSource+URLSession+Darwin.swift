#if canImport(Darwin)
    public import Foundation
    #if canImport(FoundationNetworking)
        public import FoundationNetworking
    #endif

    extension HTTPDateSource {
        /// A server to ask.
        ///
        /// - Parameters:
        ///   - url: With the scheme `https`, or `http`, whose answers are unauthenticated.
        ///   - operator: Who runs it; servers of one operator share one vote. By default guessed from the host.
        ///   - session: Asks over this; nil for a connection of its own without cookies and cache.
        ///   - premises: What is taken for granted of the server.
        ///   - mostRequests: At most so many; fewer where more would tell nothing new. At least one.
        ///   - spacing: The least time between two of them; half a second at least, whoever asks the host.
        /// - Throws: ``TimeSourceError/Cause/unsupported`` where the URL has another scheme, or no host.
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
