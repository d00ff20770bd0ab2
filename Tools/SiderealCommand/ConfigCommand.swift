import Sidereal

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// `siderealctl config`: checks the configuration before another command uses it.
enum ConfigCommand {
    static let page = HelpPage("config", help: usage)
    static let usage = HelpPage.help(
        of: "config",
        """
        Checks the configuration and the file sources.conf in the state directory. Prints the result: the servers that
        check and watch ask, and the options. The command asks no server, and changes nothing.

          --state DIR      the directory of sources.conf (default: as for check)
          --config FILE    the configuration (default: /etc/sidereal/siderealctl.conf, if it exists)
          --quiet          print no answer; use the exit status

        If a file has a mistake, the exit status is 65, and the error names the line.
        """)

    static func run(_ arguments: [String], _ terminal: Terminal) throws(CommandError) {
        var parsed = try Arguments(arguments, of: page)
        if parsed.wantsHelp { return try terminal.write(usage) }
        try parsed.refuseOperands()
        try parsed.configure()
        let terminal = parsed.flags.contains("quiet") ? terminal.quiet : terminal
        let options = ["config", "state"].flatMap { name in parsed.values[name].map { ["--" + name, $0] } ?? [] }
        // The watch command validates most of the options, and the check command validates the others.
        guard let setup = try WatchSetup(options) else { return }
        var check = try Arguments(options, of: CheckCommand.page)
        try check.configure()
        // Making the sources shows whether this machine has the libraries that they need.
        _ = try SourceOptions(check, of: "check").sources(setup.named)
        _ = try CheckCommand.clocks(check)
        for server in setup.named { try terminal.write(server.line) }
        for (name, entry) in parsed.configuration.values.sorted(by: { $0.key < $1.key }) {
            try terminal.write("\(name) = \(entry.text)")
        }
        if setup.named.isEmpty, parsed.configuration.values.isEmpty { try terminal.write("Nothing is configured.") }
    }
}

extension SourceOptions.Named {
    /// The line that names the server in a configuration file.
    fileprivate var line: String { (kind.port == nil ? "server" : kind.rawValue) + " = " + text }
}
