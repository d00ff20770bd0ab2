/// How a source stands, by all that was said in this boot.
package enum SourceStatus: Sendable, Equatable {
    /// Nothing that it said counts at all.
    case unheard
    /// It agrees with what is trusted.
    case believed
    /// It does not, and why.
    case rejected(AnswerRejection)

    package var rejection: AnswerRejection? {
        if case .rejected(let reason) = self { reason } else { nil }
    }
}
