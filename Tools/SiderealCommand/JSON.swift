import Sidereal

/// A JSON value that keeps the order of its keys and writes null values. Every option `--json` prints it, so that
/// output is stable.
///
/// The journal's lines come from Foundation's encoder, which sorts the keys and can't keep a given order.
package enum JSON {
    case null
    case bool(Bool)
    case integer(Int64)
    case text(String)
    case list([JSON])
    case object([(String, JSON)])

    static func optional(_ value: Int64?) -> JSON { value.map(JSON.integer) ?? .null }

    /// Returns the name of an enum's case as JSON. The case must not have associated values.
    package static func name(of value: some Sendable) -> JSON { .text("\(value)") }

    package var line: String {
        switch self {
        case .null: "null"
        case .bool(let value): value ? "true" : "false"
        case .integer(let value): String(value)
        case .text(let value): JSON.quoted(value)
        case .list(let values): "[" + values.map(\.line).joined(separator: ",") + "]"
        case .object(let members):
            "{" + members.map { JSON.quoted($0.0) + ":" + $0.1.line }.joined(separator: ",") + "}"
        }
    }

    private static func quoted(_ text: String) -> String {
        var result = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": result += "\\\""
            case "\\": result += "\\\\"
            case "\n": result += "\\n"
            case "\r": result += "\\r"
            case "\t": result += "\\t"
            case _ where scalar.value < 0x20:
                let digits = String(scalar.value, radix: 16)
                result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result + "\""
    }
}

extension BootVerdict {
    var json: JSON {
        .object([
            ("verdict", .text(answer.word)),
            ("certainty", certainty.map { .name(of: $0) } ?? .null),
            ("evidence", .name(of: evidence)),
            ("reason", .text(reason)),
            ("settled", .bool(isSettled)),
            ("clockStepNanoseconds", .optional(clockStepNanoseconds?.count)),
        ])
    }
}

extension Observatory {
    /// The questions that were open at first and that the servers' answers have settled.
    var settled: JSON {
        let boot = bootVerdict
        return .list(boot.isSettled ? [.object([("observer", .text(observer)), ("boot", boot.json)])] : [])
    }
}

extension BootVerdict.Answer {
    var word: String {
        switch self {
        case .firstObservation: "first"
        case .sameBoot: "sameBoot"
        case .rebooted: "rebooted"
        case .indeterminate: "indeterminate"
        case .unavailable: "unavailable"
        case .damaged: "damaged"
        }
    }
}

extension SystemClockVerdict {
    var json: JSON {
        .object([
            ("verdict", .name(of: answer)),
            ("atLeastNanoseconds", .optional(atLeast?.count)),
            ("atMostNanoseconds", .optional(atMost?.count)),
            ("authenticated", .bool(isAuthenticated)),
        ])
    }
}

extension TrustedTime {
    var json: JSON {
        .object([
            ("kind", .name(of: kind)),
            ("earliestNanoseconds", .optional(earliest?.nanoseconds)),
            ("latestNanoseconds", .optional(latest?.nanoseconds)),
            ("authenticated", .bool(isAuthenticated)),
            ("corroborated", .bool(isCorroborated)),
            ("earliestSupport", earliestSupport.map { .name(of: $0) } ?? .null),
            ("latestSupport", latestSupport.map { .name(of: $0) } ?? .null),
            ("assumesSameBoot", .bool(assumesSameBoot)),
            ("assumesNoPause", .bool(assumesNoPause)),
        ])
    }
}
