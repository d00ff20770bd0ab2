import Foundation
package import Testing

/// The spans of real time in the tests that depend on the speed of the machine.
///
/// A slow machine must not make a test fail. So each span is many times as long as its test takes, and is reached only
/// by a test that hangs; or it is meant to be reached, and the verdict doesn't depend on the moment.
package enum Patience {
    /// Ends a test that hangs, and names it before the gate ends the suite. It counts from the start of the suite,
    /// where all tests start, so it is longer than the whole suite takes on a busy core. A sanitizer makes that ten
    /// times as long: `Scripts/sanitizer-check` sets the number of minutes, by `SIDEREAL_TEST_MINUTES` in the
    /// environment.
    package static let ofATest: TimeLimitTrait.Duration = {
        let said = ProcessInfo.processInfo.environment["SIDEREAL_TEST_MINUTES"]
        precondition(said.map { Int($0) != nil } ?? true, "SIDEREAL_TEST_MINUTES can only be a number, or not be set")
        return .minutes(said.flatMap { Int($0) } ?? TestExtent.choose(part: 15, whole: 60))
    }()

    /// An answer on this machine's loopback interface, from a thread of the same process.
    package static let forAnAnswer = Duration.seconds(300)

    /// A timeout that a test wants to be reached, by a server that never gives a whole answer. It is short, and the
    /// verdict is the same at any stage of the request.
    package static let untilATimeout = Duration.milliseconds(80)

    /// A request without an expected answer, which must leave nothing behind, whenever it ends.
    package static let whateverComes = Duration.milliseconds(5)

    /// The pause of a server that repeats the same text. No verdict depends on it.
    package static let millisecondsOfASlowServer: Int32 = 5

    /// The time that a packet waits in its socket, so that the kernel's stamp shows an age. Longer does no harm.
    package static let nanosecondsOfALyingPacket: Int64 = 1_000_000

    /// The tolerance between two readings of the machine's clock, with a few calls between them.
    package static let betweenTwoReadings = Duration.seconds(300)

    /// A few stories on sockets, while all threads of the pool are busy. Then the pool is released, and the test fails.
    package static let withABusyPool = Duration.seconds(300)

    /// Until the threads and descriptors of some hundred requests are released.
    package static let forThreadsToEnd = Duration.seconds(300)
}
