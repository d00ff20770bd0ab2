import Foundation

/// The extent of a long test. By day it runs in part. At night, `SIDEREAL_TESTS=whole` in the environment runs all of
/// it.
package enum TestExtent {
    private static let isWhole: Bool = {
        let text = ProcessInfo.processInfo.environment["SIDEREAL_TESTS"]
        precondition(text == nil || text == "whole", "SIDEREAL_TESTS can only be 'whole', or not be set")
        return text != nil
    }()

    /// Returns the value for the extent of this run.
    package static func choose<Value>(part: Value, whole: Value) -> Value { isWhole ? whole : part }
}
