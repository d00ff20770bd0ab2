package import SiderealBase

extension FirstUnlockGate {
    /// The lock state of the device since its restart, as observed by this process.
    public enum State: Sendable, Hashable {
        /// The state has not been checked yet.
        case unknown
        /// The device has not been unlocked since it restarted: protected files can't be read.
        case beforeFirstUnlock
        /// The device was unlocked since it restarted. The state stays so until the next restart.
        case unlocked
        /// The check failed for another reason than a lock; `errno` has the reason. The gate counts as closed.
        case indeterminate(errno: Int32)

        /// Indicates whether protected data can be read.
        public var isUnlocked: Bool { self == .unlocked }

        /// The reason why protected data can't be read, or `nil` if it can.
        package var unavailability: Unavailability? {
            switch self {
            case .unlocked: nil
            case .unknown, .beforeFirstUnlock: .beforeFirstUnlock
            case .indeterminate(let number): .indeterminate(errno: number)
            }
        }
    }
}

/// The results of all checks so far: a latch that opens once.
///
/// These transitions are impossible: leaving `unlocked`, and returning to `unknown`.
package struct FirstUnlockLatch: Sendable {
    package private(set) var state = FirstUnlockGate.State.unknown

    package init() {}

    /// Records the result of a check, and returns the new state, or `nil` if it did not change. A late result from
    /// before the latch opened changes nothing.
    package mutating func record(_ found: FirstUnlockGate.State) -> FirstUnlockGate.State? {
        guard state != .unlocked, found != .unknown, found != state else { return nil }
        state = found
        return found
    }
}
