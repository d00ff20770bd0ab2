import Foundation
package import Testing

/// The spans of real time in tests that depend on the speed of the machine.
///
/// A slow machine must not make a test fail. Most spans are many times as long as their test takes, so only a hanging
/// test reaches them. The other spans are short and meant to be reached, and the result of the test does not depend on
/// the moment.
package enum Patience {
    /// The time limit of a test. It ends a hanging test and names that test before the gate ends the suite. All tests
    /// start with the suite, so the limit is longer than the whole suite takes on a busy core. The slower
    /// runs of `Scripts/sanitizer-check` and `Scripts/freed-memory-check` set the minutes with `SIDEREAL_TEST_MINUTES`
    /// in the environment.
    package static let ofATest: TimeLimitTrait.Duration = {
        let said = ProcessInfo.processInfo.environment["SIDEREAL_TEST_MINUTES"]
        precondition(said.map { Int($0) != nil } ?? true, "SIDEREAL_TEST_MINUTES can only be a number, or not be set")
        return .minutes(said.flatMap { Int($0) } ?? TestExtent.choose(part: 15, whole: 60))
    }()

    /// The time for an answer from a thread of the same process over this machine's loopback interface.
    package static let forAnAnswer = Duration.seconds(300)

    /// A timeout that a test wants to reach. Its server never sends a whole answer. The timeout is short, and the
    /// result is the same at any stage of the request.
    package static let untilATimeout = Duration.milliseconds(80)

    /// The timeout of a request that expects no answer. Whenever the request ends, it must leave no resources behind.
    package static let whateverComes = Duration.milliseconds(5)

    /// The pause of a server that repeats the same text. No test result depends on it.
    package static let millisecondsOfASlowServer: Int32 = 5

    /// The time that a packet waits in its socket, so the kernel's timestamp shows an age. A longer wait does no harm.
    package static let nanosecondsOfALyingPacket: Int64 = 1_000_000

    /// The tolerance between two readings of the machine's clock that are a few calls apart.
    package static let betweenTwoReadings = Duration.seconds(300)

    /// The time limit of several socket requests while all threads of the pool are busy. After it, the pool is released
    /// and the test fails.
    package static let withABusyPool = Duration.seconds(300)

    /// The time limit for the system to release the threads and descriptors of some hundred requests.
    package static let forThreadsToEnd = Duration.seconds(300)
}
