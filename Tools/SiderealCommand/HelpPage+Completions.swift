import SiderealSimulation

/// The shells' completions.
extension HelpPage {
    enum Shell: String, CaseIterable {
        case bash, zsh, fish
    }

    static func completions(_ pages: [HelpPage], for shell: Shell) -> String {
        switch shell {
        case .bash: bash(pages)
        case .zsh: zsh(pages)
        case .fish: fish(pages)
        }
    }

    /// The kind of words that the shell can suggest for a value or an operand.
    private enum Words {
        case files, directories
        case of([String])
        case anything
    }

    private func words(of option: Option) -> Words {
        switch option.value {
        case "DIR": .directories
        case "FILE", "OUT": .files
        case "LIST": .of((name == "now" ? Alarm.ofClock : Alarm.allCases).map(\.rawValue))
        default: .anything
        }
    }

    private var operands: Words {
        switch name {
        case "replay", "export", "roughtime": .files
        case "simulate": .of(Scenario.all.map(\.name))
        default: .anything
        }
    }

    /// Returns the first part of an option's text, without the details.
    private static func brief(_ text: String) -> String {
        var end = text.endIndex
        for mark in [" (", "; ", ": ", ", in the"] {
            if let found = text.firstRange(of: mark) { end = min(end, found.lowerBound) }
        }
        return String(text[..<end])
    }

    // MARK: - bash

    private static func bash(_ pages: [HelpPage]) -> String {
        var lines = [
            "# Made by: siderealctl help --completions bash",
            "_siderealctl() {",
            "    local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]} command=${COMP_WORDS[1]}",
            "    COMPREPLY=()",
            "    if [ \"$COMP_CWORD\" = 1 ]; then",
            "        mapfile -t COMPREPLY < <(compgen -W '\(words(pages)) --help --version' -- \"$current\")",
            "        return",
            "    fi",
            "    case $command:$previous in",
        ]
        for page in pages {
            for option in page.options where option.value != nil {
                lines.append("        \(page.name):--\(option.name)) \(compgen(page.words(of: option)))return ;;")
            }
        }
        lines += ["    esac", "    case $command in"]
        for page in pages {
            let names = (page.options.map { "--" + $0.name } + ["--help"]).joined(separator: " ")
            lines.append("        \(page.name))")
            lines.append("            if [[ $current != -* ]]; then")
            lines.append("                \(compgen(page.operands))return")
            lines.append("            fi")
            lines.append("            mapfile -t COMPREPLY < <(compgen -W '\(names)' -- \"$current\") ;;")
        }
        lines += [
            "        help) mapfile -t COMPREPLY < <(compgen -W '\(words(pages))' -- \"$current\") ;;",
            "    esac", "}", "complete -F _siderealctl siderealctl",
        ]
        return lines.joined(separator: "\n")
    }

    private static func words(_ pages: [HelpPage]) -> String {
        (pages.map(\.name) + ["help"]).joined(separator: " ")
    }

    private static func compgen(_ words: Words) -> String {
        func reply(_ what: String) -> String { "mapfile -t COMPREPLY < <(compgen \(what) -- \"$current\"); " }
        return switch words {
        case .files: "compopt -o filenames; " + reply("-f")
        case .directories: "compopt -o filenames; " + reply("-d")
        case .of(let words): reply("-W '\(words.joined(separator: " "))'")
        case .anything: ""
        }
    }

    // MARK: - zsh

    private static func zsh(_ pages: [HelpPage]) -> String {
        var lines = [
            "#compdef siderealctl", "# Made by: siderealctl help --completions zsh", "local -a commands", "commands=(",
        ]
        lines +=
            pages.map { "    '\($0.name):\(quoted($0.summary))'" } + ["    'help:print the help of a command'", ")"]
        lines += [
            "if (( CURRENT == 2 )); then", "    _describe command commands", "    return", "fi", "shift words",
            "(( CURRENT-- ))", "case $words[1] in",
        ]
        for page in pages {
            lines.append("    \(page.name)) _arguments \\")
            for option in page.options {
                let text = quoted(brief(option.text)).replacing("[", with: "(").replacing("]", with: ")")
                let value = option.value.map {
                    ":\(quoted($0).replacing(":", with: "\\:")):\(zshWords(page.words(of: option)))"
                }
                let times = SourceOptions.repeatable.contains(option.name) ? "*" : ""
                lines.append("        '\(times)--\(option.name)[\(text)]\(value ?? "")' \\")
            }
            lines.append("        '--help[print the help]' '*:operand:\(zshWords(page.operands))' ;;")
        }
        lines += ["    help) _describe command commands ;;", "esac"]
        return lines.joined(separator: "\n")
    }

    private static func zshWords(_ words: Words) -> String {
        switch words {
        case .files: "_files"
        case .directories: "_files -/"
        case .of(let words): "(\(words.joined(separator: " ")))"
        case .anything: " "
        }
    }

    // MARK: - fish

    private static func fish(_ pages: [HelpPage]) -> String {
        var lines = ["# Made by: siderealctl help --completions fish", "complete -c siderealctl -f"]
        for page in pages {
            lines.append(
                "complete -c siderealctl -n __fish_use_subcommand -a \(page.name) -d '\(quoted(page.summary))'")
        }
        for page in pages {
            let condition = "-n '__fish_seen_subcommand_from \(page.name)'"
            if let operands = fishWords(page.operands) {
                lines.append("complete -c siderealctl \(condition) \(operands.dropFirst(3))")
            }
            for option in page.options {
                // The shell suggests file names only if the value is a file.
                let value = option.value == nil ? "" : " " + (fishWords(page.words(of: option)) ?? "-x")
                lines.append(
                    "complete -c siderealctl \(condition) -l \(option.name)\(value) -d '\(quoted(brief(option.text)))'")
            }
        }
        return lines.joined(separator: "\n")
    }

    private static func fishWords(_ words: Words) -> String? {
        switch words {
        case .files: "-r -F"
        case .directories: "-x -a '(__fish_complete_directories)'"
        case .of(let words): "-x -a '\(words.joined(separator: " "))'"
        case .anything: nil
        }
    }

    /// Returns the text in a form that is valid between single quotes in every supported shell.
    private static func quoted(_ text: String) -> String { text.replacing("'", with: "’") }
}
