import SiderealCore

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

extension TimePoll {
    /// One exchange with a server: the times of the request and the answer, and the bounds of the true time that the
    /// answer gives.
    public struct Answer: Sendable, Hashable {
        package let sent: ElapsedInstant
        package let received: ElapsedInstant
        /// The lower bound of the true time at `received`.
        package let earliest: TrueInstant?
        /// The upper bound of the true time at `sent`.
        package let latest: TrueInstant?
        /// A Boolean value that indicates whether the bounds come from a `Date` header: ``TimeSample/isDate``.
        package let isDate: Bool

        /// Creates an answer that bounds the true time.
        ///
        /// - Parameters:
        ///   - sent: The reading of the elapsed clock when the request left: ``TimePoll/willSend()``.
        ///   - received: The reading of the elapsed clock when the answer had arrived: ``TimePoll/didReceive()``.
        ///   - earliest: The lower bound of the true time at `received`. Pass `nil` if the answer gives no lower bound.
        ///   - latest: The upper bound of the true time at `sent`. Pass `nil` if the age of the answer is unknown. A
        ///     `Date` is inexact by a few hundred nanoseconds, so this initializer widens both bounds by this error. A
        ///     `Date` that is NaN gives no bound.
        public init(sent: TrustedClock.Timestamp, received: TrustedClock.Timestamp, earliest: Date?, latest: Date?) {
            self.init(
                sent: sent.elapsed, received: received.elapsed,
                earliest: earliest.flatMap { TrueInstant(notAfter: $0) },
                latest: latest.flatMap { TrueInstant(notBefore: $0) })
        }

        package init(
            sent: ElapsedInstant, received: ElapsedInstant, earliest: TrueInstant?, latest: TrueInstant?,
            isDate: Bool = false
        ) {
            self.isDate = isDate
            self.sent = sent
            self.received = received
            self.earliest = earliest
            self.latest = latest
        }
    }
}
