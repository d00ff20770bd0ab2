package import SiderealBoot
public import SiderealCore

/// What a trusted clock reports.
public enum TrustedClockEvent: Sendable, Hashable {
    /// The true time is bounded now, and was not before; or what bounded it before was false, and is replaced.
    case synchronized(TrustedTime)
    /// The bounds became narrower by a tenth or more, or corroborated; or, while nothing bounds the time from above, it
    /// is known to be later by a second or more.
    case tightened(TrustedTime)
    /// Bounds that were known no longer hold, or are withheld: the sources disagree, a reading contradicted them, or
    /// they were reset. The value is what remains certain.
    case withheld(TrustedTime)
    /// An answer of a source was not used as it is, and why.
    case rejected(source: String, AnswerRejection)
    /// A source that was asked could not be reached, or its answer not be used.
    case failed(source: String, TimeSourceError)
    /// More known operators deny the floor than may be wrong: it was given up for what they prove.
    case floorReplaced
    /// The system clock was set: by so much, positive is forward, and whether that brought it nearer to the truth.
    case systemClockStepped(by: Duration, ClockStepDirection)
    /// The device slept: for about so long, as its own clocks count it.
    case slept(Duration)
    /// Trusted time answered an observer's open question whether the device rebooted.
    case bootQuestionSettled(observer: String, BootVerdict)
    /// The clocks of this process contradict each other: nothing that was trusted before holds.
    case clockFault
    /// More operators contradict what they said before than may be wrong, and agree now: the clock that counts elapsed
    /// time jumped, stood still while a virtual machine was paused, or is faster or slower than its bound.
    ///
    /// What they say now counts. What was carried on from what they said before was wrong, elapsed times too. If it
    /// comes again and again, the device needs a greater bound: `driftPartsPerMillion` of ``Observatory``.
    case elapsedClockWrong
}

extension TrustedClockEvent {
    /// What happened to the observatory of a clock whose answers rest on `basis`; nil where nothing changes for it.
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

    /// Nil for what concerns observers alone: the answer at launch.
    private init?(_ finding: Timekeeper.Finding) {
        switch finding {
        case .boot: return nil
        case .settled(let observer, let verdict): self = .bootQuestionSettled(observer: observer, verdict)
        case .clockStepped(let step, let direction): self = .systemClockStepped(by: step.duration, direction)
        case .clockFault: self = .clockFault
        case .elapsedClockWrong: self = .elapsedClockWrong
        case .rejected(let source, let reason): self = .rejected(source: source, reason)
        case .floorReplaced: self = .floorReplaced
        }
    }
}
