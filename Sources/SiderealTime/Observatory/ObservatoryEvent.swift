import SiderealCore

/// Something that happened to an observatory, before each clock says what it means for its own answers.
package enum ObservatoryEvent: Sendable {
    /// The same for all of them.
    case same(TrustedClockEvent)
    /// An input that may have changed what is trusted: from before it, to after it.
    case trust(from: TrustView, to: TrustView, at: ClockState)

    /// The event for a clock whose answers rest on `basis`; nil where nothing changes for it.
    package func seen(on basis: TrustBasis) -> TrustedClockEvent? {
        switch self {
        case .same(let event): return event
        case .trust(let old, let new, let state):
            let trusted = new.trusted(at: state, on: basis)
            return switch TrustChange(from: old.trusted(at: state, on: basis), to: trusted) {
            case .none: nil
            case .synchronized: .synchronized(trusted)
            case .tightened: .tightened(trusted)
            case .withheld: .withheld(trusted)
            }
        }
    }
}
