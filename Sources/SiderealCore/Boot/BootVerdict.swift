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
        /// There is a record, but it cannot be read now. Neither a first launch nor a reboot.
        case unavailable(UnavailableCause)
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

    /// The first witness that decided, or what kept the question open.
    public enum Evidence: Sendable, Hashable {
        /// The kernel's identity of the boot.
        case bootIdentity
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
        /// Witnesses exclude both answers: a restored snapshot, a repeated identity, a server that lied.
        case contradiction
        /// No witness decided, and without a hardware clock that runs while the power is off the boot time says
        /// nothing.
        case noHardwareClock
        /// The earlier reading was made on another machine or, where the record stands for the machine, with another
        /// record: on another device, or before the app was installed anew.
        case otherMachine
        /// No witness could be asked.
        case none
    }

    /// What can be said.
    public let answer: Answer
    /// Nil unless the answer is ``Answer/sameBoot`` or ``Answer/rebooted``.
    public let certainty: Certainty?
    /// What decided, or kept the question open.
    public let evidence: Evidence
    /// By how much the wall clock was set meanwhile; positive is forward. Told only for the same boot and over one
    /// second.
    public let clockStep: Nanoseconds?
    /// Whether trusted time that came later answered a question that was open at first.
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
        self.clockStep = clockStep
        self.isSettled = isSettled
        self.isFromRecoveredRecord = isFromRecoveredRecord
    }

    package func with(isSettled: Bool, isFromRecoveredRecord: Bool) -> BootVerdict {
        BootVerdict(
            answer, certainty, evidence: evidence, clockStep: clockStep, isSettled: isSettled,
            isFromRecoveredRecord: isFromRecoveredRecord)
    }

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
        case .contradiction, .otherMachine, .none: false
        case .bootIdentity, .counterDecreased, .trustedTime, .bootTime, .clockStep, .tooEarly, .noHardwareClock: true
        }
    }
}

/// Why a record that is there could not be read.
public enum UnavailableCause: Sendable, Hashable {
    /// The system refused: before the first unlock, or by the file's permissions.
    case locked(errno: Int32)
    /// Reading failed.
    case unreadable(errno: Int32)
    /// Another process was writing, and the reader did not wait.
    case busy
    /// A newer version of this library wrote it. It is left untouched.
    case newerVersion(UInt32)
}
