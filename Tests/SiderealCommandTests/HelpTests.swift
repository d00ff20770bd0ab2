import Foundation
import TestSupport
import Testing

@Suite("siderealctl --help", .waitsForProcesses) struct HelpTests {
    let command: Command

    init() throws { command = try Command() }

    static let commands = ["check", "now", "watch", "roughtime", "replay", "export", "simulate"]

    /// Every option of any command, with a value that it accepts; empty for a flag.
    static let options = [
        "state": "s", "observer": "o", "journal": "j", "json": "", "server": "http://127.0.0.1", "nts": "127.0.0.1",
        "roughtime": "127.0.0.1,2O3mkkheDExCuhG+ZNIoWmO/IdCdLzADgUn8SnC4hME=", "ntp": "127.0.0.1",
        "timeout": "1", "tolerance": "1", "lag": "1", "server-error": "1", "interval": "1", "for": "1", "drift": "1",
        "output": "o", "html": "h", "histories": "1", "seed": "1", "store-every": "1", "events": "1", "keep": "k",
        "history": "h", "list": "", "table": "1", "markdown": "", "orders": "1", "traces": "t",
        "lives": "1", "quiet": "", "own-servers": "", "verbose": "", "fail-on": "unknown", "ca-file": "c",
        "config": "c", "metrics": "m", "exec": "e",
    ]

    /// The options that begin a line of the list, and those of the usage above it.
    static func options(in help: String) throws -> (listed: [String], used: [String]) {
        let parts = try #require(help.range(of: "\n\n"))
        let used = help[..<parts.lowerBound].matches(of: /--([a-z-]+)/).map { String($0.1) }
        let listed = help[parts.upperBound...].split(separator: "\n").compactMap { line in
            line.prefixMatch(of: /\s+--([a-z-]+)/).map { String($0.1) }
        }
        return (listed, used)
    }

    @Test("the help of each command lists exactly the options that the command accepts", arguments: commands)
    func listsWhatIsAccepted(name: String) throws {
        let help = try command.run([name, "--help"])
        help.expectSuccess()
        let (listed, used) = try Self.options(in: help.output)
        // Several usages may share an option.
        #expect(listed.sorted() == Set(used).sorted())
        #expect(Set(listed).isSubset(of: Self.options.keys))
        for (option, value) in Self.options.sorted(by: { $0.key < $1.key }) {
            // With --help the command does nothing, but refuses unknown options.
            let result = try command.run([name, "--\(option)"] + (value.isEmpty ? [] : [value]) + ["--help"])
            #expect(result.status == (listed.contains(option) ? 0 : 64), "\(name) --\(option)")
        }
        #expect(try command.names().isEmpty)
    }

    @Test("--server, --nts, --roughtime and --ntp are the only options that can be repeated", arguments: commands)
    func onlyServersAreRepeated(name: String) throws {
        let (listed, _) = try Self.options(in: try command.run([name, "--help"]).output)
        for option in listed {
            guard let value = Self.options[option], !value.isEmpty else { continue }
            let result = try command.run([name, "--\(option)", value, "--\(option)=\(value)", "--help"])
            #expect(
                result.status == (["server", "nts", "roughtime", "ntp"].contains(option) ? 0 : 64),
                "\(name) --\(option)")
        }
    }

    @Test("help COMMAND prints what COMMAND --help does", arguments: commands)
    func helpOfACommand(name: String) throws {
        #expect(try command.run(["help", name]).output == (try command.run([name, "--help"]).output))
    }

    @Test("--version prints the version of the changelog's newest entry")
    func version() throws {
        let changelog = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../CHANGELOG.md")
        let text = try String(contentsOf: changelog, encoding: .utf8)
        let newest = try #require(text.firstMatch(of: /\n## \[([0-9.]+)\]/)).1
        let result = try command.run(["--version"])
        result.expectSuccess()
        #expect(result.output == "siderealctl \(newest)\n")
    }

    @Test("the help lists all commands")
    func allCommandsAreNamed() throws {
        let help = try command.run(["--help"]).output
        let named = help.split(separator: "\n").compactMap { $0.prefixMatch(of: #/  ([a-z]+)  /#).map { String($0.1) } }
        #expect(named == Self.commands)
        #expect(Self.commands.count == Set(Self.commands).count)
    }

    @Test("the help of now names its default servers")
    func theServersAskedByNowAreNamed() throws {
        let words = try command.run(["now", "--help"]).output.split { $0.isWhitespace || $0 == "," }
        let servers = words.filter { $0.hasPrefix("https://") }.map {
            $0.trimmingCharacters(in: .punctuationCharacters)
        }
        #expect(servers == ["https://www.apple.com", "https://www.cloudflare.com", "https://www.google.com"])
    }

    @Test("the manual page and the completions of each shell have every command and option of the help")
    func oneSource() throws {
        let manual = try command.run(["help", "--man"])
        manual.expectSuccess()
        let shells = try ["bash", "zsh", "fish"].map { shell in
            let result = try command.run(["help", "--completions", shell])
            result.expectSuccess()
            return result.output
        }
        for name in Self.commands {
            let (listed, _) = try Self.options(in: try command.run([name, "--help"]).output)
            let section = try #require(
                manual.output.components(separatedBy: ".SS ").first { $0.hasPrefix(name + "\n") })
            for option in listed {
                #expect(section.contains("\\-\\-" + option.replacing("-", with: "\\-") + "\\fR"), "\(name) --\(option)")
                #expect(shells[0].contains("--\(option) "))
                #expect(shells[1].contains("--\(option)["))
                #expect(
                    shells[2].contains("'__fish_seen_subcommand_from \(name)' -l \(option) "), "\(name) --\(option)")
            }
        }
    }

    @Test("an unknown shell is named")
    func unknownShell() throws {
        try command.run(["help", "--completions", "csh"]).expectFailure(64, saying: "one of bash, zsh, fish")
        try command.run(["help", "--completions"]).expectFailure(64, saying: "one of bash, zsh, fish")
    }
}
