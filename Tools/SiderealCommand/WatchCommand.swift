import Sidereal

/// `siderealctl watch`: keeps running and reports events that concern the clocks.
enum WatchCommand {
    static let page = HelpPage("watch", help: usage)
    static let usage = HelpPage.help(
        of: "watch",
        """
        Runs until you interrupt it, and prints a line for each event, such as:

          the system clock was set, with the direction: toward the true time or away from it
          the machine slept
          the watch asked the servers, with the true time according to their answers
          a server stopped answering, or answers again
          Roughtime servers contradict each other, with the file of the proof
          the watch can't save, or can save again

          --state DIR      the directory of the record (default: as for check); the watch compares with the last watch,
                           not with a check
          --journal FILE   append all inputs to a journal, for siderealctl replay
        \(Metrics.usage)
        \(CheckCommand.driftUsage)
          --exec COMMAND   run COMMAND with /bin/sh at each event, with the event's JSON on its standard input and its
                           name in $SIDEREAL_EVENT; at most \(Hook.mostAtOnce) run at once, each for at most
                           \(Hook.secondsToRun) seconds
          --json           print one JSON object per line, with stable keys
          --verbose        print a line for each server at each poll
          --interval S     the time between polls (default: 900; at least 64, except for servers on this machine)
          --own-servers    allow any interval, because the servers are yours
          --for S          end the watch after this time
        \(SourceOptions.usage)

        Without --server, --nts, --roughtime and --ntp, the watch asks the servers in sources.conf in the state
        directory. Without sources.conf, the watch asks the servers of the configuration.

        On SIGHUP, the watch reads the configuration again, and reopens the journal, which may have been renamed.
        A new value of drift, machine or boot-id needs a restart. Without a configuration, SIGHUP ends the watch, as
        SIGINT and SIGTERM do, except under systemd. Under systemd, the watch sends its
        readiness, status and signs of life to $NOTIFY_SOCKET. To systemd's journal it sends each event as one entry,
        with the members of the event's JSON as fields. A second SIGINT or SIGTERM ends the watch at once.
        """)

    static func run(_ arguments: [String], _ terminal: Terminal) throws(CommandError) {
        guard var setup = try WatchSetup(arguments) else { return try terminal.write(usage) }
        let session = try WatchSession(terminal)
        while let next = try session.run(setup) { setup = next }
    }
}

/// The options of a watch.
package struct WatchSetup: Sendable {
    private let words: [String]
    let arguments: Arguments
    let isJSON: Bool
    let isVerbose: Bool
    let options: SourceOptions
    let named: [SourceOptions.Named]
    let interval: Duration
    let end: Duration?
    /// The path of the configuration, or `nil` if there is no configuration. SIGHUP reloads the configuration.
    let configuration: String?

    /// Returns `nil` if the arguments request help. Reads the configuration at `path`, unless the arguments name
    /// another one. Without a path, the standard configuration may be missing.
    package init?(_ words: [String], configuration path: String? = nil) throws(CommandError) {
        var parsed = try Arguments(words, of: WatchCommand.page)
        if parsed.wantsHelp { return nil }
        try parsed.refuseOperands()
        try parsed.configure(from: path)
        options = try SourceOptions(parsed, of: "watch")
        interval = try SourceOptions.seconds("interval", parsed, least: 1)?.duration ?? .seconds(900)
        end = try SourceOptions.seconds("for", parsed, least: 0)?.duration
        named = try options.servers(orThoseOf: parsed)
        if interval < .seconds(64), !parsed.flags.contains("own-servers"),
            let other = named.first(where: { !$0.isHere })
        {
            throw parsed.error(
                "interval", "is below 64: ask \(other.text) less often, or pass --own-servers if that server is yours")
        }
        self.words = words
        self.arguments = parsed
        isJSON = parsed.flags.contains("json")
        isVerbose = parsed.flags.contains("verbose")
        configuration = parsed.configuration.path
    }

    /// Returns the setup that the configuration now gives. Throws if the configuration has been removed, or if it
    /// changes an option that a running watch can't change.
    package func reread() throws(CommandError) -> WatchSetup? {
        guard let next = try WatchSetup(words, configuration: configuration) else { return nil }
        if let option = CheckCommand.clockOptions.first(where: { next.arguments.values[$0] != arguments.values[$0] }) {
            throw .usage("a running watch can't change its option \(option): restart the watch")
        }
        return next
    }
}
