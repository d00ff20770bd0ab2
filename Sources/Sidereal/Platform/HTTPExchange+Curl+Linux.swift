#if canImport(Glibc)
    import Foundation
    import FoundationNetworking
    import SiderealCore
    import SiderealSystem

    extension HTTPExchange {
        /// Asks over a session, or by libcurl, which is in the process where Foundation's networking is.
        static func standard(_ session: URLSession?) -> HTTPExchange {
            if session == nil, let exchange = curl() { return exchange }
            return urlSession(session)
        }

        /// Asks by libcurl itself, without Foundation's networking in between, which some answers bring down; nil where
        /// it is not there.
        package static func curl() -> HTTPExchange? {
            guard let connection = CurlConnection(fields: ["Cache-Control: no-cache"]) else { return nil }
            return HTTPExchange(
                head: { (url, timeout, poll) async throws(TimeSourceError) in
                    try await CurlQuestion(poll, url).answer(over: connection, timeout: timeout)
                },
                close: { connection.close() })
        }
    }

    /// One question by libcurl.
    private struct CurlQuestion: Sendable {
        /// What is known by the end of the question.
        struct Progress: Sendable {
            var head = HTTPHead()
            var last = HTTPHead.Progress.incomplete
            var sent: ElapsedInstant
            var received: ElapsedInstant?
            var isWarm = false
        }

        private let poll: TimePoll
        private let url: URL
        private let host: String

        init(_ poll: TimePoll, _ url: URL) {
            self.poll = poll
            self.url = url
            host = url.host ?? ""
        }

        func answer(over connection: CurlConnection, timeout: Nanoseconds) async throws(TimeSourceError) -> HTTPAnswer {
            guard let text = withoutSecrets else {
                throw TimeSourceError(.unsupported, "The URL of \(host) cannot be taken apart.")
            }
            let poll = poll
            // Where libcurl does not tell when the request leaves, it leaves after this.
            let progress = Lock(Progress(sent: poll.willSend()))
            let result: Result<CurlEnd, CurlFailure>
            do throws(NetworkError) {
                let wakeUp = try WakeUp()
                result = try await onOwnThread(wakeUp) { () throws(NetworkError) in
                    try connection.head(text, timeout: timeout, unless: wakeUp) { event in
                        // The clock first.
                        let now = poll.didReceive()
                        return progress.withLock { $0.hear(event, at: now) }
                    }
                }
            } catch {
                throw TimeSourceError(error, of: host)
            }
            return try read(result, progress.withLock { $0 })
        }

        private func read(
            _ result: Result<CurlEnd, CurlFailure>, _ progress: Progress
        ) throws(TimeSourceError) -> HTTPAnswer {
            switch progress.last {
            case .malformed: throw TimeSourceError(.badAnswer, "\(host): What came is no HTTP.")
            case .tooLong: throw TimeSourceError(.badAnswer, "\(host): The head of the answer does not end.")
            case .incomplete, .complete: break
            }
            switch result {
            case .success(.timedOut):
                throw TimeSourceError(.timedOut, TimeSourceError.sentence(.timedOut, host: host, text: ""))
            case .failure(let failure) where failure.code == 0:
                throw TimeSourceError(CurlFailure(code: 0, text: "The connection ended within the answer."), host: host)
            case .failure(let failure): throw TimeSourceError(failure, host: host)
            case .success(.enough): break
            }
            guard let status = progress.head.status, let received = progress.received else {
                throw TimeSourceError(.badAnswer, "\(host): No whole answer came.")
            }
            return HTTPAnswer(
                status: status, date: progress.head.value(of: "date"), age: progress.head.value(of: "age"),
                sent: progress.sent, received: received, isWarm: progress.isWarm)
        }

        /// The URL without user, password and fragment, which concern nobody who is asked for the time; nil where it
        /// cannot be taken apart.
        private var withoutSecrets: String? {
            guard var parts = URLComponents(url: url.absoluteURL, resolvingAgainstBaseURL: true) else { return nil }
            (parts.user, parts.password, parts.fragment) = (nil, nil, nil)
            return parts.string
        }
    }

    extension CurlQuestion.Progress {
        fileprivate mutating func hear(_ event: CurlEvent, at now: ElapsedInstant) -> CurlReaction {
            switch event {
            case .connected:
                // Told again where a connection that was kept turns out to be closed, and another is made.
                (sent, isWarm) = (now, true)
                head.restart()
                return .goOn
            case .line(let line):
                last = head.take(line: line)
                switch last {
                case .incomplete: return .goOn
                case .complete:
                    received = now
                    return .enough
                case .malformed, .tooLong: return .refuse
                }
            }
        }
    }
#endif
