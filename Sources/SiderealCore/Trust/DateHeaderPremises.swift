/// What is taken for granted of a server that sends a Date header.
public struct DateHeaderPremises: Sendable, Hashable {
    /// How old a Date can be when it is sent: some servers refresh it once a second only.
    package let lag: Nanoseconds
    /// How wrong the server's own clock can be, either way.
    package let serverError: Nanoseconds
    /// Whether the server rounds to the nearest second; most cut the fraction off.
    public let roundsToNearest: Bool
    /// True if each cache on the way tells the age of what it kept, and otherwise does as RFC 9111 says.
    public let cachesTellAge: Bool

    /// By default a lag of one second, and an error of 50 milliseconds.
    ///
    /// - Parameters:
    ///   - lag: At least 20 milliseconds, as kernels tick.
    ///   - serverError: By default 50 milliseconds, whatever the lag. Negative counts as zero.
    ///   - roundsToNearest: Whether the server rounds to the nearest second.
    ///   - cachesTellAge: Whether each cache on the way tells with `Age` how old its answer is, as RFC 9111 demands in
    ///     section 5.1. Then the Date of an answer that one kept bounds the time from above, too: with its age and
    ///     three seconds more, as each cache on the way cuts its part down to seconds. And an answer to any request of
    ///     the app's without an age counts as fresh. Some caches in front of servers tell none, so the default is
    ///     false.
    public init(
        lag: Duration = .seconds(1), serverError: Duration = .milliseconds(50), roundsToNearest: Bool = false,
        cachesTellAge: Bool = false
    ) {
        self.lag = max(Nanoseconds(clamping: lag), .milliseconds(20))
        self.serverError = max(Nanoseconds(clamping: serverError), .zero)
        self.roundsToNearest = roundsToNearest
        self.cachesTellAge = cachesTellAge
    }

    /// The ends that a Date gives: the least true time when the answer arrived and, if its age is known, the greatest
    /// true time when the question left.
    package func ends(
        of date: TrueInstant, resolution: Nanoseconds = .seconds(1), age: AnswerHead.DateAge = .fresh
    ) -> (earliest: TrueInstant, latest: TrueInstant?) {
        let early: Nanoseconds = roundsToNearest ? .milliseconds(500) : .zero
        let late = resolution - early + lag + serverError
        let latest: Bounds? =
            switch age {
            case .fresh: .exactly(Nanoseconds(date.nanoseconds)) + late
            // Each of a few caches cuts its part of the age down to seconds.
            case .kept(let seconds) where cachesTellAge:
                .exactly(Nanoseconds(date.nanoseconds)) + late + .seconds(3) + .seconds(seconds)
            case .kept, .unknown: nil
            }
        let known = latest.flatMap { $0.hasUpper ? TrueInstant(nanoseconds: $0.upper.count) : nil }
        return (date - early - serverError, known)
    }

    /// The age of the Date of an answer to whatever the app requested.
    package func age(of answer: AnswerHead) -> AnswerHead.DateAge {
        let age = answer.toldAge
        return age == .fresh && !cachesTellAge && answer.mayBeKept ? .unknown : age
    }
}
