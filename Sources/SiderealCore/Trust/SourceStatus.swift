/// The status of a source, judged by all its answers in this boot.
package enum SourceStatus: Sendable, Equatable {
    /// The library has no answer from the source.
    case unheard
    /// The source agrees with the trusted bounds.
    case believed
    /// The source disagrees with the trusted bounds, for the given reason.
    case rejected(TrustedTime.Rejection)

    package var rejection: TrustedTime.Rejection? {
        if case .rejected(let reason) = self { reason } else { nil }
    }
}
