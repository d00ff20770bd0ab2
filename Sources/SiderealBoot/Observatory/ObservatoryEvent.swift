package import SiderealCore

/// An event of an observatory, from which each clock derives the changes to its own answers.
package enum ObservatoryEvent: Sendable {
    case found(Timekeeper.Finding)
    /// The device slept for about the given time.
    case slept(Duration)
    /// A source that a clock queried gave no usable answer.
    case failed(source: String, any Error)
    /// An input that may have changed the trusted time, with the trust before and after it.
    indirect case trust(from: TrustView, to: TrustView, at: ClockState)
}
