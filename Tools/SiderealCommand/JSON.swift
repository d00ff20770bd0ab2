import Sidereal
package import SiderealCore

/// A JSON value that keeps the order of its keys and writes null values. Every option `--json` prints it, so that
/// output is stable.
///
/// The journal's lines come from Foundation's encoder, which sorts the keys and can't keep a given order.
package enum JSON: Sendable {
    case null
    case bool(Bool)
    case integer(Int64)
    /// A number in decimal notation.
    case number(String)
    /// A span or an instant, or `nil` if it is unknown. In an object it has two members: an integer in nanoseconds, and
    /// a number in seconds for programs that read all numbers as floating-point numbers, such as jq.
    case nanoseconds(Int64?, Nanoseconds.Rounding = .nearest)
    case text(String)
    case list([JSON])
    case object([(String, JSON)])

    /// Returns the name of an enum's case as JSON. The case must not have associated values.
    package static func name(of value: some Sendable) -> JSON { .text("\(value)") }

    package var line: String {
        switch self {
        case .null: "null"
        case .bool(let value): value ? "true" : "false"
        case .integer(let value), .nanoseconds(let value?, _): String(value)
        case .nanoseconds(nil, _): "null"
        case .number(let value): value
        case .text(let value): JSON.quoted(value)
        case .list(let values): "[" + values.map(\.line).joined(separator: ",") + "]"
        case .object(let members):
            "{" + members.flatMap(JSON.written).map { JSON.quoted($0) + ":" + $1.line }.joined(separator: ",") + "}"
        }
    }

    /// The values of an object and of the objects in it, each with the keys that lead to it. Null values are left out,
    /// and a list is one value.
    var leaves: [(keys: [String], value: JSON)] {
        switch self {
        case .null: []
        case .object(let members):
            members.flatMap(JSON.written).flatMap { key, value in
                value.leaves.map { ([key] + $0.keys, $0.value) }
            }
        default: [([], self)]
        }
    }

    /// Returns a member as the output has it: a time in nanoseconds and in seconds.
    private static func written(_ member: (String, JSON)) -> [(String, JSON)] {
        guard case (let key, .nanoseconds(let count, let rounding)) = member else { return [member] }
        let seconds = count.map { JSON.number(Nanoseconds($0).seconds(rounding)) } ?? .null
        return [
            (key, count.map(JSON.integer) ?? .null),
            (key.replacing("Nanos", with: "S").replacing("nanos", with: "s"), seconds),
        ]
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
            ("clockStepNanoseconds", .nanoseconds(clockStepNanoseconds?.count)),
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
            ("atLeastNanoseconds", .nanoseconds(atLeast?.count, .down)),
            ("atMostNanoseconds", .nanoseconds(atMost?.count, .up)),
            ("authenticated", .bool(isAuthenticated)),
        ])
    }
}

extension TrustedTime {
    var json: JSON {
        .object([
            ("kind", .name(of: kind)),
            ("earliestNanoseconds", .nanoseconds(earliest?.nanoseconds, .down)),
            ("latestNanoseconds", .nanoseconds(latest?.nanoseconds, .up)),
            ("authenticated", .bool(isAuthenticated)),
            ("corroborated", .bool(isCorroborated)),
            ("earliestSupport", earliestSupport.map { .name(of: $0) } ?? .null),
            ("latestSupport", latestSupport.map { .name(of: $0) } ?? .null),
            ("assumesSameBoot", .bool(assumesSameBoot)),
            ("assumesNoPause", .bool(assumesNoPause)),
        ])
    }
}
