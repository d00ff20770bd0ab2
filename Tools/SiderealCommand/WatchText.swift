import Sidereal
import SiderealCore
import SiderealPicture

/// One line for each thing that happens.
struct WatchText {
    private let terminal: Terminal
    private let observatory: Observatory
    private let isJSON: Bool

    init(_ terminal: Terminal, _ observatory: Observatory, isJSON: Bool) {
        self.terminal = terminal
        self.observatory = observatory
        self.isJSON = isJSON
    }

    /// Nil for what another line tells.
    mutating func line(for item: WatchItem) -> String? {
        let keeper = observatory.keeper
        let elapsed = keeper.now?.elapsed ?? ElapsedInstant(nanoseconds: 0)
        let wall = keeper.latest.map { $0.reading.wall + (elapsed - $0.reading.elapsed) } ?? WallInstant(nanoseconds: 0)
        guard isJSON else {
            guard let text = text(item, keeper) else { return nil }
            let time = Formatting.date(TrueInstant(nanoseconds: wall.nanoseconds))
            return terminal.styled(time, .dim) + "  " + text
        }
        guard let (name, members) = members(item, keeper, elapsed) else { return nil }
        return JSON.object(
            [
                ("event", .text(name)), ("wallNanoseconds", .integer(wall.nanoseconds)),
                ("elapsedNanoseconds", .integer(elapsed.nanoseconds)),
            ] + members
        ).line
    }

    // MARK: - For a person

    private func text(_ item: WatchItem, _ keeper: Timekeeper) -> String? {
        switch item {
        case .begun:
            let boot = terminal.styled(Formatting.headline(observatory.bootVerdict))
            return "watching: \(boot); true time \(Formatting.describe(observatory.trusted))"
        case .outcome(let outcome, let server):
            return Terminal.visible(server.text) + ": " + outcome.text(terminal)
        case .event(let event):
            return text(event)
        case .end:
            return nil
        }
    }

    private func text(_ event: TrustedClockEvent) -> String? {
        switch event {
        case .synchronized(let trusted):
            terminal.styled("synchronized", .green) + ": \(Formatting.describe(trusted))"
        case .tightened(let trusted):
            terminal.styled("tightened", .green) + ": \(Formatting.describe(trusted))"
        case .withheld(let trusted):
            terminal.styled("withheld", .yellow)
                + ": the servers disagree; what is certain: \(Formatting.describe(trusted))"
        case .rejected(let source, let reason):
            terminal.styled("rejected", .yellow) + ": \(Terminal.visible(source)): \(reason.reason)"
        case .failed:
            // Its outcome has a line of its own.
            nil
        case .floorReplaced:
            terminal.styled("replaced", .yellow)
                + ": more known operators deny what was certain than may be wrong"
        case .systemClockStepped(let step, let direction):
            terminal.styled("clock set", .yellow) + " " + Formatting.step(Nanoseconds(clamping: step))
                + Formatting.direction(direction)
        case .slept(let span):
            terminal.styled("slept", .yellow) + " for \(Formatting.length(Nanoseconds(clamping: span)))"
        case .bootQuestionSettled(let observer, let verdict):
            "\(Terminal.visible(observer)): " + terminal.styled(Formatting.headline(verdict)) + ": " + verdict.reason
        case .clockFault:
            terminal.styled("clock fault", .red) + ": a counter fell, or the boot changed within this process"
        }
    }

    // MARK: - For a program

    private func members(
        _ item: WatchItem, _ keeper: Timekeeper, _ elapsed: ElapsedInstant
    ) -> (String, [(String, JSON)])? {
        switch item {
        case .begun:
            return ("begun", [("boot", observatory.bootVerdict.json), ("trusted", observatory.trusted.json)])
        case .outcome(let outcome, let server):
            return ("asked", [("outcome", outcome.json(as: server, at: elapsed, drift: keeper.model.drift))])
        case .event(let event):
            return members(event)
        case .end:
            return nil
        }
    }

    private func members(_ event: TrustedClockEvent) -> (String, [(String, JSON)])? {
        switch event {
        case .synchronized(let trusted): ("synchronized", [("trusted", trusted.json)])
        case .tightened(let trusted): ("tightened", [("trusted", trusted.json)])
        case .withheld(let trusted): ("withheld", [("trusted", trusted.json)])
        case .rejected(let source, let reason):
            ("rejected", [("source", .text(source)), ("reason", .name(of: reason)), ("message", .text(reason.reason))])
        case .failed: nil
        case .floorReplaced: ("floorReplaced", [])
        case .systemClockStepped(let step, let direction):
            (
                "systemClockStepped",
                [("stepNanoseconds", .integer(Nanoseconds(clamping: step).count)), ("direction", .name(of: direction))]
            )
        case .slept(let span): ("slept", [("nanoseconds", .integer(Nanoseconds(clamping: span).count))])
        case .bootQuestionSettled(let observer, let verdict):
            ("bootQuestionSettled", [("observer", .text(observer)), ("boot", verdict.json)])
        case .clockFault: ("clockFault", [])
        }
    }
}

extension Observatory {
    /// What is known of the true time at the latest look.
    fileprivate var trusted: TrustedTime {
        keeper.now.map { keeper.trusted(at: $0.elapsed) } ?? keeper.trusted(at: ElapsedInstant(nanoseconds: 0))
    }
}
