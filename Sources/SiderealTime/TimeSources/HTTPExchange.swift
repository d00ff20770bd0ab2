package import SiderealCore

#if canImport(FoundationEssentials)
    package import FoundationEssentials
#else
    package import Foundation
#endif

/// How a web server is asked for the head of an answer.
package enum HTTPMethod: String, Sendable {
    case head = "HEAD"
    /// The body is not read.
    case get = "GET"
}

/// A way to ask a web server, again and again on one connection: a URL session, or a script in a test.
package struct HTTPExchange: Sendable {
    /// Asks, follows no redirect, and gives up after so long. It stamps with the poll's clock.
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

/// The part of a final answer that bounds the time, and when the request left and the answer came.
package struct HTTPAnswer: Sendable, Equatable {
    package var head: AnswerHead
    package var sent: ElapsedInstant
    package var received: ElapsedInstant
    /// Whether it is known that the connection was made before `sent`.
    package var isWarm: Bool

    package init(head: AnswerHead, sent: ElapsedInstant, received: ElapsedInstant, isWarm: Bool = false) {
        self.head = head
        self.sent = sent
        self.received = received
        self.isWarm = isWarm
    }

    /// - Throws: `badAnswer` where the answer is not final, `noDate` without a Date, `badDate` where it is none.
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
    /// Host and port as errors name them: the port only where the URL does.
    var place: String { (host ?? "") + (port.map { ":\($0)" } ?? "") }
}
