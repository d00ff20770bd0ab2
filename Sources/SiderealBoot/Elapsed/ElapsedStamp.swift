package import SiderealCore

/// A moment on the clock that runs through sleep, to time a request by: `TrustedClock.stamp()`.
///
/// It means something in the process that took it, and in no other one.
public struct ElapsedStamp: Sendable, Hashable {
    package let elapsed: ElapsedInstant

    package init(_ elapsed: ElapsedInstant) { self.elapsed = elapsed }
}
