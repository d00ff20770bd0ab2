import Sidereal
import SiderealCore

/// `siderealctl watch`: stays, and tells what happens to the clocks.
enum WatchCommand {
    static let usage = """
        usage: siderealctl watch [--state DIR] [--journal FILE] [--json | --verbose] [--server URL]...
                                 [--ntp HOST[:PORT]]... [--interval S] [--own-servers] [--for S] [--timeout S]
                                 [--lag S] [--server-error S] [--ca-file FILE]

        Stays until it is interrupted, and prints a line for each thing that happens: the system clock is set, and whether that
        brought it nearer to the true time; the machine slept; the servers were asked, and what is known of the true time
        then; a server that answered no longer does, or does again; what was learned can't be saved.

          --state DIR      where the record is kept (default: as for check); it compares with the last watch, not with a check
          --journal FILE   append what is seen to a journal, for siderealctl replay
          --json           print one JSON object per line, with keys that stay
          --verbose        print a line for each server whenever it is asked
          --interval S     ask the servers anew after so long (default: 900; at least 64 unless they are on this machine)
          --own-servers    the servers are yours: they may be asked as often as you like
          --for S          end by itself after so long
        \(SourceOptions.usage)

        Without --server and --ntp the servers are those of sources.conf in the state directory, or none.
        """

    static func run(_ arguments: [String], _ terminal: Terminal) throws(CommandError) {
        let parsed = try Arguments(
            arguments, of: "watch", flags: ["json", "verbose", "own-servers"],
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
        if interval < .seconds(64), !parsed.flags.contains("own-servers"),
            let other = named.first(where: { !$0.isHere })
        {
            throw .usage(
                "watch: --interval is below 64: ask \(other.text) less often, or say --own-servers if it is yours")
        }
        let sources = try options.sources(named)
        let observatory = try CheckCommand.open(parsed.values, for: "watch", savesAutomatically: true)
        let watch = Watch(
            observatory: observatory, clock: TrustedClock(observatory, sources: sources), named: named,
            timeout: options.timeout, interval: interval, end: end)
        let text = WatchText(
            terminal, observatory, named, isJSON: parsed.flags.contains("json"),
            isVerbose: parsed.flags.contains("verbose"))
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
    /// The servers were asked; the outcomes are in the order in which they were named.
    case polled([SourceOutcome])
    case notSaved(ObservatoryError)
    case end
}

/// Waits for what the kernel notifies of, asks the servers now and then, and ends when it is told to.
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
            for line in text.lines(for: item) { try terminal.write(line) }
            try terminal.flush()
        }
    }

    private func start() -> AsyncStream<WatchItem> {
        queue.yield(.begun)
        let events = clock.events
        tasks.add { [queue] in
            for await event in events { queue.yield(.event(event)) }
        }
        let saveErrors = observatory.saveErrors
        tasks.add { [queue] in
            for await error in saveErrors { queue.yield(.notSaved(error)) }
        }
        tasks.add { await (self.named.isEmpty ? self.readClocks() : self.poll()) }
        if let end {
            tasks.add { [queue] in
                if (try? await Task.sleep(for: end, clock: .continuous)) != nil { queue.yield(.end) }
            }
        }
        tasks.endOnSignals { [queue] in queue.yield(.end) }
        return items
    }

    /// The kernel notifies of settings of the clock and, since 5.14, of the machine's sleep: between polls nothing has
    /// to run. Older kernels leave a sleep to the next reading.
    private func readClocks() async {
        while (try? await Task.sleep(for: interval, clock: .continuous)) != nil { _ = try? observatory.reading() }
    }

    private func poll() async {
        repeat {
            let result = await clock.synchronize(timeout: timeout)
            if Task.isCancelled { return }
            queue.yield(.polled(result.outcomes.calling(named)))
        } while (try? await Task.sleep(for: interval, clock: .continuous)) != nil
    }
}
