package import SiderealCore

extension TrustedClock {
    /// A reading of the elapsed clock that marks the time of a request: `TrustedClock.timestamp()`.
    ///
    /// A timestamp is valid only in the process that read it.
    public struct Timestamp: Sendable, Hashable {
        package let elapsed: ElapsedInstant

        package init(_ elapsed: ElapsedInstant) { self.elapsed = elapsed }
    }
}
