package import SiderealBoot
public import SiderealCore

extension TrustedClock {
    /// An event that a trusted clock reports.
    public enum Event: Sendable, Hashable {
        /// The true time now has a lower and an upper bound. Before this event, the time had no upper bound, or its
        /// bounds excluded the new bounds.
        case synchronized(TrustedTime)
        /// The bounds became tighter by a tenth or more, or their support became `corroborated`. While the time has no
        /// upper bound, this event means that the lower bound rose by one second or more.
        case tightened(TrustedTime)
        /// The clock no longer returns its earlier bounds. Either the sources disagree, a reading contradicts the
        /// bounds, or your app deleted the trusted time. The value contains the bounds that remain certain.
        case withheld(TrustedTime)
        /// The clock did not use a source's answer, or did not combine the answer with earlier answers, for the given
        /// reason.
        case rejected(source: String, TrustedTime.Rejection)
        /// The clock could not reach a source, or could not use the source's answer.
        case failed(source: String, TimeSourceError)
        /// The clock replaced the floor (the latest lower bound that survives reboots) with the time that known
        /// operators prove. The number of known operators that contradict the floor exceeds the number that can be
        /// wrong.
        case floorReplaced
        /// Someone or something set the system clock. The duration is positive for a step forward. The direction shows
        /// whether the system clock is nearer to the true time after the step.
        case systemClockStepped(by: Duration, SystemClockVerdict.StepDirection)
        /// The device slept for about the given time, as its own clocks measured it.
        case slept(Duration)
        /// Trusted time proved whether the device rebooted. Before this event, the boot verdict of the given observer
        /// was not proven.
        case bootVerdictSettled(observer: String, BootVerdict)
        /// The clocks of this process contradict each other, so the clock drops all earlier trusted time.
        case clockFault
        /// The elapsed clock is wrong. The number of operators that contradict their own earlier answers exceeds the
        /// number that can be wrong, and the new answers of these operators agree. The elapsed clock jumped, stood
        /// still while a virtual machine was paused, or has a larger rate error than the drift allows.
        ///
        /// The clock now uses the new answers. All results that used the earlier answers were wrong, including elapsed
        /// times. If this event recurs, open the observatory with a greater drift: `driftPartsPerMillion` of
        /// ``Observatory``.
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
