#if canImport(Glibc)
    public import FoundationEssentials

    extension HTTPDateSource {
        /// Creates a source that asks by libcurl.
        ///
        /// You can't pass a `URLSession` here. The open-source Foundation ends the whole process if a server closes the
        /// connection in the middle of an answer's head, and over `http` anyone on the network path can do the same.
        ///
        /// - Parameters:
        ///   - url: A URL with the scheme `https`, or `http`, whose answers are unauthenticated.
        ///   - operator: The server's operator; by default guessed from the host. Servers of one operator share one
        ///     vote.
        ///   - premises: The premises about the server.
        ///   - mostRequests: The most requests in a poll, at least one. Fewer are made if more would not tighten the
        ///     bounds.
        ///   - spacing: The least time between two requests. No host is asked twice within half a second.
        /// - Throws: ``TimeSourceError/Cause/unsupported`` if the URL has another scheme, or no host. Without libcurl a
        ///   poll throws the same cause, and names the package that contains it.
        public init(
            _ url: URL, operator: String? = nil, premises: DateHeaderPremises = .init(), mostRequests: Int = 8,
            spacing: Duration = .milliseconds(500)
        ) throws(TimeSourceError) {
            try self.init(
                url, operator: `operator`, premises: premises, mostRequests: mostRequests, spacing: spacing,
                connect: { HTTPExchange.curl() ?? .withoutCurl })
        }
    }
#endif
