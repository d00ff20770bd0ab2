package import SiderealCore

extension TrustedClock {
    /// A moment on the clock that runs through sleep, to time a request by: `TrustedClock.timestamp()`.
    ///
    /// A stamp is valid only in the process that took it.
    public struct Timestamp: Sendable, Hashable {
        package let elapsed: ElapsedInstant

        package init(_ elapsed: ElapsedInstant) { self.elapsed = elapsed }
    }
}
