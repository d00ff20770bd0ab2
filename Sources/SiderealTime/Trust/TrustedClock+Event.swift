package import SiderealBoot
public import SiderealCore

extension TrustedClock {
    /// An event that a trusted clock reports.
    public enum Event: Sendable, Hashable {
        /// The true time now has bounds and had none before, or new bounds replace false ones.
        case synchronized(TrustedTime)
        /// The bounds became tighter by a tenth or more, or became corroborated. While the time has no upper bound,
        /// this event means that the lower bound rose by a second or more.
        case tightened(TrustedTime)
        /// The clock no longer returns its earlier bounds. Either the sources disagree, a reading contradicts the
        /// bounds, or your app reset them. The value contains the bounds that remain certain.
        case withheld(TrustedTime)
        /// The clock did not use a source's answer as it is, for the given reason.
        case rejected(source: String, TrustedTime.Rejection)
        /// The clock could not reach a source, or could not use its answer.
        case failed(source: String, TimeSourceError)
        /// The clock replaced the floor by the time that known operators prove. More known operators contradict the
        /// floor than can be wrong.
        case floorReplaced
        /// Someone or something set the system clock. The duration is positive for a step forward. The direction
        /// reports whether the step brought the system clock nearer to the true time.
        case systemClockStepped(by: Duration, SystemClockVerdict.StepDirection)
        /// The device slept for about the given time, by the device's own clocks.
        case slept(Duration)
        /// Trusted time decided whether the device rebooted. Until then, the boot verdict of the given observer was
        /// undecided.
        case bootVerdictSettled(observer: String, BootVerdict)
        /// The clocks of this process contradict each other, so the clock drops all earlier trusted time.
        case clockFault
        /// The elapsed clock is wrong. More operators contradict their earlier answers than can be wrong, and these
        /// operators now agree. Either the elapsed clock jumped, it stood still while a virtual machine was paused, or
        /// its rate is off by more than the drift allows.
        ///
        /// The clock now uses the new answers. All results from the earlier answers were wrong, including elapsed
        /// times. If this event recurs, give the device a greater drift: `driftPartsPerMillion` of ``Observatory``.
        case elapsedClockWrong
    }
}

extension TrustedClock.Event {
    /// Creates the event for a clock whose answers rest on `basis`. Returns `nil` if the event changes no answer of
    /// that clock.
    package init?(_ event: ObservatoryEvent, seenOn basis: TrustBasis) {
        switch event {
        case .found(let finding): self.init(finding)
        case .slept(let span): self = .slept(span)
        case .failed(let source, let error):
            guard let error = error as? TimeSourceError else { return nil }
            self = .failed(source: source, error)
        case .trust(let old, let new, let state):
            let trusted = new.trusted(at: state, on: basis)
            switch TrustChange(from: old.trusted(at: state, on: basis), to: trusted) {
            case .none: return nil
            case .synchronized: self = .synchronized(trusted)
            case .tightened: self = .tightened(trusted)
            case .withheld: self = .withheld(trusted)
            }
        }
    }

    /// Creates the event for a finding. Returns `nil` for a boot verdict at launch, which concerns only observers.
    private init?(_ finding: Timekeeper.Finding) {
        switch finding {
        case .boot: return nil
        case .settled(let observer, let verdict): self = .bootVerdictSettled(observer: observer, verdict)
        case .clockStepped(let step, let direction): self = .systemClockStepped(by: step.duration, direction)
        case .clockFault: self = .clockFault
        case .elapsedClockWrong: self = .elapsedClockWrong
        case .rejected(let source, let reason): self = .rejected(source: source, reason)
        case .floorReplaced: self = .floorReplaced
        }
    }
}
