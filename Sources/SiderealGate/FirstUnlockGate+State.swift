package import SiderealBase

extension FirstUnlockGate {
    /// A gate's latest finding: whether the device has been unlocked since it restarted.
    public enum State: Sendable, Hashable {
        /// The gate has not checked the device yet.
        case unknown
        /// The device has not been unlocked since it restarted, so protected files can't be read.
        case beforeFirstUnlock
        /// The device has been unlocked since it restarted. This state lasts until the next restart.
        case unlocked
        /// The check failed for a reason other than a locked device. `errno` is the error number of the failed system
        /// call. The gate stays closed.
        case indeterminate(errno: Int32)

        /// A Boolean value that indicates whether the device has been unlocked since it restarted.
        public var isUnlocked: Bool { self == .unlocked }

        /// The reason why protected data can't be read, or `nil` if the data can be read.
        package var unavailability: Unavailability? {
            switch self {
            case .unlocked: nil
            case .unknown, .beforeFirstUnlock: .beforeFirstUnlock
            case .indeterminate(let number): .indeterminate(errno: number)
            }
        }
    }
}

/// A latch that combines the results of all checks. The latch opens once, and never closes again.
///
/// The state never leaves `unlocked`, and never returns to `unknown`.
package struct FirstUnlockLatch: Sendable {
    package private(set) var state = FirstUnlockGate.State.unknown

    package init() {}

    /// Records the result of a check. Returns the new state, or `nil` if the state did not change. Once the latch is
    /// open, a late result changes nothing.
    package mutating func record(_ found: FirstUnlockGate.State) -> FirstUnlockGate.State? {
        guard state != .unlocked, found != .unknown, found != state else { return nil }
        state = found
        return found
    }
}
