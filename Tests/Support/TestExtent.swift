import Foundation

/// The extent of a long test: a part of it, or the whole at night, with `SIDEREAL_TESTS=whole` in the environment.
package enum TestExtent {
    private static let isWhole: Bool = {
        let text = ProcessInfo.processInfo.environment["SIDEREAL_TESTS"]
        precondition(text == nil || text == "whole", "SIDEREAL_TESTS can only be 'whole', or not be set")
        return text != nil
    }()

    /// The value for the extent of this run.
    package static func choose<Value>(part: Value, whole: Value) -> Value { isWhole ? whole : part }
}
