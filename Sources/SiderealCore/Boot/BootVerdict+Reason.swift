extension BootVerdict {
    /// A sentence for a person or a log: what decided the answer.
    public var reason: String {
        var sentence = unsettledReason
        if isSettled { sentence = "Settled by trusted time that came later: " + sentence }
        guard isFromRecoveredRecord else { return sentence }
        return sentence + " (The newest copy of the record was torn; the one before it was used.)"
    }

    private var unsettledReason: String {
        switch answer {
        case .firstObservation: "This is the first observation: there is nothing to compare with."
        case .sameBoot: sameBootReason
        case .rebooted: rebootedReason
        case .indeterminate: indeterminateReason
        case .unavailable(let cause): "The last record is there but cannot be read: " + cause.reason + "."
        case .damaged:
            "The last record is there, but every copy in it is damaged; it is kept aside when a new one is saved."
        }
    }

    private var sameBootReason: String {
        switch evidence {
        case .bootIdentity: "The kernel still gives the same identity for this boot."
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
            "The witnesses contradict each other: a restored snapshot, a repeated boot identity, or a server that lied."
        case .noHardwareClock:
            "No witness decides, and this machine has no hardware clock that runs while its power is off."
        case .otherMachine:
            "The earlier reading was made on another device, or before the app was installed anew: clocks of two cannot be compared."
        default: "Nothing shows that the earlier reading comes from this machine."
        }
    }
}

extension UnavailableCause {
    /// The number of the system call that failed, or nil.
    public var errno: Int32? {
        switch self {
        case .locked(let errno), .unreadable(let errno): errno
        case .busy, .newerVersion: nil
        }
    }

    /// The cause as a part of a sentence.
    public var reason: String {
        switch self {
        case .locked(let errno): "the system refuses (errno \(errno)), as it does before the first unlock"
        case .unreadable(let errno): "reading failed (errno \(errno))"
        case .busy: "another process is writing it"
        case .newerVersion(let version):
            "a newer version of the library wrote it (format \(version)), and it is left untouched"
        }
    }
}
