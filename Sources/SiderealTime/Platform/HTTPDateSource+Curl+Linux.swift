#if canImport(Glibc)
    package import FoundationEssentials

    extension HTTPDateSource {
        /// Creates a source that asks by libcurl. Without libcurl a poll throws ``TimeSourceError/Cause/unsupported``,
        /// and names the package that contains it.
        ///
        /// A `URLSession` won't do here. The open-source Foundation ends the whole process if a server closes the
        /// connection in the middle of an answer's head, and over `http` anyone on the network path can do the same.
        package init(
            _ url: URL, operator: String? = nil, premises: DateHeaderPremises = .init(), maximumRequests: Int = 8
        ) throws(TimeSourceError) {
            try self.init(
                url, operator: `operator`, premises: premises, maximumRequests: maximumRequests,
                connect: { HTTPExchange.curl() ?? .withoutCurl })
        }
    }
#endif
