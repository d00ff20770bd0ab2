/// The parsed help text of a command. The text that `--help` prints also declares the command's options. The manual
/// page and the shell completions are made from the same text.
///
/// The text begins with the usage. Paragraphs and options follow. The first line of an option begins with two spaces
/// and two dashes. The option's other lines are indented further.
struct HelpPage {
    struct Option: Equatable {
        /// The name without its dashes.
        let name: String
        /// The placeholder for the value, or `nil` if the option has no value.
        let value: String?
        var text: String
    }

    enum Block: Equatable {
        case paragraph(String)
        /// Lines that the page never wraps.
        case lines([String])
        case options([Option])
    }

    let name: String
    let summary: String
    /// The usages, one line each, without the program's name.
    let usages: [String]
    let blocks: [Block]

    var options: [Option] {
        blocks.flatMap { block -> [Option] in
            if case .options(let options) = block { return options }
            return []
        }
    }

    init(_ name: String, summary: String = "", help: String) {
        self.name = name
        self.summary = summary
        let lines = help.split(separator: "\n", omittingEmptySubsequences: false)
        let parts = lines.split(whereSeparator: { $0.isEmpty }).map { Array($0) }
        usages = HelpPage.usages(parts.first ?? [])
        blocks = parts.dropFirst().flatMap { HelpPage.blocks($0) }
    }

    /// Returns a help text that begins with a usage, which lists the options in `text`.
    static func help(of name: String, _ text: String) -> String {
        let begin = "usage: siderealctl " + name
        var lines = [begin]
        for option in HelpPage(name, help: begin + "\n\n" + text).options {
            let value = option.value.map { " " + $0 } ?? ""
            let word = " [--\(option.name)\(value)]" + (SourceOptions.repeatable.contains(option.name) ? "..." : "")
            if lines[lines.count - 1].count + word.count > 118 {
                lines.append(String(repeating: " ", count: begin.count))
            }
            lines[lines.count - 1] += word
        }
        return lines.joined(separator: "\n") + "\n\n" + text
    }

    private static func usages(_ lines: [Substring]) -> [String] {
        var usages: [String] = []
        for line in lines {
            let words = line.split(separator: " ").map { String($0) }
            if let start = words.firstIndex(of: "siderealctl") {
                usages.append(words[(start + 1)...].joined(separator: " "))
            } else if let last = usages.popLast() {
                usages.append(last + " " + words.joined(separator: " "))
            }
        }
        return usages
    }

    private static func blocks(_ lines: [Substring]) -> [Block] {
        var blocks: [Block] = []
        var options: [Option] = []
        var text: [Substring] = []
        func close() {
            if !options.isEmpty { blocks.append(.options(options)) }
            if text.contains(where: { $0.hasPrefix(" ") }) {
                blocks.append(.lines(text.map { String($0) }))
            } else if !text.isEmpty {
                blocks.append(.paragraph(text.joined(separator: " ")))
            }
            (options, text) = ([], [])
        }
        for line in lines {
            if line.hasPrefix("  --") {
                if !text.isEmpty { close() }
                options.append(option(line))
            } else if !options.isEmpty, line.hasPrefix("      ") {
                options[options.count - 1].text += " " + trimmed(line)
            } else {
                if !options.isEmpty { close() }
                text.append(line)
            }
        }
        close()
        return blocks
    }

    /// Parses `  --name VALUE   text`. VALUE contains no lowercase letters. One space between the value and the text is
    /// enough.
    private static func option(_ line: Substring) -> Option {
        var words = line.split(separator: " ").map { String($0) }
        let name = String(words.removeFirst().dropFirst(2))
        let isValue = words.first.map { word in word.first.map { $0.isUppercase || $0 == "[" } == true } ?? false
        let isAlone = words.first.map { $0.allSatisfy { !$0.isLowercase } } ?? false
        let value = isValue && isAlone ? words.removeFirst() : nil
        return Option(name: name, value: value, text: words.joined(separator: " "))
    }

    private static func trimmed(_ line: Substring) -> Substring { line.drop { $0 == " " } }
}
