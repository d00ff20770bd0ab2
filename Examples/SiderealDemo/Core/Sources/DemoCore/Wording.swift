import Sidereal

/// The texts of spans and verdicts on the screens.
public enum Wording {
    /// Formats a span in one or two units: `23 ms`, `4.2 s`, `3 min 20 s`, `5 h 10 min`, `2 d 3 h`.
    public static func span(_ span: Duration) -> String {
        if span < .zero { return "-" + self.span(.zero - span) }
        let (seconds, attoseconds) = span.components
        let milliseconds = attoseconds / 1_000_000_000_000_000
        switch seconds {
        case 0: return "\(milliseconds) ms"
        case ..<60: return "\(seconds).\(milliseconds / 100) s"
        case ..<3_600: return pair(seconds / 60, "min", seconds % 60, "s")
        case ..<86_400: return pair(seconds / 3_600, "h", seconds % 3_600 / 60, "min")
        default: return pair(seconds / 86_400, "d", seconds % 86_400 / 3_600, "h")
        }
    }

    private static func pair(_ first: Int64, _ firstUnit: String, _ second: Int64, _ secondUnit: String) -> String {
        second == 0 ? "\(first) \(firstUnit)" : "\(first) \(firstUnit) \(second) \(secondUnit)"
    }

    /// Returns the answer of a verdict, as a headline.
    public static func headline(_ verdict: BootVerdict) -> String {
        switch verdict.answer {
        case .firstObservation: "First launch that is recorded"
        case .sameBoot: verdict.isProven ? "Same boot" : "Probably the same boot"
        case .rebooted: verdict.isProven ? "Rebooted" : "Probably rebooted"
        case .indeterminate: "Can't be told"
        case .unavailable: "The record can't be read yet"
        case .damaged: "The record is damaged"
        }
    }

    /// Describes the evidence of a verdict.
    public static func evidence(_ evidence: BootVerdict.Evidence) -> String {
        switch evidence {
        case .bootIdentity: "Identity of the boot"
        case .sameProcess: "The same process"
        case .counterDecreased: "A counter fell"
        case .trustedTime: "Trusted time"
        case .bootTime: "The kernel's boot time"
        case .clockStep: "The clock was set"
        case .tooEarly: "Too soon after the boot"
        case .contradiction: "Checks contradict each other"
        case .noHardwareClock: "No clock runs while the power is off"
        case .otherMachine: "It was seen on another device"
        case .noEvidence: "None"
        }
    }

    /// Describes the size and the direction of a step of the clock.
    public static func step(_ step: Duration) -> String {
        step < .zero ? "back by " + span(.zero - step) : "forward by " + span(step)
    }

    /// Describes the verdict on the system clock.
    public static func systemClock(_ verdict: SystemClockVerdict) -> String {
        switch verdict.answer {
        case .agrees: "Agrees with the true time"
        case .ahead: "Ahead by at least " + (verdict.offsetMagnitude.atLeast.map { span($0) } ?? "")
        case .behind: "Behind by at least " + (verdict.offsetMagnitude.atLeast.map { span($0) } ?? "")
        case .unknown: "Not known yet"
        }
    }

    /// Describes the outcome of a request that the app passed to the clock.
    public static func outcome(_ outcome: TrustedClock.CaptureOutcome) -> String {
        switch outcome {
        case .used: "The clock learned from it."
        case .notNeeded: "The bounds are tight enough already: not looked at."
        case .ignored(.unknownTimes): "Passed over: its times can't be tied to the elapsed clock. Ask once more."
        case .ignored(let reason): "Passed over: \(reason)."
        case .rejected(let reason): "Rejected: \(reason)."
        }
    }

    /// Describes an event of the clock.
    public static func event(_ event: TrustedClock.Event) -> String {
        switch event {
        case .synchronized: "The true time is known"
        case .tightened(let time): "Bounds became narrower" + (width(time).map { ": ± \($0)" } ?? "")
        case .withheld: "Bounds are withheld"
        case .rejected(let source, let reason): "\(source) was not believed: \(reason)"
        case .failed(let source, let error): "\(source) failed: \(error)"
        case .floorReplaced: "What was certain was denied, and given up"
        case .systemClockStepped(let span, let direction):
            "The system clock was set " + step(span) + self.direction(direction)
        case .slept(let span): "The device slept for \(self.span(span))"
        case .bootVerdictSettled(_, let verdict): "Settled: " + headline(verdict)
        case .clockFault: "The clocks contradict each other"
        case .elapsedClockWrong: "The clock that counts elapsed time was wrong"
        }
    }

    private static func direction(_ direction: SystemClockVerdict.StepDirection) -> String {
        switch direction {
        case .towardTruth: ", toward the truth"
        case .awayFromTruth: ", away from the truth"
        case .unknown: ""
        }
    }

    /// Returns half of the width of the bounds, as in "± 40 ms", or `nil` if an end is unknown.
    public static func width(_ time: TrustedTime) -> String? {
        time.uncertainty.map { span($0) }
    }
}
