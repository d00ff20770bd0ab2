import Sidereal
import SiderealCore

/// Replayed lines for a person: what each brought to light, and what is known after it where that is something else.
struct ReplayText {
    private let terminal: Terminal
    private var lastKind = TrustedTime.Kind.unknown
    private var lastAnswer = SystemClockVerdict.Answer.unknown

    init(_ terminal: Terminal) { self.terminal = terminal }

    mutating func lines(of state: JournalReplay.State) -> [String] {
        var texts = state.findings.map { describe($0) }
        if state.boot == nil {
            if state.findings.isEmpty { texts.append(terminal.styled("a process starts", .dim)) }
        } else if state.trusted.kind != lastKind || state.systemClock.answer != lastAnswer {
            (lastKind, lastAnswer) = (state.trusted.kind, state.systemClock.answer)
            texts.append("system clock: " + VerdictText.describe(state.systemClock, terminal))
            texts.append("true time: " + VerdictText.describe(state.trusted))
        }
        let number = String(state.line)
        let label = "line " + number + String(repeating: " ", count: max(1, 8 - number.count))
        let blank = String(repeating: " ", count: label.count)
        return texts.enumerated().map { ($0.offset == 0 ? label : blank) + $0.element }
    }

    private func describe(_ finding: Timekeeper.Finding) -> String {
        switch finding {
        case .boot(_, let verdict), .settled(_, let verdict):
            let step = verdict.clockStep.map { " The clock was set \(VerdictText.step($0))." } ?? ""
            return VerdictText.headline(verdict, terminal) + ": " + verdict.reason + step
        case .clockStepped(let step, let direction):
            let step = VerdictText.step(step) + VerdictText.direction(direction)
            return terminal.styled("clock set", .yellow) + " " + step
        case .clockFault:
            return terminal.styled("clock fault", .red) + ": a counter fell or the boot changed within one launch"
        case .rejected(let source, let reason):
            return terminal.styled("rejected", .yellow) + " \(Terminal.visible(source)): \(reason.text)"
        case .anchorReplaced:
            return terminal.styled("replaced", .yellow) + ": most known operators contradict what was trusted"
        }
    }
}
