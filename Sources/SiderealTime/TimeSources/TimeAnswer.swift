import SiderealCore

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// One exchange with a source: when the question left and the answer arrived, and what that says.
public struct TimeAnswer: Sendable, Hashable {
    package let sent: ElapsedInstant
    package let received: ElapsedInstant
    /// The true time when the answer had arrived is at least this.
    package let earliest: TrueInstant?
    /// The true time when the question left is at most this.
    package let latest: TrueInstant?
    /// Whether it shows a Date: ``TimeSample/isDate``.
    package let isDate: Bool

    /// An answer that bounds the true time.
    ///
    /// - Parameters:
    ///   - sent: When the question left: ``TimePoll/willSend()``.
    ///   - received: When the answer had arrived: ``TimePoll/didReceive()``.
    ///   - earliest: The true time at `received` is at least this; nil where the answer does not bound it.
    ///   - latest: The true time at `sent` is at most this; nil where it is not known how old the answer is. A `Date`
    ///     is inexact by some hundred nanoseconds, and both ends give way by that. A date that is no number bounds
    ///     nothing.
    public init(sent: ElapsedStamp, received: ElapsedStamp, earliest: Date?, latest: Date?) {
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
