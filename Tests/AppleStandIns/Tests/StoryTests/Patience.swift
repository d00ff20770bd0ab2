package import Testing

/// Every span of real time in the tests that rests on the speed of the machine.
///
/// A slow machine must not make a test fail. So each is many times as long as its test takes, and is reached only where
/// something hangs.
package enum Patience {
    /// Ends a test that hangs. It counts from the start of the suite, where all tests start, so it is longer than the
    /// whole suite takes on a busy core.
    package static let ofATest = TimeLimitTrait.Duration.minutes(60)

    /// An answer on this machine's loopback interface, from a thread of the same process.
    package static let forAnAnswer = Duration.seconds(300)

    /// A few stories on sockets, while all threads of the pool are busy. Then the pool is released, and the test fails.
    package static let withABusyPool = Duration.seconds(300)

    /// Until the threads and descriptors of some hundred questions are released.
    package static let forThreadsToEnd = Duration.seconds(300)
}
