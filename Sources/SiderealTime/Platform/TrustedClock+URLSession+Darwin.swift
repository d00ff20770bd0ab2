#if canImport(Darwin)
    #if canImport(FoundationNetworking)
        public import FoundationNetworking
    #else
        public import Foundation
    #endif

    extension TrustedClock {
        /// Bounds the true time with a task of the app's own session. Add one line to the session's delegate.
        ///
        /// ```swift
        /// func urlSession(
        ///     _ session: URLSession, task: URLSessionTask, didFinishCollecting metrics: URLSessionTaskMetrics
        /// ) {
        ///     clock.capture(metrics, in: session)
        /// }
        /// ```
        ///
        /// Each step of a redirect counts as a request to the host of that step. The session takes the times of a
        /// request from the system clock. So the trusted clock needs a clock reading from before the request. The
        /// trusted clock skips the request if the system clock was set after that reading.
        ///
        /// - Returns: The clock's decision about each transaction, in order. Log the decisions to see why the clock
        ///   does not use a request.
        @discardableResult
        public func capture(_ metrics: URLSessionTaskMetrics, in session: URLSession) -> [TrustedClock.CaptureOutcome] {
            capture(metrics.transactionMetrics, ofSession: session.configuration.identifier)
        }
    }

    extension URLSessionTaskTransactionMetrics: TransactionMetrics {}
#endif
