#if canImport(Darwin)
    public import Foundation

    extension TrustedClock {
        /// Learns from a task of the app's own session: one line in its delegate.
        ///
        ///     func urlSession(
        ///         _ session: URLSession, task: URLSessionTask, didFinishCollecting metrics: URLSessionTaskMetrics
        ///     ) {
        ///         clock.capture(metrics, in: session)
        ///     }
        ///
        /// Each hop of a redirect is judged by its own host. Its times are tied to the elapsed clock only where a reading from
        /// before the request shows that nobody set the system clock meanwhile.
        ///
        /// - Returns: What became of each transaction, in order; nothing that an app needs to act on.
        @discardableResult
        public func capture(_ metrics: URLSessionTaskMetrics, in session: URLSession) -> [CaptureOutcome] {
            shared.noticeClockChanges()
            if isQuiet { return [.quiet] }
            // A background session's times are those of another process.
            if session.configuration.identifier != nil { return [.passedOver(.notFromNetwork)] }
            return metrics.transactionMetrics.map { capture($0) }
        }

        private func capture(_ transaction: URLSessionTaskTransactionMetrics) -> CaptureOutcome {
            guard transaction.resourceFetchType == .networkLoad else { return .passedOver(.notFromNetwork) }
            guard let answer = transaction.response as? HTTPURLResponse, let url = transaction.request.url else {
                return .passedOver(.noDate)
            }
            let response = CapturedResponse(
                url: url, method: transaction.request.httpMethod ?? "GET", status: answer.statusCode,
                date: answer.value(forHTTPHeaderField: "Date"), age: answer.value(forHTTPHeaderField: "Age"),
                isAuthenticated: url.scheme?.lowercased() == "https")
            return take(
                timedByWall: response, by: policy, start: transaction.requestStartDate,
                end: transaction.responseStartDate)
        }
    }
#endif
