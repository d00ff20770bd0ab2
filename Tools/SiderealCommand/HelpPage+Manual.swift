/// The manual page siderealctl(1), written with the macros of man(7).
extension HelpPage {
    static func manual(_ pages: [HelpPage]) -> String {
        var lines = [
            ".\\\" Made by: siderealctl help --man",
            ".TH SIDEREALCTL 1 \"\" \"siderealctl \(Program.version)\" \"User Commands\"",
            // The page is neither justified nor hyphenated, because the reader types most of its words.
            ".ad l", ".nh", ".SH NAME", "siderealctl \\- " + escaped(Program.summary), ".SH SYNOPSIS",
        ]
        for usage in pages.flatMap(\.usages) { lines += synopsis(usage) }
        lines += [".SH DESCRIPTION"] + paragraph(Program.about)
        lines += [".SH COMMANDS"]
        for page in pages {
            lines += [".SS " + escaped(page.name), escaped(sentence(page.summary))]
            for block in page.blocks { lines += text(block) }
        }
        lines += [".SH EXIT STATUS"]
        for (status, meaning) in Program.statuses {
            lines += [".TP", ".B " + String(status), escaped(meaning)]
        }
        lines += [".SH FILES"]
        for (file, meaning) in files { lines += [".TP", ".I " + escaped(file), escaped(meaning)] }
        lines += [".SH ENVIRONMENT"]
        for (name, meaning) in variables { lines += [".TP", ".B " + escaped(name), escaped(meaning)] }
        lines += [".SH EXAMPLES"]
        for (what, line) in examples {
            lines += [".PP", escaped(what), ".PP", ".RS 4", ".nf", escaped(line), ".fi", ".RE"]
        }
        lines += [".SH SEE ALSO", ".BR chronyc (1),", ".BR timedatectl (1),", ".BR clock_gettime (2)"]
        return lines.joined(separator: "\n")
    }

    private static let files = [
        (Configuration.standardPath, "Options for every command, one per line."),
        ("$XDG_STATE_HOME/sidereal, ~/.local/state/sidereal", "The state directory, which has the record."),
        ("sources.conf", "In the state directory: the servers to ask if the command line names no server."),
        ("refused", "In the state directory: servers that refused a request. Later runs skip them for up to a day."),
    ]

    private static let variables = [
        (
            "CURL_CA_BUNDLE, SSL_CERT_FILE",
            "The PEM file of certificate authorities to trust, used if --ca-file is not given."
        ),
        ("https_proxy, http_proxy, no_proxy", "The proxies for web requests."),
        ("XDG_STATE_HOME", "The folder that contains the state directory."),
        ("NO_COLOR", "Any value turns colours off."),
        ("NOTIFY_SOCKET, WATCHDOG_USEC, JOURNAL_STREAM", "Variables that systemd sets for watch."),
    ]

    private static let examples = [
        ("Check whether the machine rebooted since the last check:", "siderealctl check"),
        ("Print the true time from a server of your own:", "siderealctl now --server https://www.example.com"),
        ("Use the exit status in a script:", "siderealctl check --quiet --fail-on rebooted || echo rebooted"),
        (
            "Write metrics for Prometheus:",
            "siderealctl watch --metrics /var/lib/prometheus/node-exporter/sidereal.prom"
        ),
    ]

    /// Returns the command in bold and its arguments in plain type, with a hanging indentation.
    private static func synopsis(_ usage: String) -> [String] {
        let words = usage.split(separator: " ", maxSplits: 1).map { String($0) }
        return [".HP 4", ".B siderealctl \(escaped(words[0]))"] + words.dropFirst().map { escaped($0) }
    }

    private static func text(_ block: Block) -> [String] {
        switch block {
        case .paragraph(let text): paragraph(text)
        case .lines(let lines): [".PP", ".nf"] + lines.map { escaped($0) } + [".fi"]
        case .options(let options):
            options.flatMap { option in
                let value = option.value.map { " \\fI\(escaped($0))\\fR" } ?? ""
                return [".TP", "\\fB\\-\\-\(escaped(option.name))\\fR\(value)", escaped(sentence(option.text))]
            }
        }
    }

    private static func paragraph(_ text: String) -> [String] { [".PP", escaped(text)] }

    /// Returns the text with a capital letter at the start and a full stop at the end.
    private static func sentence(_ text: String) -> String {
        text.prefix(1).uppercased() + text.dropFirst() + (text.hasSuffix(".") ? "" : ".")
    }

    /// Escapes the characters that roff(7) would interpret. The output keeps a hyphen as a hyphen, so the reader can
    /// copy it.
    private static func escaped(_ text: String) -> String {
        var result = text.hasPrefix(".") || text.hasPrefix("'") ? "\\&" : ""
        for character in text {
            switch character {
            case "\\": result += "\\e"
            case "-": result += "\\-"
            case "~": result += "\\(ti"
            case "^": result += "\\(ha"
            default: result.append(character)
            }
        }
        return result
    }
}
