import Sidereal

/// The command `siderealctl`: one file a subcommand, told apart here.
@main
enum Siderealctl {
    static let usage = """
        siderealctl tells whether this machine rebooted, what time it really is, and whether its clock was set.

        usage: siderealctl COMMAND [OPTION]...

          check     read the clocks, compare them with the last check, ask servers if named, and save
          now       tell the true time, with its error
          watch     stay, and tell what happens to the clocks
          replay    feed a journal to the timekeeper and print what it finds
          export    strip a journal of what identifies
          simulate  run invented histories of devices, whose truth is known, against what is promised

        siderealctl COMMAND --help tells more. Answers go to standard output, errors to standard error.
        Exit status: 0 an answer, 64 bad usage, 65 bad input data, 69 a service out of reach,
        70 a broken promise in a simulation, 74 an input or output error.
        """

    static func main() {
        let terminal = Terminal()
        do {
            try Terminal.openClosedDescriptors()
            try run(Array(CommandLine.arguments.dropFirst()), terminal)
            try terminal.flush()
        } catch {
            terminal.writeError("siderealctl: \(error.message)")
            terminal.exit(error.status)
        }
    }

    private static func run(_ arguments: [String], _ terminal: Terminal) throws(CommandError) {
        guard let command = arguments.first else {
            throw .usage("a command is missing; siderealctl --help lists them")
        }
        let rest = Array(arguments.dropFirst())
        switch command {
        case "check": try CheckCommand.run(rest, terminal)
        case "now": try NowCommand.run(rest, terminal)
        case "watch": try WatchCommand.run(rest, terminal)
        case "export": try ExportCommand.run(rest, terminal)
        case "simulate": try SimulateCommand.run(rest, terminal)
        case "replay": try ReplayCommand.run(rest, terminal)
        case "--help", "-h", "help": try terminal.write(usage)
        default: throw .usage("there is no command '\(command)'; siderealctl --help lists them")
        }
    }
}
