#if canImport(Darwin)
    import Foundation
    import SiderealCore
    import SiderealSystem

    #if canImport(FoundationNetworking)
        import FoundationNetworking
    #endif

    extension HTTPExchange {
        /// Returns an exchange over the given session. Without a session, the exchange creates its own session, and
        /// ends that session when the exchange closes.
        static func urlSession(_ given: URLSession?) -> HTTPExchange {
            let session = given ?? .forDates()
            return HTTPExchange(
                ask: { (method, url, timeout, poll) async throws(TimeSourceError) in
                    try await HTTPQuestion(method, poll).answer(to: url, over: session, timeout: timeout)
                },
                close: { if given == nil { session.invalidateAndCancel() } })
        }
    }

    extension URLSessionConfiguration {
        /// A configuration that stores no data and uses one connection per host.
        static var forDates: URLSessionConfiguration {
            let configuration = URLSessionConfiguration.ephemeral
            configuration.urlCache = nil
            configuration.httpCookieStorage = nil
            configuration.httpShouldSetCookies = false
            configuration.httpCookieAcceptPolicy = .never
            configuration.urlCredentialStorage = nil
            configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
            configuration.httpMaximumConnectionsPerHost = 1
            return configuration
        }
    }

    /// One request. The request ends with the answer, an error, or the cancellation of its task, whichever comes first.
    final class HTTPQuestion: NSObject, URLSessionDataDelegate, Sendable {
        private struct State: Sendable {
            var waiting: CheckedContinuation<Result<HTTPAnswer, TimeSourceError>, Never>?
            var task: URLSessionTask?
            var sent: ElapsedInstant?
            var isOver = false
        }

        private let method: HTTPMethod
        private let poll: TimePoll
        private let state = Lock(State())

        init(_ method: HTTPMethod, _ poll: TimePoll) { (self.method, self.poll) = (method, poll) }

        func answer(
            to url: URL, over session: URLSession, timeout: Nanoseconds
        ) async throws(TimeSourceError) -> HTTPAnswer {
            let request = request(url, timeout: timeout)
            let result = await withTaskCancellationHandler {
                await withCheckedContinuation { waiting in
                    let task = task(for: request, over: session, host: url.place)
                    // The task's delegate replaces only the redirect method of the session's delegate. The session's
                    // delegate still pins certificates.
                    task.delegate = self
                    let isOver = state.withLock { state in
                        guard !state.isOver else { return true }
                        state.waiting = waiting
                        state.task = task
                        state.sent = poll.stampSent()
                        return false
                    }
                    guard !isOver else {
                        task.cancel()
                        return waiting.resume(returning: .failure(.cancelled(url.host ?? "")))
                    }
                    task.resume()
                }
            } onCancel: {
                let task = state.withLock { $0.task }
                end(.failure(.cancelled(url.host ?? "")))
                task?.cancel()
            }
            return try result.get()
        }

        private func task(for request: URLRequest, over session: URLSession, host: String) -> URLSessionDataTask {
            #if !canImport(FoundationNetworking)
                // The task's delegate receives the head and cancels the body. The open-source Foundation does not
                // report the answer to a task's delegate.
                if method == .get { return session.dataTask(with: request) }
            #endif
            return session.dataTask(with: request) { [self] _, response, error in
                end(response: response, error: error, host: host)
            }
        }

        private func request(_ url: URL, timeout: Nanoseconds) -> URLRequest {
            var request = URLRequest(url: url)
            request.httpMethod = method.rawValue
            // A server that supports ranges sends at most one byte of the body.
            if method == .get { request.setValue("bytes=0-0", forHTTPHeaderField: "Range") }
            request.cachePolicy = .reloadIgnoringLocalCacheData
            request.httpShouldHandleCookies = false
            request.setValue("no-cache", forHTTPHeaderField: "Cache-Control")
            // The timeout is rounded up to whole seconds, because the open-source Foundation drops the fraction. The
            // poll enforces the exact end.
            request.timeoutInterval = (Double(timeout.count) / 1_000_000_000).rounded(.up)
            return request
        }

        private func end(response: URLResponse?, error: (any Error)?, host: String) {
            let received = poll.stampReceived()
            if let response = response as? HTTPURLResponse { return end(response, received) }
            let urlError = error as? URLError ?? URLError(.badServerResponse)
            end(.failure(TimeSourceError(urlError, host: host)))
        }

        private func end(_ response: HTTPURLResponse, _ received: ElapsedInstant) {
            guard let sent = state.withLock({ $0.sent }) else { return }
            end(
                .success(
                    HTTPAnswer(
                        head: AnswerHead(method: method.rawValue, status: response.statusCode) {
                            response.value(forHTTPHeaderField: $0)
                        },
                        sent: sent, received: received)))
        }

        private func end(_ result: Result<HTTPAnswer, TimeSourceError>) {
            let waiting = state.withLock { state in
                defer { (state.waiting, state.task, state.isOver) = (nil, nil, true) }
                return state.waiting
            }
            waiting?.resume(returning: result)
        }

        // MARK: - URLSessionDataDelegate

        #if !canImport(FoundationNetworking)
            /// Ends the request when the head has arrived. The source does not read the body.
            func urlSession(
                _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
                completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
            ) {
                end(response: response, error: nil, host: dataTask.originalRequest?.url?.place ?? "")
                completionHandler(.cancel)
            }

            func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
                end(response: task.response, error: error, host: task.originalRequest?.url?.place ?? "")
            }
        #endif

        /// Follows no redirect, so the redirecting answer becomes the final answer.
        func urlSession(
            _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
            newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
        ) {
            completionHandler(nil)
        }

        #if canImport(FoundationNetworking)
            /// Uses the answer that demands a name and a password, because that answer has a `Date` header, too. After
            /// such a demand, the open-source Foundation returns no answer.
            func urlSession(
                _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
                completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
            ) {
                let received = poll.stampReceived()
                if let response = challenge.failureResponse as? HTTPURLResponse { end(response, received) }
                completionHandler(.cancelAuthenticationChallenge, nil)
            }
        #endif
    }

    extension TimeSourceError {
        fileprivate static func cancelled(_ host: String) -> TimeSourceError {
            TimeSourceError(.cancelled, asking: host, reason(.cancelled))
        }
    }
#endif
