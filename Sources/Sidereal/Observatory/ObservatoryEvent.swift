import SiderealCore

/// What clocks of an observatory report.
package enum ObservatoryEvent: Sendable {
    /// The same for all of them.
    case same(TrustedClockEvent)
    /// What was trusted before an input, and is after it: each clock says what that changes of its own answers.
    case trust(from: TrustView, to: TrustView, at: ClockState)

    /// What a clock reports whose answers rest on so much; nil where nothing changes for it.
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
