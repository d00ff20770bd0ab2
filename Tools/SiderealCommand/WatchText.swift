package import Sidereal
import SiderealCore
import SiderealPicture

/// The text output of a watch, with one line for each event.
package struct WatchText {
    private let terminal: Terminal
    private let observatory: Observatory
    private let named: [SourceOptions.Named]
    private let isJSON: Bool
    private let isVerbose: Bool
    /// The latest outcome of each server, in words.
    private var lastWords: [String?]

    package init(
        _ terminal: Terminal, _ observatory: Observatory, _ named: [SourceOptions.Named], isJSON: Bool, isVerbose: Bool
    ) {
        self.terminal = terminal
        self.observatory = observatory
        self.named = named
        self.isJSON = isJSON
        self.isVerbose = isVerbose
        lastWords = named.map { _ in nil }
    }

    /// Returns the lines for an item, or no lines if another item's line contains its information. If the output is
    /// JSON, returns the line of `event`.
    package mutating func lines(for item: WatchItem, _ event: Hook.Event?) -> [String] {
        guard isJSON else {
            let wall = moment.wall
            let time = terminal.styled(Formatting.date(TrueInstant(nanoseconds: wall.nanoseconds)), .dim)
            return texts(item).map { time + "  " + $0 }
        }
        return event.map { [$0.line] } ?? []
    }

    /// Returns the event with the item's name and the object that `--json` prints, or `nil` if the item is not an
    /// event.
    package func hookEvent(for item: WatchItem) -> Hook.Event? {
        let (keeper, wall, elapsed) = moment
        guard let (name, members) = members(item, keeper, elapsed) else { return nil }
        return Hook.Event(
            name: name,
            json: .object(
                [
                    ("event", .text(name)), ("wallNanoseconds", .nanoseconds(wall.nanoseconds)),
                    ("elapsedNanoseconds", .nanoseconds(elapsed.nanoseconds)),
                ] + members))
    }

    /// The status text that a service manager shows.
    var status: String { "true time " + Formatting.describe(observatory.trusted) }

    private var moment: (keeper: Timekeeper, wall: WallInstant, elapsed: ElapsedInstant) {
        let keeper = observatory.keeper
        let elapsed = keeper.now?.elapsed ?? ElapsedInstant(nanoseconds: 0)
        let wall = keeper.latest.map { $0.reading.wall + (elapsed - $0.reading.elapsed) } ?? WallInstant(nanoseconds: 0)
        return (keeper, wall, elapsed)
    }

    // MARK: - For a person

    private mutating func texts(_ item: WatchItem) -> [String] {
        switch item {
        case .begun:
            let boot = terminal.styled(Formatting.headline(observatory.bootVerdict))
            return ["watching: \(boot); true time \(Formatting.describe(observatory.trusted))"]
        case .polled(let outcomes):
            return poll(outcomes)
        case .event(let event):
            return text(event).map { [$0] } ?? []
        case .notSaved(let error):
            return [terminal.styled("not saved", .red) + ": " + Terminal.visible(error.description)]
        case .savedAgain:
            return [terminal.styled("saved again", .green)]
        case .roughtimeProof(let proof):
            return [terminal.styled("false time signed", .red) + ": " + Terminal.visible(proof.text)]
        case .alive, .reload, .end:
            return []
        }
    }

    /// Returns a line with the true time, and a line for each server whose outcome has changed.
    private mutating func poll(_ outcomes: [TrustedClock.SynchronizationReport.Outcome]) -> [String] {
        let used = outcomes.count { $0.isUsed }
        let all = outcomes.count == 1 ? "one server" : "\(outcomes.count) servers"
        let style: Terminal.Style = used == outcomes.count ? .green : used > 0 ? .yellow : .red
        var lines = [
            terminal.styled("asked", style) + " \(all), \(used) used: \(Formatting.describe(observatory.trusted))"
        ]
        for (index, outcome) in outcomes.enumerated() where named.indices.contains(index) {
            let isNew = lastWords[index].map { $0 != outcome.word } ?? !outcome.isUsed
            lastWords[index] = outcome.word
            if isNew || isVerbose { lines.append(Terminal.visible(named[index].text) + ": " + outcome.text(terminal)) }
        }
        return lines
    }

    private func text(_ event: TrustedClock.Event) -> String? {
        switch event {
        case .synchronized, .tightened, .rejected, .failed:
            // The poll's own line already reports these events.
            nil
        case .withheld(let trusted):
            terminal.styled("withheld", .yellow)
                + ": the servers disagree; certain bounds: \(Formatting.describe(trusted))"
        case .floorReplaced:
            terminal.styled("replaced", .yellow)
                + ": too many known operators contradict the floor"
        case .systemClockStepped(let step, let direction):
            terminal.styled("clock set", .yellow) + " " + Formatting.step(Nanoseconds(clamping: step))
                + Formatting.direction(direction)
        case .slept(let span):
            terminal.styled("slept", .yellow) + " for \(Formatting.length(Nanoseconds(clamping: span)))"
        case .bootVerdictSettled(let observer, let verdict):
            "\(Terminal.visible(observer)): " + terminal.styled(Formatting.headline(verdict)) + ": " + verdict.reason
        case .clockFault:
            terminal.styled("clock fault", .red) + ": a counter fell, or the boot identity changed"
        case .elapsedClockWrong:
            terminal.styled("elapsed clock wrong", .red) + ": " + Formatting.elapsedClockWrong
        }
    }

    // MARK: - For a program

    private func members(
        _ item: WatchItem, _ keeper: Timekeeper, _ elapsed: ElapsedInstant
    ) -> (String, [(String, JSON)])? {
        switch item {
        case .begun:
            return ("begun", [("boot", observatory.bootVerdict.json), ("trusted", observatory.trusted.json)])
        case .polled(let outcomes):
            let sources = zip(named, outcomes).map { $1.json(as: $0, at: elapsed, drift: keeper.model.drift) }
            return ("polled", [("trusted", observatory.trusted.json), ("sources", .list(sources))])
        case .notSaved(let error):
            return ("notSaved", [("message", .text(error.description))])
        case .savedAgain:
            return ("savedAgain", [])
        case .roughtimeProof(let proof):
            return ("roughtimeProof", [("file", proof.file.map(JSON.text) ?? .null), ("message", .text(proof.text))])
        case .event(let event):
            return members(event)
        case .alive, .reload, .end:
            return nil
        }
    }

    private func members(_ event: TrustedClock.Event) -> (String, [(String, JSON)])? {
        switch event {
        case .synchronized, .tightened, .rejected, .failed: nil
        case .withheld(let trusted): (event.name, [("trusted", trusted.json)])
        case .floorReplaced, .clockFault, .elapsedClockWrong: (event.name, [])
        case .systemClockStepped(let step, let direction):
            (
                event.name,
                [
                    ("stepNanoseconds", .nanoseconds(Nanoseconds(clamping: step).count)),
                    ("direction", .name(of: direction)),
                ]
            )
        case .slept(let span): (event.name, [("nanoseconds", .nanoseconds(Nanoseconds(clamping: span).count))])
        case .bootVerdictSettled(let observer, let verdict):
            (event.name, [("observer", .text(observer)), ("boot", verdict.json)])
        }
    }
}

extension Observatory {
    /// The bounds of the true time at the latest reading.
    fileprivate var trusted: TrustedTime { keeper.shown }
}

extension TrustedClock.Event {
    /// The event's name in the output of `--json` and in the metrics.
    var name: String {
        switch self {
        case .synchronized: "synchronized"
        case .tightened: "tightened"
        case .rejected: "rejected"
        case .failed: "failed"
        case .withheld: "withheld"
        case .floorReplaced: "floorReplaced"
        case .systemClockStepped: "systemClockStepped"
        case .slept: "slept"
        case .bootVerdictSettled: "bootVerdictSettled"
        case .clockFault: "clockFault"
        case .elapsedClockWrong: "elapsedClockWrong"
        }
    }
}
