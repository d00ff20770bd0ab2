/// What is taken for granted of a server that sends a Date header.
public struct DateHeaderPremises: Sendable, Hashable {
    /// How old a Date can be when it is sent: some servers refresh it once a second only.
    package let lag: Nanoseconds
    /// How wrong the server's own clock can be, either way.
    package let serverError: Nanoseconds
    /// Whether the server rounds to the nearest second; most cut the fraction off.
    public let roundsToNearest: Bool

    /// By default a lag of one second, and an error of 50 milliseconds.
    ///
    /// - Parameters:
    ///   - lag: At least 20 milliseconds, as kernels tick.
    ///   - serverError: By default 50 milliseconds, whatever the lag. Negative counts as zero.
    ///   - roundsToNearest: Whether the server rounds to the nearest second.
    public init(
        lag: Duration = .seconds(1), serverError: Duration = .milliseconds(50), roundsToNearest: Bool = false
    ) {
        self.lag = max(Nanoseconds(clamping: lag), .milliseconds(20))
        self.serverError = max(Nanoseconds(clamping: serverError), .zero)
        self.roundsToNearest = roundsToNearest
    }

    /// What a Date bounds: the true time when the answer has arrived from below and, where the answer is known to be
    /// fresh, the true time when the question left from above.
    package func ends(
        of date: TrueInstant, resolution: Nanoseconds = .seconds(1), isFresh: Bool
    ) -> (earliest: TrueInstant, latest: TrueInstant?) {
        let early = roundsToNearest ? Nanoseconds(resolution.count / 2) : .zero
        let late = resolution - early
        return (date - early - serverError, isFresh ? date + late + lag + serverError : nil)
    }
}
