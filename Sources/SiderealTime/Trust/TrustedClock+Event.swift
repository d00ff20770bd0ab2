package import SiderealBoot
public import SiderealCore

extension TrustedClock {
    /// An event that a trusted clock reports.
    public enum Event: Sendable, Hashable {
        /// The true time is bounded now and was not before, or its bounds were false and are replaced.
        case synchronized(TrustedTime)
        /// The bounds became tighter by a tenth or more, or corroborated. While the time has no upper bound: its lower
        /// bound rose by a second or more.
        case tightened(TrustedTime)
        /// Known bounds no longer hold, or are withheld: the sources disagree, a reading contradicts the bounds, or the
        /// bounds were reset. The value holds the bounds that remain certain.
        case withheld(TrustedTime)
        /// A source's answer was not used as it is, for the given reason.
        case rejected(source: String, TrustedTime.Rejection)
        /// A source could not be reached, or its answer could not be used.
        case failed(source: String, TimeSourceError)
        /// The clock gave the floor up for the time that known operators prove: more of them contradict the floor than
        /// can be wrong.
        case floorReplaced
        /// The system clock was set. The duration is positive for a step forward; the direction reports whether the
        /// step brought the clock nearer to the true time.
        case systemClockStepped(by: Duration, SystemClockVerdict.StepDirection)
        /// The device slept, for about the given time, as its own clocks count it.
        case slept(Duration)
        /// Trusted time settled whether the device rebooted, which had been open for an observer.
        case bootVerdictSettled(observer: String, BootVerdict)
        /// The clocks of this process contradict each other: no earlier trusted time holds.
        case clockFault
        /// The elapsed clock is wrong: more operators contradict their earlier answers than can be wrong, and now
        /// agree. The clock jumped, stood still while a virtual machine was paused, or is faster or slower than its
        /// bound.
        ///
        /// The new answers count. Everything derived from the earlier answers was wrong, elapsed times too. If this
        /// event recurs, the device needs a greater bound: `driftPartsPerMillion` of ``Observatory``.
        case elapsedClockWrong
    }
}

extension TrustedClock.Event {
    /// Creates the event for a clock whose answers rest on `basis`, or returns `nil` if nothing changes for that clock.
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

    /// Returns `nil` for a boot verdict at launch, which concerns observers alone.
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
