/// A builder for text in the OpenMetrics format. Parsers of the older Prometheus format, for example in node
/// exporters, can also read the text. They treat its last line as a comment.
/// https://prometheus.io/docs/specs/om/open_metrics_spec/
struct MetricsText {
    enum Kind: String {
        case gauge, counter
    }

    struct Sample {
        var labels: [(name: String, value: String)] = []
        var value: String

        init(_ value: String, _ labels: [(name: String, value: String)] = []) {
            self.labels = labels
            self.value = value
        }

        init(_ value: Int64, _ labels: [(name: String, value: String)] = []) { self.init(String(value), labels) }
    }

    private var lines: [String] = []

    /// The text without a newline at its end.
    var text: String { (lines + ["# EOF"]).joined(separator: "\n") }

    /// Adds a metric family if it has samples. An unknown value has no sample, because a sample of zero would be false.
    mutating func addAll(_ name: String, _ help: String, _ samples: [Sample], as kind: Kind = .gauge) {
        if samples.isEmpty { return }
        lines.append("# HELP \(name) \(help)")
        lines.append("# TYPE \(name) \(kind.rawValue)")
        for sample in samples {
            let labels = sample.labels.map { "\($0.name)=\"\(Self.escaped($0.value))\"" }.joined(separator: ",")
            let full = kind == .counter ? name + "_total" : name
            lines.append(full + (labels.isEmpty ? "" : "{\(labels)}") + " " + sample.value)
        }
    }

    /// Adds a metric family with one sample. Adds nothing if the sample is `nil`.
    mutating func add(_ name: String, _ help: String, _ sample: Sample?, as kind: Kind = .gauge) {
        addAll(name, help, sample.map { [$0] } ?? [], as: kind)
    }

    /// Adds one sample for each possible answer: 1 for the current answer, 0 for the others.
    mutating func addState(
        _ name: String, _ help: String, _ state: String, of states: [String],
        _ labels: [(name: String, value: String)] = [], label: String = "verdict"
    ) {
        addAll(name, help, Self.states(state, of: states, labels, label: label))
    }

    static func states(
        _ state: String, of states: [String], _ labels: [(name: String, value: String)], label: String
    ) -> [Sample] {
        states.map { Sample($0 == state ? 1 : 0, labels + [(label, $0)]) }
    }

    private static func escaped(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\\": result += "\\\\"
            case "\"": result += "\\\""
            case "\n": result += "\\n"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}
