import Sidereal
import SiderealCore

/// A replayed line for a person: what it brought to light, and what is known after it.
enum ReplayText {
    static func lines(of state: JournalReplay.State, _ terminal: Terminal) -> [String] {
        var texts = state.findings.map { describe($0, terminal) }
        if state.boot == nil { texts.append(terminal.styled("a process starts", .dim)) }
        if state.boot != nil {
            texts.append("system clock: " + VerdictText.describe(state.systemClock, terminal))
            texts.append("true time: " + VerdictText.describe(state.trusted))
        }
        let number = String(state.line)
        let label = "line " + number + String(repeating: " ", count: max(1, 8 - number.count))
        let blank = String(repeating: " ", count: label.count)
        return texts.enumerated().map { ($0.offset == 0 ? label : blank) + $0.element }
    }

    private static func describe(_ finding: Timekeeper.Finding, _ terminal: Terminal) -> String {
        switch finding {
        case .boot(_, let verdict), .settled(_, let verdict):
            let step = verdict.clockStep.map { " The clock was set \(VerdictText.step($0))." } ?? ""
            return VerdictText.headline(verdict, terminal) + ": " + verdict.reason + step
        case .clockStepped(let step):
            return terminal.styled("clock set", .yellow) + " \(VerdictText.step(step))"
        case .clockFault:
            return terminal.styled("clock fault", .red) + ": a counter fell or the boot changed within one launch"
        case .rejected(let source, let reason):
            return terminal.styled("rejected", .yellow) + " \(Terminal.visible(source)): \(describe(reason))"
        case .anchorReplaced:
            return terminal.styled("replaced", .yellow) + ": most known operators contradict what was trusted"
        }
    }

    private static func describe(_ reason: SampleRejection) -> String {
        switch reason {
        case .impossible: "its lower end lies above its upper end"
        case .contradictsItself: "it excludes what this source said before"
        case .outvoted: "it lies outside of what most operators say"
        case .disagreesWithAnchor: "it lies outside of what was known, and too few others agree with it"
        case .outsideAuthenticated: "unauthenticated, and outside of what authenticated sources say"
        }
    }
}
