/// The premises (assumptions) about a server that sends a `Date` header.
public struct DateHeaderPremises: Sendable, Hashable {
    /// The greatest age of a `Date` header when the server sends it. Some servers refresh the header only once a
    /// second.
    public let lag: Duration
    /// The largest error of the server's own clock, ahead or behind.
    public let serverError: Duration
    /// A Boolean value that indicates whether the server rounds the time in its `Date` header to the nearest second.
    /// Most servers drop the fraction of the second.
    public let roundsToNearest: Bool
    /// A Boolean value that indicates whether each cache on the way reports the age of each cached answer, and follows
    /// all other rules of RFC 9111.
    public let cachesSendAge: Bool

    /// Creates premises. By default, the lag is one second, and the error of the server's clock is 50 milliseconds.
    ///
    /// - Parameters:
    ///   - lag: The greatest age of a `Date` header when the server sends it. A value below 20 milliseconds counts as
    ///     20 milliseconds, because a kernel's clock advances in ticks.
    ///   - serverError: The largest error of the server's clock, in addition to `lag`. A negative value counts as zero.
    ///   - roundsToNearest: Pass `true` if the server rounds the time in its `Date` header to the nearest second.
    ///   - cachesSendAge: Pass `true` if each cache on the way reports the age of its answer with `Age`, as RFC 9111
    ///     requires in section 5.1. The default is false, because some caches report no age. With
    ///     `true`, an answer without an `Age` header counts as fresh, regardless of the app's request. The `Date`
    ///     header of a cached answer also bounds the time from above. For this bound, the library adds the reported age
    ///     and three seconds to the header's time, because each cache on the way rounds its part of the age down to
    ///     seconds.
    public init(
        lag: Duration = .seconds(1), serverError: Duration = .milliseconds(50), roundsToNearest: Bool = false,
        cachesSendAge: Bool = false
    ) {
        self.lag = max(lag, .milliseconds(20))
        self.serverError = max(serverError, .zero)
        self.roundsToNearest = roundsToNearest
        self.cachesSendAge = cachesSendAge
    }

    /// Returns the ends that a Date gives: the least true time when the answer arrived and, if its age is known, the
    /// greatest true time when the request left.
    package func ends(
        of date: TrueInstant, resolution: Nanoseconds = .seconds(1), age: AnswerHead.DateAge = .fresh
    ) -> (earliest: TrueInstant, latest: TrueInstant?) {
        let (lag, serverError) = (Nanoseconds(clamping: lag), Nanoseconds(clamping: serverError))
        let early: Nanoseconds = roundsToNearest ? .milliseconds(500) : .zero
        let late = resolution - early + lag + serverError
        let latest: Bounds? =
            switch age {
            case .fresh: .exactly(Nanoseconds(date.nanoseconds)) + late
            // Each cache rounds its part of the age down to seconds. Three seconds cover a few caches.
            case .kept(let seconds) where cachesSendAge:
                .exactly(Nanoseconds(date.nanoseconds)) + late + .seconds(3) + .seconds(seconds)
            case .kept, .unknown: nil
            }
        let known = latest.flatMap { $0.hasUpper ? TrueInstant(nanoseconds: $0.upper.count) : nil }
        return (date - early - serverError, known)
    }

    /// Returns the age of the Date in an answer. The header fields of the app's request don't matter.
    package func age(of answer: AnswerHead) -> AnswerHead.DateAge {
        let age = answer.toldAge
        return age == .fresh && !cachesSendAge && answer.mayBeKept ? .unknown : age
    }
}
