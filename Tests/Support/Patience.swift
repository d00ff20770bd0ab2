package import Testing

/// Every span of real time in the tests that rests on the speed of the machine.
///
/// A slow machine may not make a test fail, so each is far longer than what it waits for ever takes; each only ends what
/// would otherwise never end.
package enum Patience {
    /// Ends a test that hangs. Such a test runs from the start of the suite to its end, so this is longer than the whole
    /// suite takes on a busy core.
    package static let ofATest = TimeLimitTrait.Duration.minutes(60)

    /// An answer on this machine's loopback interface, from a thread of the same process.
    package static let forAnAnswer = Duration.seconds(300)

    /// Some stories on sockets while the pool computes; afterwards the pool is given free, and the test fails.
    package static let withABusyPool = Duration.seconds(300)

    /// The threads and descriptors of some hundred questions are given back after the last one has ended.
    package static let forThreadsToEnd = Duration.seconds(300)
}
