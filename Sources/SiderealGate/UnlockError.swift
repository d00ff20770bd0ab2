public import SiderealBase

/// An error that ends a wait for an unlock.
public enum UnlockError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The waiting task was cancelled.
    case cancelled
    /// The timeout passed. The associated value is the result of the last check.
    case timedOut(Unavailability)
    /// Waiting can't help. The associated value is the reason.
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
    /// The reason why protected data can't be read, or `nil` if the wait was cancelled.
    public var unavailability: Unavailability? {
        switch self {
        case .cancelled: nil
        case .timedOut(let why), .unavailable(let why): why
        }
    }
}
