/// The program's description for the help text and the manual page.
enum Program {
    /// The version, which is the same as in the newest entry of the changelog.
    static let version = "0.1.0"

    static let summary = "reports whether this machine rebooted, the true time, and whether the clock was set"

    static let about = """
        siderealctl check compares the clocks with the reading of its last run. If you name servers, it asks these \
        servers for the time. It sets no clock. Its answers have bounds. If the evidence proves no answer, the \
        answer is indeterminate or unknown.
        """

    static let commands: [(name: String, summary: String, help: String)] = [
        (
            "check", "compare the clocks with the last check, ask any named servers, and save the result",
            CheckCommand.usage
        ),
        ("now", "print the true time, with its error", NowCommand.usage),
        ("watch", "keep running, and report the events of the clocks", WatchCommand.usage),
        ("status", "print the contents of a record, and change nothing", StatusCommand.usage),
        ("reset", "remove everything about the true time from a record", ResetCommand.usage),
        ("config", "check the configuration, and print the resulting servers and options", ConfigCommand.usage),
        ("roughtime", "verify a report that a Roughtime server signed a false time", RoughtimeCommand.usage),
        ("replay", "replay a journal, and print the findings", ReplayCommand.usage),
        ("export", "remove the identity of a device from a journal", ExportCommand.usage),
        (
            "simulate", "test the library's promises on simulated devices",
            SimulateCommand.usage
        ),
    ]

    /// The exit statuses. Errors have the statuses of sysexits(3).
    static var statuses: [(Int32, String)] {
        [(0, "An answer.")]
            + Alarm.allCases.map { ($0.status, "The answer is '\($0.rawValue)', which --fail-on names.") } + [
                (RoughtimeCommand.statusOfProof, "A report proves that a Roughtime server signed a false time."),
                (64, "Bad usage."), (65, "Bad input data, or a mistake in a file."), (69, "A service is out of reach."),
                (70, "A broken promise in a simulation."), (74, "An input or output error."),
            ]
    }

    static var usage: String {
        let list = commands.map { "  " + $0.name.padded(to: 11) + $0.summary }.joined(separator: "\n")
        return """
            siderealctl \(summary).

            usage: siderealctl COMMAND [OPTION]...

            \(list)

            siderealctl help COMMAND prints the help of a command, and siderealctl --version the version.
            siderealctl help --man prints the manual page, and siderealctl help --completions SHELL the completions for
            bash, zsh or fish. Answers go to standard output, errors to standard error.
            Exit status: 0 an answer, 10 to 22 an answer that --fail-on names, 30 a proof that a Roughtime server
            signed a false time, 64 bad usage, 65 bad input data, 69 a service out of reach, 70 a broken promise in a
            simulation, 74 an input or output error.
            """
    }
}

extension String {
    fileprivate func padded(to width: Int) -> String { self + String(repeating: " ", count: max(0, width - count)) }
}
