import Sidereal

/// The command `siderealctl`: one file a subcommand, told apart here.
@main
enum Siderealctl {
    /// That of the changelog's newest entry.
    static let version = "0.1.0"

    static let usage = """
        siderealctl tells whether this machine rebooted, what time it really is, and whether its clock was set.

        usage: siderealctl COMMAND [OPTION]...

          check     read the clocks, compare them with the last check, ask servers if named, and save
          now       tell the true time, with its error
          watch     stay, and tell what happens to the clocks
          replay    feed a journal to the timekeeper and print what it finds
          export    strip a journal of what identifies
          simulate  run invented histories of devices, whose truth is known, against what is promised

        siderealctl help COMMAND tells more, siderealctl --version the version. Answers go to standard output, errors to
        standard error.
        Exit status: 0 an answer, 10 to 22 an answer that --fail-on names, 64 bad usage, 65 bad input data,
        69 a service out of reach, 70 a broken promise in a simulation, 74 an input or output error.
        """

    static func main() {
        let terminal = Terminal()
        do throws(CommandError) {
            try Terminal.openClosedDescriptors()
            // Swift's runtime reads them in /proc, the command's own name first.
            guard !CommandLine.arguments.isEmpty else {
                throw .inputOutput("cannot read the arguments in /proc/self/cmdline: is /proc mounted?")
            }
            try run(Array(CommandLine.arguments.dropFirst()), terminal)
            try terminal.flush()
        } catch {
            if !error.message.isEmpty { terminal.writeError("siderealctl: \(error.message)") }
            terminal.exit(error.status)
        }
    }

    private static func run(_ arguments: [String], _ terminal: Terminal) throws(CommandError) {
        guard let command = arguments.first else {
            throw .usage("a command is missing; siderealctl --help lists them")
        }
        let rest = Array(arguments.dropFirst())
        if command == "help", let named = rest.first {
            guard rest.count == 1 else { throw .usage("help: name one command") }
            return try run([named, "--help"], terminal)
        }
        switch command {
        case "check": try CheckCommand.run(rest, terminal)
        case "now": try NowCommand.run(rest, terminal)
        case "watch": try WatchCommand.run(rest, terminal)
        case "export": try ExportCommand.run(rest, terminal)
        case "simulate": try SimulateCommand.run(rest, terminal)
        case "replay": try ReplayCommand.run(rest, terminal)
        case "--version": try terminal.write("siderealctl \(version)")
        case "--help", "-h", "help": try terminal.write(usage)
        default: throw .usage("there is no command '\(command)'; siderealctl --help lists them")
        }
    }
}
