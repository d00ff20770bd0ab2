package import SiderealCore

#if canImport(FoundationEssentials)
    package import FoundationEssentials
#else
    package import Foundation
#endif

/// The HTTP method of a request. The source uses only the head of the answer.
package enum HTTPMethod: String, Sendable {
    case head = "HEAD"
    /// A GET request. The source reads only the status line and the headers of the answer.
    case get = "GET"
}

/// A connection to a web server for any number of requests. The connection uses libcurl, a URL session, or a test's
/// script.
package struct HTTPExchange: Sendable {
    /// Sends a request without following redirects, and throws if the timeout passes. The closure reads the times from
    /// the poll's clock.
    package var ask:
        @Sendable (_ method: HTTPMethod, _ url: URL, _ timeout: Nanoseconds, _ poll: TimePoll)
            async throws(TimeSourceError) -> HTTPAnswer
    /// Closes the connection.
    package var close: @Sendable () -> Void

    package init(
        ask:
            @escaping @Sendable (_ method: HTTPMethod, _ url: URL, _ timeout: Nanoseconds, _ poll: TimePoll)
            async throws(TimeSourceError) -> HTTPAnswer,
        close: @escaping @Sendable () -> Void = {}
    ) {
        self.ask = ask
        self.close = close
    }
}

/// The head of an answer, with the times at which the request left and the answer arrived.
package struct HTTPAnswer: Sendable, Equatable {
    package var head: AnswerHead
    package var sent: ElapsedInstant
    package var received: ElapsedInstant
    /// A Boolean value that indicates whether the connection certainly existed before `sent`.
    package var isWarm: Bool
    /// A Boolean value that indicates whether other bytes may follow the answer to HEAD on the connection. They would
    /// count as the next answer. A URL session decides by itself which connections it reuses.
    package var mayLeaveBody: Bool

    package init(
        head: AnswerHead, sent: ElapsedInstant, received: ElapsedInstant, isWarm: Bool = false,
        mayLeaveBody: Bool = false
    ) {
        self.head = head
        self.sent = sent
        self.received = received
        self.isWarm = isWarm
        self.mayLeaveBody = mayLeaveBody
    }

    /// - Throws: `badAnswer` if the answer is not final, `noDate` if it has no `Date` header, or `badDate` if the
    ///   header is malformed.
    func readDate(from name: String) throws(TimeSourceError) -> HTTPDate {
        guard head.status >= 200 else {
            throw TimeSourceError(.badAnswer, asking: name, "status \(head.status) is not final")
        }
        guard let date = head.date else {
            throw TimeSourceError(.noDate, asking: name, "the answer has no Date (status \(head.status))")
        }
        do throws(HTTPDateError) {
            return try HTTPDate(sentNow: date.utf8)
        } catch {
            throw TimeSourceError(
                .badDate, asking: name, "the answer has a bad Date (status \(head.status)). \(error.reason)")
        }
    }
}

extension URL {
    /// The host for error messages, followed by the port if the URL contains a port.
    var place: String { (host ?? "") + (port.map { ":\($0)" } ?? "") }
}
