// The descriptions that `print` shows for an app's values. They round bounds outward, so printed bounds are never
// tighter than the known bounds.

extension TrustedTime: CustomStringConvertible {
    /// The time as text for a person or a log: `2026-03-01 09:30:12.345 UTC ± 571 ms, corroborated`.
    public var description: String {
        guard kind != .unknown, let text = Bounds(earliest, latest).flatMap({ Formatting.dates($0, as: .readable) })
        else {
            return "unknown"
        }
        return text + ", " + support + (isAuthenticated ? "" : ", unauthenticated")
    }

    private var support: String {
        if isCorroborated { return "corroborated" }
        let isUncorroborated = earliestSupport == .uncorroborated || latestSupport == .uncorroborated
        return isUncorroborated ? "uncorroborated" : "one operator"
    }
}

extension DurationBounds: CustomStringConvertible {
    /// The bounds as text for a person or a log: `from 3 s to 4 s`, `at least 2 min`, `unknown`.
    public var description: String {
        let lower = atLeast.map { Nanoseconds(clamping: $0) } ?? .min
        let upper = atMost.map { Nanoseconds(clamping: $0) } ?? .max
        return Bounds(lower: lower, upper: upper).map { Formatting.signedLengths($0) } ?? "unknown"
    }
}

extension SystemClockVerdict: CustomStringConvertible {
    /// The answer as text for a person or a log: `ahead by at least 3 s, at most 4 s`.
    public var description: String { words.head + words.rest }

    /// The answer in two parts. A picture shows the first part in color.
    package var words: (head: String, rest: String) {
        let trust = isAuthenticated ? "" : " (by unauthenticated time)"
        let error = Bounds(lower: atLeast ?? .min, upper: atMost ?? .max) ?? .unbounded
        return switch answer {
        case .agrees: ("agrees", " with the true time" + trust)
        case .ahead: ("ahead", SystemClockVerdict.by(error) + trust)
        case .behind: ("behind", SystemClockVerdict.by(-error) + trust)
        case .unknown: ("", "unknown: the bounds of the true time are too wide")
        }
    }

    private static func by(_ bounds: Bounds) -> String {
        let (least, most) = Formatting.lengths(bounds)
        return (least.map { " by at least \($0)" } ?? "") + (most.map { ", at most \($0)" } ?? "")
    }
}

extension BootVerdict: CustomStringConvertible {
    /// The answer and its reason as text for a person or a log: `rebooted, proven: The kernel reports a new identity
    /// for this boot.`
    public var description: String {
        let step = clockStepNanoseconds.map { " The clock was set by \(Formatting.signedLengths(.exactly($0)))." } ?? ""
        return "\(words.head)\(words.rest): \(reason)\(step)"
    }

    /// The answer and its certainty in two parts. A picture shows the first part in color.
    package var words: (head: String, rest: String) {
        let certainty = certainty.map { $0 == .proven ? ", proven" : ", probably" } ?? ""
        return switch answer {
        case .firstObservation: ("first check", "")
        case .sameBoot: ("same boot", certainty)
        case .rebooted: ("rebooted", certainty)
        case .indeterminate: ("indeterminate", "")
        case .unavailable: ("unavailable", "")
        case .damaged: ("the last record is damaged", "")
        }
    }
}

extension BootMark: CustomStringConvertible {
    /// A fixed text that does not show the content of the mark, because the content identifies a device and a boot.
    package var description: String { "BootMark(redacted)" }
}

extension Moment: CustomStringConvertible {
    /// The bounds of the true time that were known at the moment. The text omits the identities of the device and the
    /// boot.
    public var description: String { "a moment: \(time)" }
}

extension TrustedTime.Rejection {
    /// The reason, as a part of a sentence for a person or a log.
    public var reason: String {
        switch self {
        case .impossible: "its lower end lies above its upper end"
        case .slept: "the device slept between the request and the answer"
        case .tooLate: "it arrived too late: the device may have slept, or the app may have reset trusted time"
        case .contradictsItself:
            "it contradicts an earlier answer of its source, "
                + "and the clock trusts neither answer alone until the source is consistent for an hour"
        case .outvoted: "it is outside the bounds that the known operators prove"
        case .disputed: "the answers of known servers contradict each other, so the clock trusts none of them"
        case .belowFloor: "it is earlier than the floor, and too few operators agree with it"
        case .outsideAuthenticated:
            "it is unauthenticated, and outside the bounds of the authenticated operators"
        case .notNamed: "the app did not name its operator"
        case .tooManyOperators: "the app named too many operators before this operator"
        }
    }
}
