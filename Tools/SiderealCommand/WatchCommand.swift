import Sidereal
import SiderealCore

/// `siderealctl watch`: stays, and tells what happens to the clocks.
enum WatchCommand {
    static let usage = """
        usage: siderealctl watch [--state DIR] [--journal FILE] [--json] [--server URL]... [--ntp HOST[:PORT]]...
                                 [--interval S] [--for S] [--timeout S] [--lag S] [--server-error S]

        Stays until it is interrupted, and prints a line for each thing that happens: the system clock is set, and whether that
        brought it nearer to the true time; the machine slept; servers answered; the true time became known, or better known.

          --state DIR      where the record is kept (default: as for check); it compares with the last watch, not with a check
          --journal FILE   append what is seen to a journal, for siderealctl replay
          --json           print one JSON object per line, with keys that stay
          --interval S     ask the servers anew after so long (default: 900)
          --for S          end by itself after so long
        \(SourceOptions.usage)

        Without --server and --ntp the servers are those of sources.conf in the state directory, or none.
        """

    static func run(_ arguments: [String], _ terminal: Terminal) throws(CommandError) {
        let parsed = try Arguments(
            arguments, of: "watch", flags: ["json"],
            options: SourceOptions.options.union(["state", "journal", "interval", "for"]),
            repeatable: SourceOptions.repeatable)
        if parsed.wantsHelp { return try terminal.write(usage) }
        if let operand = parsed.operands.first {
            throw .usage("watch: what is '\(operand)' for? siderealctl watch --help lists the options")
        }
        let options = try SourceOptions(parsed, of: "watch")
        let interval = try SourceOptions.seconds("interval", parsed, "watch", least: 1)?.duration ?? .seconds(900)
        let end = try SourceOptions.seconds("for", parsed, "watch", least: 0)?.duration
        let named = try options.servers(orThoseOf: parsed.values)
        let sources = try options.sources(named)
        let observatory = try CheckCommand.open(parsed.values, for: "watch", savesAutomatically: true)
        let watch = Watch(
            observatory: observatory, clock: TrustedClock(observatory, sources: sources), named: named,
            timeout: options.timeout, interval: interval, end: end)
        let text = WatchText(terminal, observatory, isJSON: parsed.flags.contains("json"))
        try AsyncWork.run { () async throws(CommandError) in try await watch.printLines(text, terminal) }
        do throws(ObservatoryError) {
            try observatory.save()
        } catch {
            throw .inputOutput("nothing was saved: \(error)")
        }
    }
}

/// What a watch tells.
enum WatchItem: Sendable {
    case begun
    case event(TrustedClockEvent)
    case outcome(SourceOutcome, of: SourceOptions.Named)
    case end
}

/// Looks at the clocks every second, asks the servers now and then, and ends when it is told to.
private final class Watch: Sendable {
    private let observatory: Observatory
    private let clock: TrustedClock
    private let named: [SourceOptions.Named]
    private let timeout: Duration
    private let interval: Duration
    private let end: Duration?
    private let items: AsyncStream<WatchItem>
    private let queue: AsyncStream<WatchItem>.Continuation
    private let tasks = TaskSet()

    init(
        observatory: Observatory, clock: TrustedClock, named: [SourceOptions.Named], timeout: Duration,
        interval: Duration, end: Duration?
    ) {
        self.observatory = observatory
        self.clock = clock
        self.named = named
        self.timeout = timeout
        self.interval = interval
        self.end = end
        (items, queue) = AsyncStream.makeStream()
    }

    /// Prints a line for each thing that happens, until it ends.
    func printLines(_ text: WatchText, _ terminal: Terminal) async throws(CommandError) {
        var text = text
        defer { tasks.cancel() }
        for await item in start() {
            if case .end = item { return }
            if let line = text.line(for: item) {
                try terminal.write(line)
                try terminal.flush()
            }
        }
    }

    private func start() -> AsyncStream<WatchItem> {
        queue.yield(.begun)
        let events = clock.events
        tasks.add { [queue] in
            for await event in events { queue.yield(.event(event)) }
        }
        tasks.add { await self.readClocks() }
        if !named.isEmpty { tasks.add { await self.poll() } }
        if let end {
            tasks.add { [queue] in
                if (try? await Task.sleep(for: end, clock: .continuous)) != nil { queue.yield(.end) }
            }
        }
        tasks.endOnSignals { [queue] in queue.yield(.end) }
        return items
    }

    /// A sleep of the machine shows in the elapsed clock alone; the other clocks are read once a minute.
    private func readClocks() async {
        var seconds = 0
        while (try? await Task.sleep(for: .seconds(1), clock: .continuous)) != nil {
            seconds += 1
            _ = clock.stamp()
            if seconds % 60 == 0 { _ = try? observatory.reading() }
        }
    }

    private func poll() async {
        repeat {
            let result = await clock.synchronize(timeout: timeout)
            if Task.isCancelled { return }
            for (server, outcome) in zip(named, result.outcomes.calling(named)) {
                queue.yield(.outcome(outcome, of: server))
            }
        } while (try? await Task.sleep(for: interval, clock: .continuous)) != nil
    }
}
