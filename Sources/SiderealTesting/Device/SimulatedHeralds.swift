package import SiderealStorage

/// Who tells an app of what happens to its device, in the device's stead: the code that ships, on something that stands
/// in for the system's frameworks.
package struct SimulatedHeralds: Sendable {
    /// As `GateSurroundings.notices`.
    package var gateNotices: @Sendable (_ told: @escaping @Sendable () -> Void) -> (any Sendable)?
    /// As `StoreDevice.lockNotices`.
    package var lockNotices: @Sendable (_ told: @escaping @Sendable (LockNotice) -> Void) -> (any Sendable)?
    /// As `ObservedDevice.noticeClockSet`.
    package var clockSetNotices: @Sendable (_ told: @escaping @Sendable () -> Void) -> (any Sendable)?

    package init(
        gateNotices: @escaping @Sendable (_ told: @escaping @Sendable () -> Void) -> (any Sendable)?,
        lockNotices: @escaping @Sendable (_ told: @escaping @Sendable (LockNotice) -> Void) -> (any Sendable)?,
        clockSetNotices: @escaping @Sendable (_ told: @escaping @Sendable () -> Void) -> (any Sendable)?
    ) {
        self.gateNotices = gateNotices
        self.lockNotices = lockNotices
        self.clockSetNotices = clockSetNotices
    }
}
