/// The status of a source by all answers of this boot.
package enum SourceStatus: Sendable, Equatable {
    /// The source has no answer that counts.
    case unheard
    /// The source agrees with the trusted bounds.
    case believed
    /// The source disagrees with the trusted bounds, for a reason.
    case rejected(TrustedTime.Rejection)

    package var rejection: TrustedTime.Rejection? {
        if case .rejected(let reason) = self { reason } else { nil }
    }
}
