/// The premises about a server that sends a Date header.
public struct DateHeaderPremises: Sendable, Hashable {
    /// The most that a Date can be old when it is sent. Some servers refresh it only once a second.
    package let lag: Nanoseconds
    /// The most that the server's own clock can be wrong, either way.
    package let serverError: Nanoseconds
    /// Indicates whether the server rounds to the nearest second. Most servers cut the fraction off.
    public let roundsToNearest: Bool
    /// Indicates whether each cache on the way reports the age of each kept answer, and otherwise follows RFC 9111.
    public let cachesSendAge: Bool

    /// Creates premises, by default with a lag of one second and an error of 50 milliseconds.
    ///
    /// - Parameters:
    ///   - lag: The most that a Date can be old when it is sent. At least 20 milliseconds, because kernels tick.
    ///   - serverError: The largest error of the server's clock, 50 milliseconds by default. It doesn't depend on
    ///     `lag`. Negative values count as zero.
    ///   - roundsToNearest: Whether the server rounds to the nearest second.
    ///   - cachesSendAge: Whether each cache on the way reports with `Age` how old its answer is, as RFC 9111 demands
    ///     in section 5.1. Then the Date of a kept answer bounds the time from above, too: by its age and three seconds
    ///     more, because each cache on the way cuts its part down to seconds. And an answer without an age counts as
    ///     fresh, regardless of the app's request. Some caches in front of servers report no age, so the default is
    ///     false.
    public init(
        lag: Duration = .seconds(1), serverError: Duration = .milliseconds(50), roundsToNearest: Bool = false,
        cachesSendAge: Bool = false
    ) {
        self.lag = max(Nanoseconds(clamping: lag), .milliseconds(20))
        self.serverError = max(Nanoseconds(clamping: serverError), .zero)
        self.roundsToNearest = roundsToNearest
        self.cachesSendAge = cachesSendAge
    }

    /// Returns the ends that a Date gives: the least true time when the answer arrived and, if its age is known, the
    /// greatest true time when the question left.
    package func ends(
        of date: TrueInstant, resolution: Nanoseconds = .seconds(1), age: AnswerHead.DateAge = .fresh
    ) -> (earliest: TrueInstant, latest: TrueInstant?) {
        let early: Nanoseconds = roundsToNearest ? .milliseconds(500) : .zero
        let late = resolution - early + lag + serverError
        let latest: Bounds? =
            switch age {
            case .fresh: .exactly(Nanoseconds(date.nanoseconds)) + late
            // Each of a few caches cuts its part of the age down to seconds.
            case .kept(let seconds) where cachesSendAge:
                .exactly(Nanoseconds(date.nanoseconds)) + late + .seconds(3) + .seconds(seconds)
            case .kept, .unknown: nil
            }
        let known = latest.flatMap { $0.hasUpper ? TrueInstant(nanoseconds: $0.upper.count) : nil }
        return (date - early - serverError, known)
    }

    /// Returns the age of the Date in an answer, whatever the app requested.
    package func age(of answer: AnswerHead) -> AnswerHead.DateAge {
        let age = answer.toldAge
        return age == .fresh && !cachesSendAge && answer.mayBeKept ? .unknown : age
    }
}
