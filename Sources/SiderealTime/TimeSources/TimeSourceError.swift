import SiderealCore

/// Why a source could not be asked, or why its answer says nothing.
public struct TimeSourceError: Error, Sendable, Hashable, CustomStringConvertible {
    /// What a caller can act on.
    public enum Cause: String, Sendable, Hashable, CaseIterable {
        /// The host's name could not be resolved.
        case nameResolution
        /// No server listens there.
        case refused
        /// No whole answer came in time.
        case timedOut
        /// No trusted connection: the certificate does not hold. A badly set clock alone can cause that.
        case tls
        /// The connection broke before the answer was whole.
        case connectionLost
        /// The network failed in another way; `errno` has the number where there is one.
        case network
        /// The task was cancelled.
        case cancelled
        /// The answer has no date.
        case noDate
        /// The answer's date is malformed.
        case badDate
        /// What came is no answer to the question.
        case badAnswer
        /// The source can't be asked at all: a scheme that is not spoken, an address that is none.
        case unsupported
        /// The server wants not to be asked, or not so often: a kiss of death of NTP, or status 429 or 503 over http.
        case turnedAway
        /// An NTP server says that it does not know the time.
        case unsynchronized
        /// It answered, and other servers or this device contradict what it said.
        case notBelieved
    }

    /// Which of them it was.
    public let cause: Cause
    /// The number of the system call that failed, or nil.
    public let errno: Int32?
    /// What happened, in one line.
    public let description: String

    /// An error of a source.
    public init(_ cause: Cause, errno: Int32? = nil, _ description: String) {
        self.cause = cause
        self.errno = errno
        self.description = description
    }

    /// An error of a source, in the one form that all of ours have.
    package init(_ cause: Cause, errno: Int32? = nil, asking source: String, _ reason: String) {
        self.init(cause, errno: errno, "can't ask \(source): \(reason)")
    }

    /// Whether no answer came at all.
    public var isUnreachable: Bool {
        switch cause {
        case .nameResolution, .refused, .timedOut, .tls, .connectionLost, .network, .cancelled: true
        case .noDate, .badDate, .badAnswer, .unsupported, .turnedAway, .unsynchronized, .notBelieved: false
        }
    }
}

extension TimeSourceError {
    /// Why there is no answer, with a library's own text. The device's clock is named where it is the dates of a
    /// certificate that do not hold, by the text unless the caller knows.
    package static func reason(_ cause: Cause, text: String = "", isOfDates: Bool? = nil) -> String {
        switch cause {
        case .nameResolution: "its name has no address"
        case .refused: "it refused the connection"
        case .timedOut: "no answer in time"
        case .cancelled: "the request was cancelled"
        case .tls where isOfDates ?? saysDates(text):
            "no trusted connection: \(text.last == "." ? text : text + ".") A device clock that is wrong can cause "
                + "that: certificates then look expired, or not yet valid."
        case .tls: "no trusted connection: \(text)"
        case .unsupported: "the system's library does not support such a URL: \(text)"
        case .connectionLost, .network, .noDate, .badDate, .badAnswer, .turnedAway, .unsynchronized, .notBelieved: text
        }
    }

    /// Whether the text of a TLS library is about the dates of a certificate: those of OpenSSL, GnuTLS and others.
    private static func saysDates(_ text: String) -> Bool {
        let text = text.lowercased()
        return ["expired", "not yet valid", "not valid yet", "not activated", "not yet active"].contains {
            text.contains($0)
        }
    }

    /// Whether the text of a library is about a connection that broke, within TLS or not.
    static func isOfBrokenConnection(_ text: String) -> Bool {
        ["reset by peer", "SSL_ERROR_SYSCALL", "unexpected eof"].contains { text.contains($0) }
    }
}

extension ObservatoryError {
    /// Of a server that can't be one.
    package init(_ error: TimeSourceError) { self.init(.server, error.description) }
}
