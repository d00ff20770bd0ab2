import SiderealCore

/// The reason why a source gave no answer, or why its answer does not bound the time.
public struct TimeSourceError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The causes that a caller can act on.
    public enum Cause: String, Sendable, Hashable, CaseIterable {
        /// The system could not resolve the host's name.
        case nameResolution
        /// The server refused the connection, because no process listens on its port.
        case refused
        /// No complete answer arrived in time.
        case timedOut
        /// TLS could not establish a trusted connection, for example because the certificate is invalid. If its dates
        /// are the reason, ``TimeSourceError/isOfCertificateDates`` is true.
        case tls
        /// The connection was lost before the complete answer had arrived.
        case connectionLost
        /// The network failed in another way. If the system returned an error number, `errno` contains that number.
        case network
        /// The task was cancelled.
        case cancelled
        /// The answer has no `Date` header.
        case noDate
        /// The answer's `Date` header is malformed.
        case badDate
        /// The answer does not match the request.
        case badAnswer
        /// The library can't send a request to the source. For example, the library does not support the source's
        /// scheme, or the source's address is invalid.
        case unsupported
        /// The server refuses requests, or demands fewer requests. An NTP server sends a kiss of death (an error
        /// packet) in this case. A web server sends the status 429 or 503.
        case declined
        /// An NTP server reports that its own clock is not synchronized.
        case unsynchronized
        /// The server answered, but other servers or this device contradict its answer.
        case rejected
    }

    /// The cause of the error.
    public let cause: Cause
    /// The error number of the system call that failed, or `nil`.
    public let errno: Int32?
    /// A Boolean value that indicates whether TLS failed because a certificate has expired or is not yet valid. A wrong
    /// system clock is enough to cause this error.
    public let isOfCertificateDates: Bool
    /// A description in one line.
    public let description: String

    /// Creates an error for a source.
    public init(_ cause: Cause, errno: Int32? = nil, _ description: String) {
        self.init(cause, errno: errno, isOfCertificateDates: false, description)
    }

    private init(_ cause: Cause, errno: Int32?, isOfCertificateDates: Bool, _ description: String) {
        self.cause = cause
        self.errno = errno
        self.isOfCertificateDates = isOfCertificateDates
        self.description = description
    }

    /// Creates an error of a source, in the form that all errors of this library have.
    package init(_ cause: Cause, errno: Int32? = nil, asking source: String, _ reason: String) {
        self.init(cause, errno: errno, Self.description(asking: source, reason))
    }

    /// Creates an error from the text of the library that failed. Pass `isOfDates` if the library's error code shows
    /// whether the dates of a certificate are the cause. Otherwise, this initializer searches the text.
    package init(
        _ cause: Cause, errno: Int32? = nil, asking source: String, failedWith text: String, isOfDates: Bool? = nil
    ) {
        let isOfDates = cause == .tls && isOfDates ?? Self.saysDates(text)
        let reason = Self.reason(cause, text: text, isOfDates: isOfDates)
        self.init(
            cause, errno: errno, isOfCertificateDates: isOfDates, Self.description(asking: source, reason))
    }

    private static func description(asking source: String, _ reason: String) -> String {
        "can't ask \(source): \(reason)"
    }

    /// A Boolean value that indicates whether the source gave no answer at all.
    public var isUnreachable: Bool {
        switch cause {
        case .nameResolution, .refused, .timedOut, .tls, .connectionLost, .network, .cancelled: true
        case .noDate, .badDate, .badAnswer, .unsupported, .declined, .unsynchronized, .rejected: false
        }
    }
}

extension TimeSourceError {
    /// Returns the reason for a missing answer, including the error text of the library that failed. If a certificate
    /// is expired or not yet valid, the reason mentions the device's clock.
    package static func reason(_ cause: Cause, text: String = "", isOfDates: Bool = false) -> String {
        switch cause {
        case .nameResolution: "its name has no address"
        case .refused: "it refused the connection"
        case .timedOut: "no answer came in time"
        case .cancelled: "the request was cancelled"
        case .tls where isOfDates:
            "the TLS connection failed: \(text.last == "." ? text : text + ".") A wrong device clock can cause "
                + "this failure, because it makes certificates look expired or not yet valid."
        case .tls: "the TLS connection failed: \(text)"
        case .unsupported: "the system's library does not support its URL: \(text)"
        case .connectionLost, .network, .noDate, .badDate, .badAnswer, .declined, .unsynchronized, .rejected: text
        }
    }

    /// Returns true if the text of a TLS library, such as OpenSSL or GnuTLS, is about the dates of a certificate.
    private static func saysDates(_ text: String) -> Bool {
        let text = text.lowercased()
        return ["expired", "not yet valid", "not valid yet", "not activated", "not yet active"].contains {
            text.contains($0)
        }
    }

    /// Returns true if the text of a library is about a broken connection, with or without TLS.
    static func isOfBrokenConnection(_ text: String) -> Bool {
        ["reset by peer", "SSL_ERROR_SYSCALL", "unexpected eof"].contains { text.contains($0) }
    }
}

extension ObservatoryError {
    /// Creates the error for an invalid server.
    package init(_ error: TimeSourceError) { self.init(.invalidServer, error.description) }
}
