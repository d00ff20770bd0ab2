import Sidereal

/// The parsed arguments of a subcommand. Its help text lists the valid options.
///
/// All options are long: `--name value`, `--name=value`, and flags. `--` ends the options.
struct Arguments {
    private(set) var flags: Set<String> = []
    private(set) var values: [String: String] = [:]
    private(set) var operands: [String] = []
    /// The values of repeatable options, in the order of the command line.
    private(set) var repeated: [(name: String, value: String)] = []

    let command: String
    /// The options that the command accepts, by name.
    private let known: [String: HelpPage.Option]
    /// The configuration. It supplies the options that are not on the command line.
    private(set) var configuration = Configuration.none

    var wantsHelp: Bool { flags.contains("help") }

    /// Throws if the command line contains an operand. Call this method for a command that accepts no operands.
    func refuseOperands() throws(CommandError) {
        guard let operand = operands.first else { return }
        throw .usage("\(command): unexpected argument '\(operand)'; see siderealctl \(command) --help")
    }

    init(_ arguments: [String], of page: HelpPage) throws(CommandError) {
        command = page.name
        known = Dictionary(page.options.map { ($0.name, $0) }) { first, _ in first }
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            if argument == "--" {
                operands += rest
                break
            }
            guard argument.hasPrefix("-"), argument != "-" else {
                operands.append(argument)
                continue
            }
            let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let word = parts.first ?? ""
            // The option's name without its dashes. An argument with one dash is not an option, except -h.
            let name = argument == "-h" ? "help" : word.hasPrefix("--") ? String(word.dropFirst(2)) : ""
            let option = known[name]
            if name == "help" || option.map({ $0.value == nil }) == true {
                guard parts.count == 1 else { throw .usage("\(command): --\(name) takes no value") }
                flags.insert(name)
            } else if option != nil {
                guard let value = parts.count == 2 ? String(parts[1]) : rest.popFirst() else {
                    throw .usage("\(command): --\(name) needs a value")
                }
                if value.isEmpty { throw .usage("\(command): --\(name) is empty") }
                if SourceOptions.repeatable.contains(name) {
                    repeated.append((name, value))
                    continue
                }
                guard values.updateValue(value, forKey: name) == nil else {
                    throw .usage("\(command): --\(name) is given twice")
                }
            } else {
                throw .usage(
                    "\(command): there is no option '\(argument)'; siderealctl \(command) --help lists the options")
            }
        }
    }
}

extension Arguments {
    /// Reads the configuration, which supplies the options that are not on the command line. The option --config takes
    /// precedence over `path`. Reads nothing with --help.
    mutating func configure(from path: String? = nil) throws(CommandError) {
        if wantsHelp { return }
        configuration = try Configuration.read(named: values["config"] ?? path)
        for (name, entry) in configuration.values {
            guard let option = known[name] else { continue }
            if option.value == nil {
                if entry.text == "yes" { flags.insert(name) }
            } else if values[name] == nil {
                values[name] = entry.text
            }
        }
    }

    /// Returns an error about an option's value. The error says whether the value comes from the command line or from a
    /// file.
    func error(_ name: String, _ problem: String) -> CommandError {
        if let entry = configuration.values[name], values[name] == entry.text {
            return .badData("\(entry.place): \(name) \(problem)")
        }
        return .usage("\(command): --\(name) \(problem)")
    }
}

/// An error that ends the command with one line on standard error and an exit status of sysexits(3).
package struct CommandError: Error {
    let status: Int32
    package let message: String

    static func usage(_ message: String) -> CommandError { CommandError(status: 64, message: message) }
    static func badData(_ message: String) -> CommandError { CommandError(status: 65, message: message) }
    static func notSaved(_ problem: ObservatoryError) -> CommandError { .inputOutput("nothing was saved: \(problem)") }
    static func outOfReach(_ message: String) -> CommandError { CommandError(status: 69, message: message) }
    /// Returns the error that means that the tested code is wrong (EX_SOFTWARE).
    static func brokenPromise(_ message: String) -> CommandError { CommandError(status: 70, message: message) }
    static func inputOutput(_ message: String) -> CommandError { CommandError(status: 74, message: message) }
}
