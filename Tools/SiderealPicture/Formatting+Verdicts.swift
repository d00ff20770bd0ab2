package import SiderealCore

/// Short texts that describe verdicts, for a terminal and for a page.
extension Formatting {
    /// The emphasis of a text.
    package enum Tone: Sendable, Hashable {
        case plain
        case good
        case notable
        case bad
    }

    /// A part of a sentence. The tone applies only to `head`.
    package struct Phrase: Sendable, Hashable {
        package let head: String
        package let tone: Tone
        package let rest: String

        package init(_ head: String, _ tone: Tone, _ rest: String = "") {
            self.head = head
            self.tone = tone
            self.rest = rest
        }

        package var text: String { head + rest }
    }

    // MARK: - Verdicts

    package static func headline(_ verdict: BootVerdict) -> Phrase {
        let tone: Tone =
            switch verdict.answer {
            case .firstObservation: .plain
            case .sameBoot: .good
            case .rebooted, .indeterminate: .notable
            case .unavailable, .damaged: .bad
            }
        return Phrase(verdict.words.head, tone, verdict.words.rest)
    }

    /// Returns the text after the headline: the reason for the verdict, and the clock's step since the previous launch.
    package static func reason(_ verdict: BootVerdict) -> String {
        verdict.reason + (verdict.clockStepNanoseconds.map { " The clock was set \(step($0))." } ?? "")
    }

    package static func describe(_ verdict: SystemClockVerdict) -> Phrase {
        let tone: Tone =
            switch verdict.answer {
            case .agrees: .good
            case .ahead, .behind: .bad
            case .unknown: .plain
            }
        return Phrase(verdict.words.head, tone, verdict.words.rest)
    }

    package static func describe(_ trusted: TrustedTime) -> String {
        guard trusted.kind != .unknown, let text = Bounds(trusted.earliest, trusted.latest).flatMap({ dates($0) })
        else {
            return "unknown: no server has sent it"
        }
        return text + (trusted.isAuthenticated ? "" : " (unauthenticated)")
    }

    /// Returns a warning if the evidence for the bounds is weak, or `nil` if the evidence is strong.
    package static func support(_ trusted: TrustedTime) -> String? {
        let supports = [trusted.earliestSupport, trusted.latestSupport]
        if supports.contains(.uncorroborated) {
            return "uncorroborated: too few known operators have answered to outvote a wrong operator"
        }
        return supports.contains(.lone) ? "lone: only one operator is known, so no other can contradict it" : nil
    }

    /// Returns a headline and an explanation for a finding. The explanation may be empty.
    package static func describe(_ finding: Timekeeper.Finding) -> (headline: Phrase, reason: String) {
        switch finding {
        case .boot(_, let verdict), .settled(_, let verdict):
            (headline(verdict), reason(verdict))
        case .clockStepped(let step, let direction):
            (Phrase("clock set", .notable, " " + Formatting.step(step) + Formatting.direction(direction)), "")
        case .clockFault:
            (Phrase("clock fault", .bad), "a counter fell, or the boot identity changed, within one launch")
        case .elapsedClockWrong:
            (Phrase("elapsed clock wrong", .bad), elapsedClockWrong)
        case .rejected(let source, let reason):
            (Phrase("rejected", .notable, " " + visible(source)), reason.reason)
        case .floorReplaced:
            (Phrase("replaced", .notable), "too many known operators contradict the floor")
        }
    }

    /// The explanation of the finding `elapsedClockWrong`.
    package static let elapsedClockWrong =
        "the servers agree that the clock jumped, stopped while the machine was paused, "
        + "or is faster or slower than its bound allows"

    package static func evidence(_ evidence: BootVerdict.Evidence) -> String {
        switch evidence {
        case .bootIdentity: "the kernel's boot identity"
        case .sameProcess: "a reading of the same process"
        case .counterDecreased: "a counter that fell"
        case .trustedTime: "trusted time"
        case .bootTime: "the kernel's boot time"
        case .clockStep: "a change to the wall clock"
        case .tooEarly: "a reading too soon after the boot"
        case .contradiction: "a contradiction among the checks"
        case .noHardwareClock: "no hardware clock"
        case .otherMachine: "another machine"
        case .noEvidence: "none"
        }
    }

    // MARK: - Settings of the clock

    package static func step(_ step: Nanoseconds) -> String {
        (step > .zero ? "forward by " : "back by ") + length(step.magnitude)
    }

    package static func direction(_ direction: SystemClockVerdict.StepDirection) -> String {
        switch direction {
        case .towardTruth: ", toward the true time"
        case .awayFromTruth: ", away from the true time"
        case .unknown: ""
        }
    }

    // MARK: - Untrusted text

    /// Returns the text with its control characters written as escapes. Names and journals can come from an untrusted
    /// person. The characters in such a text must not break a line, control a terminal, or reverse the direction of the
    /// following text.
    package static func visible(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            if isSteering(scalar) {
                result += scalar.escaped(asASCII: true)
            } else {
                result.unicodeScalars.append(scalar)
            }
        }
        return result
    }

    private static func isSteering(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0..<0x20, 0x7f...0x9f: true
        // Characters that mark or override the writing direction, and characters that separate lines or paragraphs.
        case 0x061c, 0x200e, 0x200f, 0x2028...0x202e, 0x2066...0x2069: true
        default: false
        }
    }
}
