import Sidereal

/// `siderealctl watch`: keeps running and reports events of the clocks.
enum WatchCommand {
    static let page = HelpPage("watch", help: usage)
    static let usage = HelpPage.help(
        of: "watch",
        """
        Stays until it is interrupted, and prints a line for each thing that happens: the system clock is set, and whether that
        brought it nearer to the true time; the machine slept; the servers were asked, and what is known of the true time
        then; a server that answered no longer does, or does again; Roughtime servers contradict each other, and where the proof
        is kept; what was learned can't be saved.

          --state DIR      where the record is kept (default: as for check); it compares with the last watch, not with a check
          --journal FILE   append what is seen to a journal, for siderealctl replay
        \(Metrics.usage)
        \(CheckCommand.driftUsage)
          --exec COMMAND   run COMMAND by /bin/sh at each event, with the event's JSON on its standard input and its name
                           in $SIDEREAL_EVENT; at most \(Hook.mostAtOnce) at once, each for \(Hook.secondsToRun) seconds
          --json           print one JSON object per line, with keys that stay
          --verbose        print a line for each server whenever it is asked
          --interval S     ask the servers anew after so long (default: 900; at least 64 unless they are on this machine)
          --own-servers    the servers are yours: they may be asked as often as you like
          --for S          end by itself after so long
        \(SourceOptions.usage)

        Without --server, --nts, --roughtime and --ntp the servers are those of sources.conf in the state directory or, where
        there is none, of the configuration. SIGHUP reads the configuration again, where there is one, and opens the journal anew, which
        may have been renamed; without one it ends the watch, as SIGINT and SIGTERM do. Under systemd, readiness, status
        and signs of life are sent to $NOTIFY_SOCKET.
        """)

    static func run(_ arguments: [String], _ terminal: Terminal) throws(CommandError) {
        guard var setup = try WatchSetup(arguments) else { return try terminal.write(usage) }
        let session = try WatchSession(arguments, terminal)
        while let next = try session.run(setup) { setup = next }
    }
}

/// The options of a watch.
struct WatchSetup: Sendable {
    let values: [String: String]
    let isJSON: Bool
    let isVerbose: Bool
    let options: SourceOptions
    let named: [SourceOptions.Named]
    let interval: Duration
    let end: Duration?
    /// Indicates whether there is a configuration file that SIGHUP can reload.
    let hasConfiguration: Bool

    /// Returns `nil` if help is requested.
    init?(_ arguments: [String]) throws(CommandError) {
        var parsed = try Arguments(arguments, of: WatchCommand.page)
        if parsed.wantsHelp { return nil }
        try parsed.refuseOperands()
        try parsed.configure()
        options = try SourceOptions(parsed, of: "watch")
        interval = try SourceOptions.seconds("interval", parsed, least: 1)?.duration ?? .seconds(900)
        end = try SourceOptions.seconds("for", parsed, least: 0)?.duration
        named = try options.servers(orThoseOf: parsed)
        if interval < .seconds(64), !parsed.flags.contains("own-servers"),
            let other = named.first(where: { !$0.isHere })
        {
            throw parsed.error(
                "interval", "is below 64: ask \(other.text) less often, or say --own-servers if it is yours")
        }
        values = parsed.values
        isJSON = parsed.flags.contains("json")
        isVerbose = parsed.flags.contains("verbose")
        hasConfiguration = parsed.configuration.isThere
    }
}
