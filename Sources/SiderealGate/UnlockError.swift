public import SiderealBase

/// The reason for which a wait for an unlock ended without one.
public enum UnlockError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The task that waited was cancelled.
    case cancelled
    /// The time was up; a last look found this.
    case timedOut(Unavailability)
    /// Waiting does not help: somebody has to act first.
    case unavailable(Unavailability)

    public var description: String {
        switch self {
        case .cancelled: "waiting for the unlock was cancelled"
        case .timedOut(let why): "waiting for the unlock timed out: \(why)"
        case .unavailable(let why): why.description
        }
    }
}

extension UnlockError {
    /// The cause for which something can't be read; nil where the wait was cancelled.
    public var unavailability: Unavailability? {
        switch self {
        case .cancelled: nil
        case .timedOut(let why), .unavailable(let why): why
        }
    }
}
