public import Sidereal
import SiderealCore
import SiderealSystem

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

extension SimulatedServer {
    /// The server's URL, or `nil` if the server is not a web server or its host does not fit into a URL.
    public var url: URL? { service == .https || service == .http ? URL(string: name) : nil }
}

extension SimulatedNetwork {
    /// Returns a source's connection to a server, like a connection of libcurl or URLSession.
    func connection(to name: String, process: Int) -> HTTPExchange {
        let isWarm = Lock(false)
        return HTTPExchange(ask: { (method, _, timeout, poll) async throws(TimeSourceError) in
            let wasWarm = isWarm.withLock { $0 }
            let sent = poll.stampSent()
            let answer = try await self.answer(of: name, timeout: timeout, isWarm: wasWarm, process: process)
            isWarm.withLock { $0 = true }
            return HTTPAnswer(
                head: AnswerHead(method: method.rawValue, status: answer.status, answer.headers), sent: sent,
                received: poll.stampReceived(), isWarm: wasWarm)
        })
    }

    /// Reads the observatory's elapsed clock, and then makes a request from the app itself. Throws the cause if no
    /// answer comes.
    ///
    /// The process keeps its connections open, as an HTTP stack does.
    package func response(
        to url: URL, method: String = "GET", stampedBy observatory: Observatory, timeout: Duration = .seconds(60),
        process: Int = 0
    ) async throws(TimeSourceError) -> SimulatedServer.Response {
        let name = "\(url.scheme?.lowercased() ?? "")://\(url.host()?.lowercased() ?? "")/"
        let connection = connection(to: name)
        let sent = TrustedClock.Timestamp(observatory.elapsed())
        let answer = try await answer(
            of: name, timeout: Nanoseconds(clamping: timeout), isWarm: take(connection, to: name, process),
            process: process)
        keep(connection, to: name, process)
        return SimulatedServer.Response(
            url: url, method: method, status: answer.status, headers: answer.headers, sent: sent)
    }

    private func answer(
        of name: String, timeout: Nanoseconds, isWarm: Bool, process: Int
    ) async throws(TimeSourceError) -> SimulatedSite.WebAnswer {
        let sent = time.timeline.now
        do throws(TimeSourceError) {
            let answer = try await travel(to: name, timeout: timeout, isWarm: isWarm, process: process) {
                $0.webAnswer(at: $1)
            }
            let (date, age) = (answer.headers["Date"] ?? "no Date", answer.headers["Age"] ?? "none")
            record(name, process: process, sent: sent, "\(answer.status) \(date), age \(age)")
            return answer
        } catch {
            record(name, process: process, sent: sent, "\(error.cause)")
            throw error
        }
    }

    /// Sends a request over a connection, and returns the server's answer.
    func travel<Answer: Sendable>(
        to name: String, timeout: Nanoseconds, isWarm: Bool, process: Int,
        _ answering: (inout SimulatedSite, TrueInstant) -> Answer
    ) async throws(TimeSourceError) -> Answer {
        guard let journey = send(to: name, isWarm: isWarm) else {
            throw TimeSourceError(.network, "the network is unreachable")
        }
        switch journey {
        case .failed(let absence, let after) where after < timeout:
            try await wait(after, asking: name, by: process)
            throw TimeSourceError(absence, of: name)
        case .answered(let there, let back) where there + back < timeout:
            try await wait(there, asking: name, by: process)
            let answer = arrive(at: name, answering)
            try await wait(back, asking: name, by: process)
            guard let answer else { throw TimeSourceError(.connectionLost, "the server \(name) was removed") }
            return answer
        case .failed, .answered, .lost:
            try await wait(timeout, asking: name, by: process)
            throw TimeSourceError(.timedOut, "\(name) did not answer in time")
        }
    }

    private func wait(_ span: Nanoseconds, asking name: String, by process: Int) async throws(TimeSourceError) {
        do throws(CancellationError) {
            try await time.wait(until: time.timeline.now + span, by: process)
        } catch {
            let why = time.hasEnded(process) ? ": the process has ended (launch the app again)" : ""
            throw TimeSourceError(.cancelled, "the request to \(name) was cancelled\(why)")
        }
    }
}

extension TimeSourceError {
    fileprivate init(_ failure: SimulatedServer.Failure, of name: String) {
        switch failure {
        case .refused: self.init(.refused, "\(name) refused the connection")
        case .noName: self.init(.nameResolution, "the host name in \(name) has no address")
        case .silent: self.init(.timedOut, "\(name) did not answer in time")
        case .untrusted: self.init(.tls, "the certificate of \(name) is not valid")
        }
    }
}

extension SimulatedServer {
    /// The response to one of an app's own requests. The response has the values that `TrustedClock.captureResponse`
    /// needs.
    public struct Response: Sendable, Hashable {
        /// The URL that the app requested.
        public let url: URL
        /// The method of the request.
        public let method: String
        /// The status of the response.
        public let status: Int
        /// The headers of the response: `Date`, `Cache-Control`, and `Age` if a cache adds it.
        public let headers: [String: String]
        /// The reading of the elapsed clock when the request left.
        public let sent: TrustedClock.Timestamp
    }
}

extension TrustedClock {
    /// Captures an answer that has just arrived, as evidence of the true time.
    @discardableResult
    package func captureResponse(_ response: SimulatedServer.Response) -> TrustedClock.CaptureOutcome {
        captureResponse(from: response.url, method: response.method, status: response.status, sent: response.sent) {
            response.headers[$0]
        }
    }
}
