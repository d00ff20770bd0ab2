package import SiderealCore

#if canImport(FoundationEssentials)
    package import FoundationEssentials
#else
    package import Foundation
#endif

/// A way to ask a web server, again and again on one connection: a URL session, or a script in a test.
package struct HTTPExchange: Sendable {
    /// Asks with HEAD, follows no redirect, and gives up after so long. It stamps with the poll's clock.
    package var head:
        @Sendable (_ url: URL, _ timeout: Nanoseconds, _ poll: TimePoll) async throws(TimeSourceError) -> HTTPAnswer
    /// Closes the connection.
    package var close: @Sendable () -> Void

    package init(
        head:
            @escaping @Sendable (_ url: URL, _ timeout: Nanoseconds, _ poll: TimePoll) async throws(TimeSourceError) ->
            HTTPAnswer,
        close: @escaping @Sendable () -> Void = {}
    ) {
        self.head = head
        self.close = close
    }
}

/// The part of a final answer that bounds the time, and when the request left and the answer came.
package struct HTTPAnswer: Sendable, Equatable {
    package var status: Int
    /// The value of the Date field; several are joined by commas.
    package var date: String?
    /// The value of the Age field.
    package var age: String?
    package var sent: ElapsedInstant
    package var received: ElapsedInstant
    /// Whether it is known that the connection was made before `sent`.
    package var isWarm: Bool

    package init(
        status: Int, date: String?, age: String? = nil, sent: ElapsedInstant, received: ElapsedInstant,
        isWarm: Bool = false
    ) {
        self.status = status
        self.date = date
        self.age = age
        self.sent = sent
        self.received = received
        self.isWarm = isWarm
    }

    /// Whether the Date is known to be that of this very answer. Caches add an Age, and turn "not modified" into what
    /// they have. A timeout of the request may be said before the request has arrived, and even before it left.
    package var isFresh: Bool { age == nil && status != 304 && status != 408 }

    /// - Throws: `badAnswer` where the answer is not final, `noDate` without a Date, `badDate` where it is none.
    func readDate(from name: String) throws(TimeSourceError) -> HTTPDate {
        guard status >= 200 else {
            throw TimeSourceError(.badAnswer, asking: name, "status \(status) is not final")
        }
        guard let date else { throw TimeSourceError(.noDate, asking: name, "the answer has no Date") }
        do throws(HTTPDateError) {
            return try HTTPDate(sentNow: date.utf8)
        } catch {
            throw TimeSourceError(.badDate, asking: name, "the answer has a bad Date. \(error.reason)")
        }
    }
}

extension URL {
    /// Host and port as errors name them: the port only where the URL does.
    var place: String { (host ?? "") + (port.map { ":\($0)" } ?? "") }
}
