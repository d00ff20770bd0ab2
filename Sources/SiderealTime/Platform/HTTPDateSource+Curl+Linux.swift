#if canImport(Glibc)
    public import FoundationEssentials

    extension HTTPDateSource {
        /// A server to ask, by libcurl.
        ///
        /// There is no way to hand in a `URLSession` here: the open-source Foundation ends the whole process where a
        /// server, or anybody on the way to one over `http`, closes the connection in the middle of an answer's head.
        ///
        /// - Parameters:
        ///   - url: With the scheme `https`, or `http`, whose answers are unauthenticated.
        ///   - operator: Who runs it; servers of one operator share one vote. By default guessed from the host.
        ///   - premises: What is taken for granted of the server.
        ///   - mostRequests: At most so many; fewer where more would tell nothing new. At least one.
        ///   - spacing: The least time between two of them; half a second at least, whoever asks the host.
        /// - Throws: ``TimeSourceError/Cause/unsupported`` where the URL has another scheme, or no host. Where there is
        ///   no libcurl, asking throws the same cause, and names the package that has it.
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
