import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

extension TrialObstacle {
    /// Creates the obstacle from the error of the app's own request, or `nil` if the request was cancelled.
    nonisolated init?(_ error: URLError) {
        switch error.code {
        case .cancelled: return nil
        case .notConnectedToInternet, .dataNotAllowed, .internationalRoamingOff, .cannotFindHost, .dnsLookupFailed,
            .timedOut, .networkConnectionLost:
            self = .unreached
        case .secureConnectionFailed, .serverCertificateHasBadDate, .serverCertificateNotYetValid,
            .serverCertificateUntrusted, .serverCertificateHasUnknownRoot:
            self = .certificates
        default: self = .tooFewServers
        }
    }
}
