import Sidereal

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The command `siderealctl`. It selects the subcommand. Each subcommand has its own file.
@main
enum Siderealctl {
    static func main() {
        let terminal = Terminal()
        do throws(CommandError) {
            try Terminal.openClosedDescriptors()
            try run(Array(try arguments().dropFirst()), terminal)
            try terminal.flush()
        } catch {
            if !error.message.isEmpty { terminal.writeError("siderealctl: \(error.message)") }
            terminal.exit(error.status)
        }
    }

    /// Returns the arguments, with the command's own name first.
    private static func arguments() throws(CommandError) -> [String] {
        // Swift's runtime looks for the arguments in /proc and on the stack. It does not find them if a preloaded
        // library has changed the environment.
        let known = CommandLine.arguments
        if !known.isEmpty { return known }
        guard let text = FileManager.default.contents(atPath: "/proc/self/cmdline"), !text.isEmpty else {
            throw .inputOutput("can't read the arguments in /proc/self/cmdline: is /proc mounted?")
        }
        return text.split(separator: 0, omittingEmptySubsequences: false).dropLast().map {
            String(decoding: $0, as: UTF8.self)
        }
    }

    private static func run(_ arguments: [String], _ terminal: Terminal) throws(CommandError) {
        guard let command = arguments.first else {
            throw .usage("the command line names no command; siderealctl --help lists the commands")
        }
        let rest = Array(arguments.dropFirst())
        if command == "help", !rest.isEmpty { return try help(rest, terminal) }
        switch command {
        case "check": try CheckCommand.run(rest, terminal)
        case "now": try NowCommand.run(rest, terminal)
        case "watch": try WatchCommand.run(rest, terminal)
        case "status": try StatusCommand.run(rest, terminal)
        case "reset": try ResetCommand.run(rest, terminal)
        case "config": try ConfigCommand.run(rest, terminal)
        case "export": try ExportCommand.run(rest, terminal)
        case "simulate": try SimulateCommand.run(rest, terminal)
        case "roughtime": try RoughtimeCommand.run(rest, terminal)
        case "replay": try ReplayCommand.run(rest, terminal)
        case "--version": try terminal.write("siderealctl \(Program.version)")
        case "--help", "-h", "help": try terminal.write(Program.usage)
        default: throw .usage("there is no command '\(command)'; siderealctl --help lists the commands")
        }
    }

    private static func help(_ arguments: [String], _ terminal: Terminal) throws(CommandError) {
        let pages = Program.commands.map { HelpPage($0.name, summary: $0.summary, help: $0.help) }
        switch arguments {
        case ["--man"]: return try terminal.write(HelpPage.manual(pages))
        case let words where words.first == "--completions":
            guard words.count == 2, let shell = HelpPage.Shell(rawValue: words[1]) else {
                throw .usage(
                    "help: --completions needs one of \(HelpPage.Shell.allCases.map(\.rawValue).joined(separator: ", "))"
                )
            }
            return try terminal.write(HelpPage.completions(pages, for: shell))
        case let words where words.count == 1: return try run([words[0], "--help"], terminal)
        default: throw .usage("help: name one command")
        }
    }
}
