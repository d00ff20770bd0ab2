/// The verdict on a reboot between two readings of the clocks: the answer, its certainty and its evidence.
///
/// ```swift
/// let verdict = try Observatory().bootVerdict
/// switch verdict.didReboot {
/// case true?: resumeAfterReboot()
/// case false?: resume()
/// case nil: resumeWithoutProof(verdict.reason)
/// }
/// ```
public struct BootVerdict: Sendable, Hashable {
    /// The possible answers about a reboot between the two readings.
    public enum Answer: Sendable, Hashable {
        /// There is no earlier reading to compare.
        case firstObservation
        /// The device has not rebooted since the earlier reading.
        case sameBoot
        /// The device has rebooted since the earlier reading.
        case rebooted
        /// The evidence fits both `sameBoot` and `rebooted`, contradicts itself, or comes from another machine.
        case indeterminate
        /// A record of earlier readings exists, but it can't be read now. This answer means neither a first launch nor
        /// a reboot.
        case unavailable(Unavailability)
        /// A record of earlier readings exists, but all of it is damaged. This answer means neither a first launch nor
        /// a reboot.
        case damaged
    }

    /// The certainty of an answer.
    public enum Certainty: Sendable, Hashable {
        /// The answer is right whenever the library's premises hold. The guide Premises lists these premises.
        case proven
        /// The answer is wrong only after an unlikely coincidence.
        case probable
    }

    /// The check that gave the answer, or the reason why no check gave an answer.
    public enum Evidence: Sendable, Hashable {
        /// The random identity that the kernel gives each boot.
        case bootIdentity
        /// This process made the earlier reading itself, and no process continues across a reboot.
        case sameProcess
        /// A counter that only grows within a boot has decreased.
        case counterDecreased
        /// The comparison of the true time that passed with the time that the elapsed clock counted.
        case trustedTime
        /// The kernel's boot time. A reboot changes the boot time, and so does setting the system clock.
        case bootTime
        /// A step of the system clock.
        case clockStep
        /// The earlier reading came so soon after its boot that the clocks would not show a quick reboot.
        case tooEarly
        /// The checks exclude both `sameBoot` and `rebooted`. The cause is a restored snapshot, a repeated boot
        /// identity, or a server's false time.
        case contradiction
        /// No check gave an answer. The kernel's boot time gives no answer either, because this machine has no hardware
        /// clock that runs while the power is off.
        case noHardwareClock
        /// The earlier reading comes from another machine. On Apple platforms, the reading can also come from this
        /// device before the app was reinstalled.
        case otherMachine
        /// The checks had no evidence.
        case noEvidence
    }

    /// The answer.
    public let answer: Answer
    /// The certainty of the answer. The value is `nil` unless the answer is ``Answer/sameBoot`` or ``Answer/rebooted``.
    public let certainty: Certainty?
    /// The evidence for the answer.
    public let evidence: Evidence
    package let clockStepNanoseconds: Nanoseconds?
    /// A Boolean value that indicates whether the answer was not proven at launch, and trusted time proved the answer
    /// later.
    public let isSettled: Bool
    /// A Boolean value that indicates whether the newest copy of the record is damaged, for example by a power cut. If
    /// so, the library used the previous copy.
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

    /// The amount by which the system clock was set between the two readings. A positive amount is a step forward. The
    /// value is `nil` unless the answer is ``Answer/sameBoot``. The value is also `nil` if the amount is at most one
    /// second.
    ///
    /// In the verdict of a launch, the earlier reading is the last saved reading. To detect clock changes while your
    /// app runs, use the event `systemClockStepped`, or the verdict since a moment of your own.
    public var clockStep: Duration? { clockStepNanoseconds.map { $0.duration } }

    /// A Boolean value that indicates whether the system clock was set by more than one second in total. The value is
    /// `nil` unless the device certainly did not reboot, because the library can't detect a clock change across a
    /// reboot.
    ///
    /// If someone sets the clock forward and back again, the value is false. The event `systemClockStepped` reports
    /// each of the two changes.
    public var wasClockSet: Bool? { didReboot == false ? clockStepNanoseconds != nil : nil }

    /// A Boolean value that indicates whether the certainty is ``Certainty/proven``.
    public var isProven: Bool { certainty == .proven }

    /// A Boolean value that indicates whether the device rebooted. The value is `nil` if the answer is not proven.
    public var didReboot: Bool? {
        guard isProven else { return nil }
        return answer == .rebooted
    }

    /// A Boolean value that indicates whether trusted time may still answer: the readings are comparable, and the
    /// checks left both answers possible.
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
    /// The reason for the answer, as a sentence for a person or a log.
    public var reason: String {
        var sentence = unsettledReason
        if isSettled { sentence = "Trusted time decides whether the device rebooted. " + sentence }
        guard isFromRecoveredRecord else { return sentence }
        return sentence + " (The newest copy of the record is damaged, so the library used the previous copy.)"
    }

    private var unsettledReason: String {
        switch answer {
        case .firstObservation: "This is the first observation, so there is no earlier reading to compare."
        case .sameBoot: sameBootReason
        case .rebooted: rebootedReason
        case .indeterminate: indeterminateReason
        case .unavailable(let cause): "The last record exists, but can't be read now: \(cause)."
        case .damaged:
            "Every copy in the last record is damaged. The next save keeps the damaged record under another name."
        }
    }

    private var sameBootReason: String {
        switch evidence {
        case .bootIdentity: "The kernel still reports the same identity for this boot."
        case .sameProcess: "This process made the earlier reading itself."
        case .trustedTime:
            "The elapsed clock counted all the true time that passed. This time is less than the time since the boot."
        case .clockStep: "The system clock was set. A reboot is possible only if the clock was also set back."
        default: "The kernel's boot time did not change. Only a matching change of the clock could hide a reboot."
        }
    }

    private var rebootedReason: String {
        switch evidence {
        case .bootIdentity: "The kernel reports a new identity for this boot."
        case .counterDecreased: "A counter that only grows within a boot has fallen."
        default: "More true time passed than the elapsed clock can have counted within one boot."
        }
    }

    private var indeterminateReason: String {
        switch evidence {
        case .tooEarly: "The last reading came so soon after a boot that a quick reboot would leave no trace."
        case .clockStep: "The system clock went back. Either it was set, or a reboot lost the hardware clock."
        case .bootTime:
            "Either the device rebooted and ran longer than before, or the clock was set forward by more than the uptime."
        case .contradiction:
            "The checks contradict each other. A restored snapshot, a repeated boot identity or a false time can be "
                + "the cause."
        case .noHardwareClock:
            "No check decides whether the machine rebooted, because it has no hardware clock that runs without power."
        case .otherMachine:
            "The earlier reading is from another device or an earlier installation, so its clocks are not comparable."
        default: "Nothing shows that the earlier reading comes from this machine."
        }
    }
}
