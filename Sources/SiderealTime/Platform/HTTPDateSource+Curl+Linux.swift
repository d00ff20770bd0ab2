#if canImport(Glibc)
    package import FoundationEssentials

    extension HTTPDateSource {
        /// Creates a source that sends its requests through libcurl. Without libcurl, a poll throws
        /// ``TimeSourceError/Cause/unsupported``. The error names the package that contains libcurl.
        ///
        /// A `URLSession` is unsafe here. The open-source Foundation ends the whole process if a server closes the
        /// connection in the middle of an answer's head. Over `http`, anyone on the network path can close the
        /// connection at that point.
        package init(
            _ url: URL, operator: String? = nil, premises: DateHeaderPremises = .init(), maximumRequests: Int? = nil
        ) throws(TimeSourceError) {
            try self.init(
                url, operator: `operator`, premises: premises, maximumRequests: maximumRequests,
                connect: { HTTPExchange.curl() ?? .withoutCurl })
        }
    }
#endif
