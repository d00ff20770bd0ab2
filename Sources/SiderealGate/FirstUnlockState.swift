package import SiderealBase

/// Whether the device was unlocked since it restarted, as far as this process knows.
public enum FirstUnlockState: Sendable, Hashable {
    /// It has not been checked yet.
    case unknown
    /// The device has not been unlocked since it restarted: protected files can't be read.
    case beforeFirstUnlock
    /// The device was unlocked since it restarted. It never leaves this state before the next restart.
    case unlocked
    /// The check failed for another reason than a lock; `errno` says which. Counts as closed.
    case indeterminate(errno: Int32)

    /// Whether protected data can be read.
    public var isUnlocked: Bool { self == .unlocked }

    /// Why something protected can't be read; nil if it can.
    package var unavailability: Unavailability? {
        switch self {
        case .unlocked: nil
        case .unknown, .beforeFirstUnlock: .beforeFirstUnlock
        case .indeterminate(let number): .indeterminate(errno: number)
        }
    }
}

/// What checks have found so far: a latch that opens once.
///
/// Impossible: to leave `unlocked`, and to return to `unknown`.
package struct FirstUnlockLatch: Sendable {
    package private(set) var state = FirstUnlockState.unknown

    package init() {}

    /// Records what a check found; the new state, if it is one. One that comes late, from before the latch opened,
    /// changes nothing.
    package mutating func record(_ found: FirstUnlockState) -> FirstUnlockState? {
        guard state != .unlocked, found != .unknown, found != state else { return nil }
        state = found
        return found
    }
}
