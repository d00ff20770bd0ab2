import Sidereal
import SiderealCore
import SiderealPicture

/// The text output of a replay: the findings for each line, and the new verdicts if the line changes them.
struct ReplayText {
    private let terminal: Terminal
    private var lastKind = TrustedTime.Kind.unknown
    private var lastAnswer = SystemClockVerdict.Answer.unknown

    init(_ terminal: Terminal) { self.terminal = terminal }

    mutating func lines(of state: JournalReplay.State, after entry: JournalEntry) -> [String] {
        var texts = state.findings.map { describe($0) }
        if state.boot == nil {
            if case .launch = entry { texts.append(terminal.styled("a process starts", .dim)) }
        } else if state.trusted.kind != lastKind || state.systemClock.answer != lastAnswer {
            (lastKind, lastAnswer) = (state.trusted.kind, state.systemClock.answer)
            texts.append("system clock: " + terminal.styled(Formatting.describe(state.systemClock)))
            texts.append("true time: " + Formatting.describe(state.trusted))
        }
        let number = String(state.line)
        let label = "line " + number + String(repeating: " ", count: max(1, 8 - number.count))
        let blank = String(repeating: " ", count: label.count)
        return texts.enumerated().map { ($0.offset == 0 ? label : blank) + $0.element }
    }

    private func describe(_ finding: Timekeeper.Finding) -> String {
        let (headline, reason) = Formatting.describe(finding)
        return terminal.styled(headline) + (reason.isEmpty ? "" : ": " + reason)
    }
}
