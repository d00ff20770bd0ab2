import SiderealCore
import SiderealSystem

/// Raised once something has happened.
final class Flag: Sendable {
    private let state = Lock(false)
    var isRaised: Bool { state.withLock { $0 } }
    func raise() { state.withLock { $0 = true } }
}

/// How often something has happened.
final class Count: Sendable {
    private let state = Lock(0)
    var count: Int { state.withLock { $0 } }
    func up() { state.withLock { $0 += 1 } }
}

extension TrustedTime {
    /// Whether the true time may be this instant.
    func allows(_ truth: TrueInstant) -> Bool {
        (earliest.map { $0 <= truth } ?? true) && (latest.map { $0 >= truth } ?? true)
    }
}
