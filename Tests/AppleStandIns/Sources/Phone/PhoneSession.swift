// Stands in for URLSession and the metrics that it passes to a delegate. Linux collects no metrics, and a program can't
// create them.
//
// Models: the dates are readings of the wall clock when the request left and when the first byte of the answer arrived.
// An answer from the cache is a separate transaction, with the fetch type `.localCache` and the stored Date. Only a
// background session has an identifier.
//
// https://developer.apple.com/documentation/foundation/urlsessiontasktransactionmetrics
// https://developer.apple.com/documentation/foundation/urlsessiontasktransactionmetrics/requeststartdate
// https://developer.apple.com/documentation/foundation/urlsessiontasktransactionmetrics/responsestartdate
// https://developer.apple.com/documentation/foundation/urlsessiontaskmetrics/resourcefetchtype
// https://developer.apple.com/documentation/foundation/urlsessionconfiguration/identifier
package import Foundation
import Sidereal
import SiderealCore
package import SiderealTesting

#if canImport(FoundationNetworking)
    package import FoundationNetworking
#endif

/// The values of `URLSessionTaskTransactionMetrics`, under its names.
package struct PhoneTransaction: TransactionMetrics {
    package var request: URLRequest
    package var response: URLResponse?
    package var requestStartDate: Date?
    package var responseStartDate: Date?
    package var resourceFetchType = URLSessionTaskMetrics.ResourceFetchType.networkLoad
}

@MainActor package struct PhoneSession {
    private let app: SimulatedApp
    private let device: SimulatedDevice
    /// The identifier of a background session, or `nil` for all others.
    package let identifier: String?

    package init(of app: SimulatedApp, on phone: Phone, identifier: String? = nil) {
        self.app = app
        device = phone.device
        self.identifier = identifier
    }

    /// Loads from a server over the network. A closure runs while the answer is under way.
    package func load(
        _ server: SimulatedServer, meanwhile happening: () -> Void = {}
    ) throws -> PhoneTransaction {
        guard let url = server.url else { throw URLError(.badURL) }
        let (app, device) = (app, device)
        let (answer, start, end) = try device.run {
            let start = device.wallTime
            let answer = try await app.response(to: url)
            return (answer, start, device.wallTime)
        } whileWaiting: {
            happening()
        }
        return PhoneTransaction(
            request: URLRequest(url: url),
            response: HTTPURLResponse(
                url: url, statusCode: answer.status, httpVersion: "HTTP/1.1", headerFields: answer.headers),
            requestStartDate: start, responseStartDate: end)
    }

    /// Loads the same answer again, from the cache.
    package func loadAgain(_ earlier: PhoneTransaction) -> PhoneTransaction {
        var again = earlier
        again.resourceFetchType = .localCache
        (again.requestStartDate, again.responseStartDate) = (device.wallTime, device.wallTime)
        return again
    }
}
