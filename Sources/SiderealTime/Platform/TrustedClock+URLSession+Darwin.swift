#if canImport(Darwin)
    #if canImport(FoundationNetworking)
        public import FoundationNetworking
    #else
        public import Foundation
    #endif

    extension TrustedClock {
        /// Bounds the time by a task of the app's own session. You add one line to the session's delegate.
        ///
        ///     func urlSession(
        ///         _ session: URLSession, task: URLSessionTask, didFinishCollecting metrics: URLSessionTaskMetrics
        ///     ) {
        ///         clock.capture(metrics, in: session)
        ///     }
        ///
        /// Each hop of a redirect counts for its own host. The times of a transaction come from the system clock. The
        /// clock can use them only if a reading from before the request shows that the system clock was not set
        /// meanwhile.
        ///
        /// - Returns: The clock's decision about each transaction, in order. You can ignore it. In a log, it shows why
        ///   the clock does not use a request.
        @discardableResult
        public func capture(_ metrics: URLSessionTaskMetrics, in session: URLSession) -> [TrustedClock.CaptureOutcome] {
            capture(metrics.transactionMetrics, ofSession: session.configuration.identifier)
        }
    }

    extension URLSessionTaskTransactionMetrics: TransactionMetrics {}
#endif
