#if canImport(Darwin)
    #if canImport(FoundationNetworking)
        public import FoundationNetworking
    #else
        public import Foundation
    #endif

    extension TrustedClock {
        /// Learns from a task of the app's own session: one line in its delegate.
        ///
        ///     func urlSession(
        ///         _ session: URLSession, task: URLSessionTask, didFinishCollecting metrics: URLSessionTaskMetrics
        ///     ) {
        ///         clock.capture(metrics, in: session)
        ///     }
        ///
        /// Each hop of a redirect is judged by its own host. Its times are tied to the elapsed clock only where a
        /// reading from before the request shows that the system clock was not set meanwhile.
        ///
        /// - Returns: What became of each transaction, in order. An app needn't act on it; in a log it shows why the
        ///   clock learns nothing.
        @discardableResult
        public func capture(_ metrics: URLSessionTaskMetrics, in session: URLSession) -> [CaptureOutcome] {
            capture(metrics.transactionMetrics, ofSession: session.configuration.identifier)
        }
    }

    extension URLSessionTaskTransactionMetrics: TransactionMetrics {}
#endif
