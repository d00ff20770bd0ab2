import Foundation
import TestSupport
import Testing

@Suite("siderealctl --help", .waitsForProcesses) struct HelpTests {
    let command: Command

    init() throws { command = try Command() }

    static let commands = [
        "check", "now", "watch", "status", "reset", "config", "roughtime", "replay", "export", "simulate",
    ]

    /// An option as a help lists it.
    struct Option: Hashable {
        let name: String
        let takesValue: Bool
    }

    /// Returns the options that begin a line of the list, and the option names of the usage above it.
    func options(of name: String) throws -> (listed: [Option], used: Set<String>) {
        let result = try command.run([name, "--help"])
        result.expectSuccess()
        let parts = try #require(result.output.range(of: "\n\n"))
        let used = result.output[..<parts.lowerBound].matches(of: /--([a-z-]+)/).map { String($0.1) }
        let listed = result.output[parts.upperBound...].split(separator: "\n").compactMap { line in
            line.prefixMatch(of: /\s+--([a-z-]+)( [A-Z])?/).map { Option(name: String($0.1), takesValue: $0.2 != nil) }
        }
        return (listed, Set(used))
    }

    @Test("each command accepts exactly the options in its help, and repeats only server options", arguments: commands)
    func listsWhatIsAccepted(name: String) throws {
        let (listed, used) = try options(of: name)
        #expect(listed.map(\.name).sorted() == used.sorted())
        for option in Set(try Self.commands.flatMap { try options(of: $0).listed }) {
            // With --help the command only prints, but still refuses unknown options.
            let words = ["--" + option.name] + (option.takesValue ? ["1"] : [])
            let isListed = listed.contains(option)
            #expect(try command.run([name] + words + ["--help"]).status == (isListed ? 0 : 64), "\(name) \(words)")
            guard isListed, option.takesValue else { continue }
            let isServer = ["server", "nts", "roughtime", "ntp"].contains(option.name)
            #expect(
                try command.run([name] + words + words + ["--help"]).status == (isServer ? 0 : 64), "\(name) \(words)")
        }
        #expect(try command.names().isEmpty)
    }

    @Test("help COMMAND prints what COMMAND --help does", arguments: commands)
    func helpOfACommand(name: String) throws {
        #expect(try command.run(["help", name]).output == (try command.run([name, "--help"]).output))
    }

    @Test("--version prints the version of the changelog's newest entry, which the README names, too")
    func version() throws {
        let repository = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..")
        let changelog = try String(contentsOf: repository.appending(path: "CHANGELOG.md"), encoding: .utf8)
        let newest = try #require(changelog.firstMatch(of: /\n## \[([0-9.]+)\]/)).1
        let result = try command.run(["--version"])
        result.expectSuccess()
        #expect(result.output == "siderealctl \(newest)\n")
        let readme = try String(contentsOf: repository.appending(path: "README.md"), encoding: .utf8)
        #expect(readme.contains("from: \"\(newest)\")"))
    }

    @Test("the help lists all commands")
    func allCommandsAreNamed() throws {
        let help = try command.run(["--help"]).output
        let named = help.split(separator: "\n").compactMap { $0.prefixMatch(of: #/  ([a-z]+)  /#).map { String($0.1) } }
        #expect(named == Self.commands)
        #expect(Self.commands.count == Set(Self.commands).count)
    }

    @Test("the help of `now` names its default servers")
    func theServersAskedByNowAreNamed() throws {
        let words = try command.run(["now", "--help"]).output.split { $0.isWhitespace || $0 == "," }
        let servers = words.filter { $0.hasPrefix("https://") }.map {
            $0.trimmingCharacters(in: .punctuationCharacters)
        }
        #expect(servers == ["https://www.apple.com", "https://www.cloudflare.com", "https://www.google.com"])
    }

    @Test("the manual page and all shell completions have each command and option of the help")
    func oneSource() throws {
        let manual = try command.run(["help", "--man"])
        manual.expectSuccess()
        let shells = try ["bash", "zsh", "fish"].map { shell in
            let result = try command.run(["help", "--completions", shell])
            result.expectSuccess()
            return result.output
        }
        for name in Self.commands {
            let section = try #require(
                manual.output.components(separatedBy: ".SS ").first { $0.hasPrefix(name + "\n") })
            for option in try options(of: name).listed.map(\.name) {
                #expect(section.contains("\\-\\-" + option.replacing("-", with: "\\-") + "\\fR"), "\(name) --\(option)")
                #expect(shells[0].contains("--\(option) "))
                #expect(shells[1].contains("--\(option)["))
                #expect(
                    shells[2].contains("'__fish_seen_subcommand_from \(name)' -l \(option) "), "\(name) --\(option)")
            }
        }
    }

    @Test("an unknown shell causes an error that names it")
    func unknownShell() throws {
        try command.run(["help", "--completions", "csh"]).expectFailure(64, saying: "one of bash, zsh, fish")
        try command.run(["help", "--completions"]).expectFailure(64, saying: "one of bash, zsh, fish")
    }
}
