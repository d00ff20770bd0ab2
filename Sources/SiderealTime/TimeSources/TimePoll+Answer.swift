import SiderealCore

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

extension TimePoll {
    /// One exchange with a source: the times of the request and the answer, and the bounds that the answer states.
    public struct Answer: Sendable, Hashable {
        package let sent: ElapsedInstant
        package let received: ElapsedInstant
        /// The true time when the answer had arrived is at least this.
        package let earliest: TrueInstant?
        /// The true time when the request left is at most this.
        package let latest: TrueInstant?
        /// Indicates whether the answer shows a Date: ``TimeSample/isDate``.
        package let isDate: Bool

        /// Creates an answer that bounds the true time.
        ///
        /// - Parameters:
        ///   - sent: The reading of the elapsed clock when the request left: ``TimePoll/willSend()``.
        ///   - received: The reading of the elapsed clock when the answer had arrived: ``TimePoll/didReceive()``.
        ///   - earliest: The true time at `received` is at least this. Pass `nil` if the answer does not bound it.
        ///   - latest: The true time at `sent` is at most this. Pass `nil` if the age of the answer is unknown. A
        ///     `Date` is inexact by some hundred nanoseconds, and both bounds are widened by that. NaN bounds nothing.
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
