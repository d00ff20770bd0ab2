// What `print` shows of the values that an app gets. Bounds are rounded outward: what is printed is never narrower than
// what is known.

extension TrustedTime: CustomStringConvertible {
    /// The time for a person or a log: `2026-03-01 09:30:12.345 UTC ± 571 ms, corroborated`.
    public var description: String {
        guard let text = Bounds(earliest, latest).flatMap({ Formatting.readableDates($0) }) else { return "unknown" }
        return text + ", " + support + (isAuthenticated ? "" : ", unauthenticated")
    }

    private var support: String {
        if isCorroborated { return "corroborated" }
        let isUncorroborated = earliestSupport == .uncorroborated || latestSupport == .uncorroborated
        return isUncorroborated ? "uncorroborated" : "one operator"
    }
}

extension DurationBounds: CustomStringConvertible {
    /// The bounds for a person or a log: `from 3 s to 4 s`, `at least 2 min`, `unknown`.
    public var description: String {
        let lower = atLeast.map { Nanoseconds(clamping: $0) } ?? .min
        let upper = atMost.map { Nanoseconds(clamping: $0) } ?? .max
        return Bounds(lower: lower, upper: upper).map { Formatting.signedLengths($0) } ?? "unknown"
    }

    /// The same in the middle of a sentence: `3 s to 4 s`.
    fileprivate var unsignedText: String {
        let text = description
        return text.hasPrefix("from ") ? String(text.dropFirst(5)) : text
    }
}

extension SystemClockVerdict: CustomStringConvertible {
    /// The answer for a person or a log: `ahead by 3 s to 4 s`.
    public var description: String {
        let trust = isAuthenticated || answer == .unknown ? "" : ", by unauthenticated time"
        return switch answer {
        case .agrees: "agrees with the true time" + trust
        case .ahead: "ahead by \(offBy.unsignedText)" + trust
        case .behind: "behind by \(offBy.unsignedText)" + trust
        case .unknown: "unknown: nothing bounds the true time closely enough"
        }
    }
}

extension DeadlineStatus: CustomStringConvertible {
    public var description: String {
        switch self {
        case .passed: "passed"
        case .pending: "pending"
        case .undetermined: "undetermined"
        }
    }
}

extension BootVerdict: CustomStringConvertible {
    /// The answer for a person or a log, with its reason: `rebooted, proven: The kernel gives a new identity for this
    /// boot.`
    public var description: String {
        let step = clockStepNanoseconds.map { " The clock was set by \(Formatting.signedLengths(.exactly($0)))." } ?? ""
        return "\(answer.text)\(certaintyText): \(reason)\(step)"
    }

    private var certaintyText: String {
        switch certainty {
        case .proven?: ", proven"
        case .probable?: ", probably"
        case nil: ""
        }
    }
}

extension BootVerdict.Answer {
    fileprivate var text: String {
        switch self {
        case .firstObservation: "first observation"
        case .sameBoot: "same boot"
        case .rebooted: "rebooted"
        case .indeterminate: "indeterminate"
        case .unavailable: "unavailable"
        case .damaged: "damaged"
        }
    }
}

extension BootMark: CustomStringConvertible {
    /// Nothing of what a mark holds: it identifies a device and a boot.
    public var description: String { "BootMark(redacted)" }
}
