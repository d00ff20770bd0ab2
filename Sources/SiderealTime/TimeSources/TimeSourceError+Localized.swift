#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

extension TimeSourceError: LocalizedError {
    public var errorDescription: String? { description }

    public var recoverySuggestion: String? {
        switch cause {
        case .nameResolution, .timedOut, .connectionLost, .network:
            "Check the network connection, and try again."
        case .tls where isOfCertificateDates: "Check the date of this device."
        case .tls: "Check whether the network requires you to sign in, or ask another server."
        case .cancelled: nil
        case .declined: "Ask this server less often, or ask another server."
        case .refused, .noDate, .badDate, .badAnswer, .unsupported, .unsynchronized, .rejected: "Ask another server."
        }
    }
}
