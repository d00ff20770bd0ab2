import Foundation
import FoundationNetworking
import Sidereal
import Testing

@Suite("causes of URL errors") struct URLErrorTests {
    static func error(_ code: URLError.Code, _ text: String?) -> TimeSourceError {
        let error = URLError(code, userInfo: text.map { [NSLocalizedDescriptionKey: $0] } ?? [:])
        return TimeSourceError(error, host: "a.example")
    }

    @Test(
        "each URLError code maps to its cause",
        arguments: [
            (.cannotFindHost, .nameResolution), (.dnsLookupFailed, .nameResolution), (.cannotConnectToHost, .refused),
            (.timedOut, .timedOut), (.networkConnectionLost, .connectionLost), (.notConnectedToInternet, .network),
            (.cancelled, .cancelled), (.secureConnectionFailed, .tls), (.serverCertificateUntrusted, .tls),
            (.serverCertificateHasBadDate, .tls), (.serverCertificateNotYetValid, .tls),
            (.serverCertificateHasUnknownRoot, .tls), (.clientCertificateRequired, .tls),
            (.cannotParseResponse, .badAnswer), (.badServerResponse, .badAnswer), (.httpTooManyRedirects, .badAnswer),
            (.dataNotAllowed, .network), (.internationalRoamingOff, .network), (.badURL, .unsupported),
            (.appTransportSecurityRequiresSecureConnection, .unsupported),
        ] as [(URLError.Code, TimeSourceError.Cause)])
    func codesSayWhatHappened(code: URLError.Code, cause: TimeSourceError.Cause) {
        #expect(Self.error(code, nil).cause == cause)
    }

    /// Errors captured on Linux from servers that failed in these ways.
    @Test(
        "the text decides the cause if the code doesn't",
        arguments: [
            (.unknown, "SSL certificate problem: certificate has expired", .tls),
            (.unknown, "SSL certificate problem: certificate is not yet valid", .tls),
            (.unknown, "SSL certificate problem: self-signed certificate", .tls),
            (.unknown, "SSL certificate problem: unable to get local issuer certificate", .tls),
            (.unknown, "SSL: no alternative certificate subject name matches target host name 'localhost'", .tls),
            (.unknown, "OpenSSL/3.0.19: error:0A00010B:SSL routines::wrong version number", .tls),
            (.unknown, "OpenSSL/3.0.19: error:0A000410:SSL routines::sslv3 alert handshake failure", .tls),
            (
                .unknown,
                "OpenSSL SSL_read: OpenSSL/3.0.19: error:0A00045C:SSL routines::tlsv13 alert certificate required, errno 0",
                .tls
            ),
            (.unknown, "OpenSSL SSL_connect: Connection reset by peer in connection to localhost:443", .connectionLost),
            (.unknown, "OpenSSL SSL_connect: SSL_ERROR_SYSCALL in connection to localhost:443", .connectionLost),
            (.unknown, "Recv failure: Connection reset by peer", .connectionLost),
            (.badServerResponse, "Empty reply from server", .connectionLost),
            (.unsupportedURL, "Received HTTP/0.9 when not allowed", .badAnswer),
            (.unsupportedURL, "Unsupported HTTP version (9.9) in response", .badAnswer),
            (.unsupportedURL, "unsupported URL", .unsupported),
            (.unknown, "Too large response headers: 307957 > 307200", .badAnswer),
            (.unknown, "Failed writing header", .badAnswer), (.unknown, "Header without colon", .badAnswer),
            (.unknown, "Invalid Content-Length: value", .badAnswer), (.unknown, "Out of memory", .badAnswer),
        ] as [(URLError.Code, String, TimeSourceError.Cause)])
    func wordsSayItWhereTheCodeDoesNot(code: URLError.Code, text: String, cause: TimeSourceError.Cause) {
        let error = Self.error(code, text)
        #expect(error.cause == cause)
        #expect(error.description.contains("a.example"))
    }

    @Test(
        "the error of a refused certificate mentions the device clock if the certificate's dates are the reason",
        arguments: [
            (.serverCertificateUntrusted, false), (.serverCertificateHasUnknownRoot, false),
            (.serverCertificateHasBadDate, true), (.serverCertificateNotYetValid, true),
            (.clientCertificateRequired, false), (.secureConnectionFailed, false),
        ] as [(URLError.Code, Bool)])
    func aRefusedCertificatePointsAtTheClock(code: URLError.Code, isOfDates: Bool) {
        let error = Self.error(code, "Es gilt nicht.")
        #expect(error.description.contains("Es gilt nicht."))
        #expect(error.description.contains("device clock") == isOfDates)
        #expect(error.isOfCertificateDates == isOfDates)
    }

    @Test("the errno of the underlying error is kept")
    func theNumberOfTheSystemCallIsKept() {
        let underlying = NSError(domain: NSPOSIXErrorDomain, code: 101)
        let error = URLError(.notConnectedToInternet, userInfo: [NSUnderlyingErrorKey: underlying])
        #expect(TimeSourceError(error, host: "a.example").errno == 101)
    }
}
