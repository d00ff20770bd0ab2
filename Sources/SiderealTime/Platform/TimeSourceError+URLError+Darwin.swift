#if canImport(Darwin)
    package import Foundation

    #if canImport(FoundationNetworking)
        import FoundationNetworking
    #endif

    extension TimeSourceError {
        /// Creates an error from the error of a URL session.
        package init(_ error: URLError, host: String) {
            let text = error.localizedDescription
            let cause = Self.cause(of: error.code) ?? Self.cause(of: text)
            let underlying = error.userInfo[NSUnderlyingErrorKey] as? NSError
            let errno = underlying.flatMap { $0.domain == NSPOSIXErrorDomain ? Int32(exactly: $0.code) : nil }
            // The text of the error is in the user's language, so this check uses the code.
            let isOfDates = Self.isOfDates(error.code) ? true : nil
            self.init(cause, errno: errno, asking: host, failedWith: text, isOfDates: isOfDates)
        }

        private static func isOfDates(_ code: URLError.Code) -> Bool {
            code == .serverCertificateHasBadDate || code == .serverCertificateNotYetValid
        }

        /// Returns the cause, or `nil` if the code alone does not determine it.
        private static func cause(of code: URLError.Code) -> Cause? {
            switch code {
            case .cannotFindHost, .dnsLookupFailed: .nameResolution
            case .cannotConnectToHost: .refused
            case .timedOut: .timedOut
            case .networkConnectionLost: .connectionLost
            case .cancelled: .cancelled
            case .secureConnectionFailed, .serverCertificateHasBadDate, .serverCertificateUntrusted,
                .serverCertificateHasUnknownRoot, .serverCertificateNotYetValid, .clientCertificateRejected,
                .clientCertificateRequired:
                .tls
            case .cannotParseResponse, .cannotDecodeRawData, .cannotDecodeContentData, .dataLengthExceedsMaximum,
                .httpTooManyRedirects, .redirectToNonExistentLocation, .zeroByteResource:
                .badAnswer
            case .badURL, .appTransportSecurityRequiresSecureConnection: .unsupported
            case .unknown, .badServerResponse, .unsupportedURL: nil
            default: .network
            }
        }

        /// Derives the cause from libcurl's text. The open-source Foundation passes that text on, but does not have a
        /// code for each cause. The order of the rules matters: a connection that breaks during TLS counts as lost,
        /// not as untrusted.
        private static func cause(of text: String) -> Cause {
            func says(_ words: String...) -> Bool { words.contains { text.contains($0) } }
            if isOfBrokenConnection(text) || says("Empty reply", "Send failure") { return .connectionLost }
            if says("SSL", "TLS", "certificate") { return .tls }
            if says("Recv failure") { return .connectionLost }
            if says("unsupported URL", "Unsupported protocol", "Protocol") { return .unsupported }
            return .badAnswer
        }
    }
#endif
