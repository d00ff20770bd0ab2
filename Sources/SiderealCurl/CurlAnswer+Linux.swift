#if canImport(Glibc)
    package import SiderealCore
    package import SiderealNetwork
    import SiderealSystem

    /// The head of a final answer, the time at which the request left, and the time at which the head was complete.
    package struct CurlAnswer: Sendable {
        package let status: Int
        package let head: HTTPHead
        package let sent: ElapsedInstant
        package let received: ElapsedInstant
        /// A Boolean value that indicates whether the connection existed before `sent`.
        package let isWarm: Bool
    }

    /// The reason that a request got no answer.
    package enum CurlError: Error, Sendable {
        case failed(CurlFailure)
        case network(NetworkError)
        case timedOut
        /// The answer is not HTTP.
        case malformed
        /// The head of the answer is too long.
        case tooLong
        /// The head of the answer is incomplete.
        case incomplete
    }

    extension CurlConnection {
        /// Sends HEAD or GET, and returns the head of the final answer. Ends at once if the task is cancelled.
        ///
        /// This method calls `willSend` once, before the request leaves. It calls `didReceive` at the start of each
        /// event. Both closures read the clock.
        package func answer(
            to url: String, withHead isHead: Bool, timeout: Nanoseconds, willSend: () -> ElapsedInstant,
            didReceive: @escaping @Sendable () -> ElapsedInstant
        ) async throws(CurlError) -> CurlAnswer {
            // This reading is earlier than the request. `sent` keeps it if libcurl does not report when the request
            // leaves.
            let progress = Lock(CurlProgress(sent: willSend()))
            let result: Result<CurlEnd, CurlFailure>
            do throws(NetworkError) {
                let wakeUp = try WakeUp()
                result = try await onOwnThread(wakeUp) { () throws(NetworkError) in
                    try self.ask(url, withHead: isHead, timeout: timeout, unless: wakeUp) { event in
                        let now = didReceive()
                        return progress.withLock { $0.take(event, at: now) }
                    }
                }
            } catch {
                throw .network(error)
            }
            return try progress.withLock { $0 }.answer(result)
        }
    }

    /// The state of a request and its answer so far.
    private struct CurlProgress: Sendable {
        private var head = HTTPHead()
        private var last = HTTPHead.Progress.incomplete
        private var sent: ElapsedInstant
        private var received: ElapsedInstant?
        private var isWarm = false

        init(sent: ElapsedInstant) { self.sent = sent }

        mutating func take(_ event: CurlEvent, at now: ElapsedInstant) -> CurlReaction {
            switch event {
            case .connected:
                // libcurl reports this event again if the server has closed a kept connection and libcurl makes a new
                // one.
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

        func answer(_ result: Result<CurlEnd, CurlFailure>) throws(CurlError) -> CurlAnswer {
            switch last {
            case .malformed: throw .malformed
            case .tooLong: throw .tooLong
            case .incomplete, .complete: break
            }
            switch result {
            case .success(.timedOut): throw .timedOut
            // libcurl reports no error if the connection ends within the head.
            case .failure(let failure) where failure.code == 0:
                throw .failed(CurlFailure(code: 0, text: "the connection ended before the answer was complete"))
            case .failure(let failure): throw .failed(failure)
            case .success(.enough): break
            }
            guard let status = head.status, let received else { throw .incomplete }
            return CurlAnswer(status: status, head: head, sent: sent, received: received, isWarm: isWarm)
        }
    }
#endif
