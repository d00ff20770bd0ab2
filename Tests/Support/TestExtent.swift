import Foundation

/// How much of a long test runs: a part of it with `swift test`, more in the gate, all of it at night.
///
/// The environment variable `SIDEREAL_TESTS` says which: `part` (the default), `gate` or `nightly`.
package enum TestExtent: String, CaseIterable, Sendable {
    case part, gate, nightly

    package static let current: TestExtent = {
        guard let text = ProcessInfo.processInfo.environment["SIDEREAL_TESTS"] else { return .part }
        guard let extent = TestExtent(rawValue: text) else {
            preconditionFailure("SIDEREAL_TESTS is '\(text)': it must be part, gate or nightly")
        }
        return extent
    }()

    /// The value for the extent of this run.
    package static func choose<Value>(part: Value, gate: Value, nightly: Value) -> Value {
        switch current {
        case .part: part
        case .gate: gate
        case .nightly: nightly
        }
    }

    /// The same with one value for the gate and at night.
    package static func choose<Value>(part: Value, gate: Value) -> Value {
        choose(part: part, gate: gate, nightly: gate)
    }
}
