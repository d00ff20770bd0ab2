#if canImport(Darwin)
    package import Foundation
    import SiderealCore

    #if canImport(FoundationNetworking)
        package import FoundationNetworking
    #endif

    /// The metrics of one request and its answer. The properties have the same names as in
    /// `URLSessionTaskTransactionMetrics`.
    package protocol TransactionMetrics {
        var request: URLRequest { get }
        var response: URLResponse? { get }
        var requestStartDate: Date? { get }
        var responseStartDate: Date? { get }
        var resourceFetchType: URLSessionTaskMetrics.ResourceFetchType { get }
    }

    extension TrustedClock {
        /// Uses a session's transactions to bound the true time. Returns the clock's decision about each transaction.
        /// `session` is the identifier of the session's configuration. Only background sessions have an identifier.
        package func capture(_ transactions: [some TransactionMetrics], ofSession session: String?) -> [TrustedClock
            .CaptureOutcome]
        {
            shared.observeClockChanges()
            if meetsTargetUncertainty { return [.notNeeded] }
            // The times of a background session come from another process.
            if session != nil { return [.ignored(.notFromNetwork)] }
            return transactions.map { capture($0) }
        }

        private func capture(_ transaction: some TransactionMetrics) -> TrustedClock.CaptureOutcome {
            guard transaction.resourceFetchType == .networkLoad else { return .ignored(.notFromNetwork) }
            guard let answer = transaction.response as? HTTPURLResponse, let url = transaction.request.url else {
                return .ignored(.noDate)
            }
            let head = AnswerHead(
                method: transaction.request.httpMethod ?? "GET",
                status: answer.statusCode
            ) { answer.value(forHTTPHeaderField: $0) }
            let response = CapturedResponse(
                url: url, head: head, isAuthenticated: url.scheme?.lowercased() == "https")
            return take(
                timedByWall: response, start: transaction.requestStartDate, end: transaction.responseStartDate)
        }
    }
#endif
