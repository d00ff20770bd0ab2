public import SiderealCore

/// Why somebody waits for the first unlock no longer.
public enum FirstUnlockError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The task that waited was cancelled.
    case cancelled
    /// The time was up; the gate was in this state then.
    case timedOut(FirstUnlockState)

    public var description: String {
        switch self {
        case .cancelled: "waiting for the first unlock was cancelled"
        case .timedOut(.indeterminate(let number)):
            "no first unlock was seen in time, and whether there was one cannot be told (errno \(number))"
        case .timedOut: "the device was not unlocked in time"
        }
    }
}
