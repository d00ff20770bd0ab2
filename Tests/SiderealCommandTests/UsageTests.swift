import TestSupport
import Testing

@Suite("siderealctl's command line", .waitsForProcesses) struct UsageTests {
    let command: Command

    init() throws { command = try Command() }

    @Test(
        "printing the help writes no file, and no line of the help exceeds 120 columns",
        arguments: [
            (["--help"], "usage: siderealctl COMMAND"), (["-h"], "usage: siderealctl COMMAND"),
            (["help"], "usage: siderealctl COMMAND"), (["check", "--help"], "usage: siderealctl check"),
            (["check", "-h"], "usage: siderealctl check"), (["replay", "--help"], "usage: siderealctl replay"),
            (["check", "--json", "--help"], "usage: siderealctl check"),
        ] as [([String], String)])
    func help(arguments: [String], words: String) throws {
        let result = try command.run(arguments)
        result.expectSuccess()
        #expect(result.output.contains(words))
        #expect(result.lines.allSatisfy { $0.count <= 120 })
        #expect(try command.names().isEmpty)
    }

    @Test(
        "the command exits with 64 after a usage error, names the mistake and writes no file",
        arguments: [
            ([], "names no command"),
            (["frobnicate"], "no command 'frobnicate'"),
            (["--json"], "no command '--json'"),
            (["frob\n\u{1b}[31mnicate"], #"no command 'frob\n\u{1B}[31mnicate'"#),
            (["check", "--frobnicate"], "no option '--frobnicate'"),
            (["check", "-j"], "no option '-j'"),
            (["check", "-json"], "no option '-json'"),
            (["check", "---json"], "no option '---json'"),
            (["check", "-state", "s"], "no option '-state'"),
            (["check", "--json=yes"], "--json takes no value"),
            (["check", "--state"], "--state needs a value"),
            (["check", "--state="], "--state is empty"),
            (["check", "--state", ""], "--state is empty"),
            (["check", "--observer", ""], "--observer is empty"),
            (["check", "--journal", ""], "--journal is empty"),
            (["check", "--state", "a", "--state", "b"], "--state is given twice"),
            (["check", "operand"], "'operand'"),
            (["check", "--", "--json"], "'--json'"),
            (["now", "operand"], "now: unexpected argument 'operand'"),
            (["check", "--state", "s", "--observer", String(repeating: "x", count: 256)], "1 to 255 bytes"),
            (["help", "frobnicate"], "no command 'frobnicate'"),
            (["help", "check", "now"], "name one command"),
            (["check", "--fail-on", "rebooted,"], "--fail-on has '', which is not one of rebooted, "),
            (["check", "--fail-on", "Rebooted"], "--fail-on has 'Rebooted'"),
            (["now", "--fail-on", "ahead,rebooted"], "--fail-on has 'rebooted', which is not one of ahead, "),
            (["check", "--requests", "0"], "--requests is '0', not a whole number from 1 to 64"),
            (["check", "--requests", "1.5"], "--requests is '1.5'"),
            (["check", "--drift", "x"], "--drift is 'x'"),
            (["check", "--drift", "0"], "--drift is 0 parts per million, not 1 to 100,000"),
            (["check", "--machine", String(repeating: "x", count: 256)], "--machine has 256 bytes, not 1 to 255"),
            (["replay"], "name one journal"),
            (["replay", ""], "name one journal"),
            (["replay", "a", "b"], "name one journal"),
            (["replay", "a", "--drift", "x"], "--drift is 'x'"),
            (["replay", "a", "--drift", "-1"], "--drift is '-1'"),
            (["replay", "a", "--drift", "1000000"], "--drift is '1000000'"),
            (["replay", "a", "--drift", "nan"], "--drift is 'nan'"),
            (["replay", "a", "--drift="], "--drift is "),
        ] as [([String], String)])
    func mistakes(arguments: [String], words: String) throws {
        let result = try command.run(arguments)
        result.expectFailure(64, saying: words)
        #expect(result.output == "")
        #expect(try command.names().isEmpty)
    }
}
