/// Whether the device rebooted between two readings, how certain that is, and what decided.
public struct BootVerdict: Sendable, Hashable {
    /// What can be said of the boot.
    public enum Answer: Sendable, Hashable {
        /// Nothing was recorded before: there is nothing to compare with.
        case firstObservation
        case sameBoot
        case rebooted
        /// The evidence fits both, or contradicts itself, or comes from another machine.
        case indeterminate
        /// There is a record, but it can't be read now. Neither a first launch nor a reboot.
        case unavailable(Unavailability)
        /// There is a record, and all of it is damaged. Neither a first launch nor a reboot.
        case damaged
    }

    /// How an answer is meant.
    public enum Certainty: Sendable, Hashable {
        /// True whenever the stated premises hold.
        case proven
        /// The other answer would need a coincidence.
        case probable
    }

    /// The first check that decided, or what kept the question open.
    public enum Evidence: Sendable, Hashable {
        /// The kernel's identity of the boot.
        case bootIdentity
        /// The earlier reading was made by this very process, which lives in one boot.
        case sameProcess
        /// A counter that only grows within a boot had fallen.
        case counterDecreased
        /// True time passed as the elapsed clock did, or did not.
        case trustedTime
        /// How far the kernel's boot time moved.
        case bootTime
        /// The wall clock was set.
        case clockStep
        /// The earlier reading was too soon after its boot.
        case tooEarly
        /// Checks exclude both answers: a restored snapshot, a repeated identity, a server that lied.
        case contradiction
        /// No check decided, and without a hardware clock that runs while the power is off the boot time says
        /// nothing.
        case noHardwareClock
        /// The earlier reading was made on another machine or, where the record stands for the machine, with another
        /// record: on another device, or before the app was installed anew.
        case otherMachine
        /// No check could be asked.
        case noEvidence
    }

    /// What can be said.
    public let answer: Answer
    /// Nil unless the answer is ``Answer/sameBoot`` or ``Answer/rebooted``.
    public let certainty: Certainty?
    /// What decided, or kept the question open.
    public let evidence: Evidence
    package let clockStepNanoseconds: Nanoseconds?
    /// Whether trusted time answered a question that the clocks left open.
    public let isSettled: Bool
    /// Whether the newest copy of the record was torn, as after a power cut, and the one before it was used.
    public let isFromRecoveredRecord: Bool

    package init(
        _ answer: Answer, _ certainty: Certainty? = nil, evidence: Evidence, clockStep: Nanoseconds? = nil,
        isSettled: Bool = false, isFromRecoveredRecord: Bool = false
    ) {
        self.answer = answer
        self.certainty = certainty
        self.evidence = evidence
        clockStepNanoseconds = clockStep
        self.isSettled = isSettled
        self.isFromRecoveredRecord = isFromRecoveredRecord
    }

    package func with(isSettled: Bool, isFromRecoveredRecord: Bool) -> BootVerdict {
        BootVerdict(
            answer, certainty, evidence: evidence, clockStep: clockStepNanoseconds, isSettled: isSettled,
            isFromRecoveredRecord: isFromRecoveredRecord)
    }

    /// By how much the wall clock was set since the reading that was compared with; positive is forward. Nil for other
    /// boots, where nothing tells, and up to one second.
    ///
    /// Of a launch's verdict that reading is the last one saved: what happened while an app ran is told by its events,
    /// and by the verdict since a mark of its own.
    public var clockStep: Duration? { clockStepNanoseconds.map { $0.duration } }

    /// Whether the system clock was set, by more than a second in all; nil unless it is proven that the device has not
    /// rebooted: across a reboot nothing tells.
    ///
    /// A clock that was set there and back counts as not set: the event `systemClockStepped` tells each setting.
    public var wasClockSet: Bool? { didReboot == false ? clockStepNanoseconds != nil : nil }

    /// Whether the answer is right whenever the stated premises hold.
    public var isProven: Bool { certainty == .proven }

    /// Whether the device rebooted, or nil unless that is proven.
    public var didReboot: Bool? {
        guard isProven else { return nil }
        return answer == .rebooted
    }

    /// Whether trusted time may still answer: two readings could be compared, and both answers were left.
    package var isOpen: Bool {
        switch answer {
        case .sameBoot, .indeterminate: !isProven && isComparable
        case .firstObservation, .rebooted, .unavailable, .damaged: false
        }
    }

    private var isComparable: Bool {
        switch evidence {
        case .contradiction, .otherMachine, .noEvidence: false
        case .bootIdentity, .sameProcess, .counterDecreased, .trustedTime, .bootTime, .clockStep, .tooEarly,
            .noHardwareClock:
            true
        }
    }
}

extension BootVerdict {
    /// A sentence for a person or a log: what decided the answer.
    public var reason: String {
        var sentence = unsettledReason
        if isSettled { sentence = "Settled by trusted time: " + sentence }
        guard isFromRecoveredRecord else { return sentence }
        return sentence + " (The newest copy of the record was torn; the one before it was used.)"
    }

    private var unsettledReason: String {
        switch answer {
        case .firstObservation: "This is the first observation: there is nothing to compare with."
        case .sameBoot: sameBootReason
        case .rebooted: rebootedReason
        case .indeterminate: indeterminateReason
        case .unavailable(let cause): "The last record is there but can't be read: \(cause)."
        case .damaged:
            "The last record is there, but every copy in it is damaged; it is kept aside when a new one is saved."
        }
    }

    private var sameBootReason: String {
        switch evidence {
        case .bootIdentity: "The kernel still gives the same identity for this boot."
        case .sameProcess: "The earlier reading was made by this very process."
        case .trustedTime:
            "As much true time passed as the elapsed clock counted, and less than a new boot would have needed."
        case .clockStep: "The wall clock was set; a reboot would have needed another setting that hides it."
        default: "The kernel's boot time did not move; a reboot would have needed a clock set back to match it."
        }
    }

    private var rebootedReason: String {
        switch evidence {
        case .bootIdentity: "The kernel gives a new identity for this boot."
        case .counterDecreased: "A counter that only grows within a boot has fallen."
        default: "More true time passed than the elapsed clock can have counted within one boot."
        }
    }

    private var indeterminateReason: String {
        switch evidence {
        case .tooEarly: "The last reading was taken too soon after its boot to tell a quick reboot from none."
        case .clockStep: "The wall clock went back: it was set, or a reboot lost the hardware clock."
        case .bootTime:
            "Either the device rebooted and ran longer than before, or the clock was set forward by more than the uptime."
        case .contradiction:
            "The checks contradict each other: a restored snapshot, a repeated boot identity, or a server that lied."
        case .noHardwareClock:
            "No check decides, and this machine has no hardware clock that runs while its power is off."
        case .otherMachine:
            "The earlier reading was made on another device, or before the app was installed anew: clocks of two can't be compared."
        default: "Nothing shows that the earlier reading comes from this machine."
        }
    }
}
