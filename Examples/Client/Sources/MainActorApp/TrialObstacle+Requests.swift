import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

extension TrialObstacle {
    /// By the error of a request of the app's own; nil if that was cancelled.
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
