#if canImport(Darwin)
    #if canImport(FoundationNetworking)
        public import FoundationNetworking
    #else
        public import Foundation
    #endif

    extension TrustedClock {
        /// Learns from a task of the app's own session, with one line in the session's delegate.
        ///
        ///     func urlSession(
        ///         _ session: URLSession, task: URLSessionTask, didFinishCollecting metrics: URLSessionTaskMetrics
        ///     ) {
        ///         clock.capture(metrics, in: session)
        ///     }
        ///
        /// Each hop of a redirect counts for its own host. A transaction's times can be tied to the elapsed clock only
        /// if a reading from before the request shows that the system clock was not set meanwhile.
        ///
        /// - Returns: The result for each transaction, in order. You need not act on it; in a log it shows why the
        ///   clock learns nothing.
        @discardableResult
        public func capture(_ metrics: URLSessionTaskMetrics, in session: URLSession) -> [TrustedClock.CaptureOutcome] {
            capture(metrics.transactionMetrics, ofSession: session.configuration.identifier)
        }
    }

    extension URLSessionTaskTransactionMetrics: TransactionMetrics {}
#endif
