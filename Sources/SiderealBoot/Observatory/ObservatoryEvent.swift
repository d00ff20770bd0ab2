package import SiderealCore

/// Something that happened to an observatory, before each clock says what it means for its own answers.
package enum ObservatoryEvent: Sendable {
    case found(Timekeeper.Finding)
    /// The device slept for about so long.
    case slept(Duration)
    /// A source that a clock asked gave no answer to use.
    case failed(source: String, any Error)
    /// An input that may have changed what is trusted: from before it, to after it.
    indirect case trust(from: TrustView, to: TrustView, at: ClockState)
}
