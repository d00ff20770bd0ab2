import SiderealSystem

/// A limiter that lets short work run on the requesting thread. On a fast disk, a switch to another thread and back
/// takes up to a tenth of a commit's time.
///
/// Tasks share threads, so few threads may wait for a disk, and only briefly. Therefore only one thread does such work
/// at a time. After work that took longer than a millisecond, the limiter refuses the next ``refusals`` requests.
package final class ShortWork: Sendable {
    private struct State: Sendable {
        var isTaken = false
        var refusals = 0
    }

    /// The longest time that counts as short.
    package static let limit = Duration.milliseconds(1)
    /// The number of requests that the limiter refuses after slow work.
    package static let refusals = 20

    private let uptime: @Sendable () -> Duration
    private let state = Lock(State())

    package convenience init() {
        let start = ContinuousClock.now
        self.init { ContinuousClock.now - start }
    }

    /// - Parameter uptime: A closure that returns the time of a clock that can't be set.
    package init(uptime: @escaping @Sendable () -> Duration) { self.uptime = uptime }

    /// Runs work and returns `true`, or refuses the work and returns `false` at once.
    package func run(_ work: () -> Void) -> Bool {
        let isAllowed = state.withLock { state in
            guard !state.isTaken else { return false }
            guard state.refusals == 0 else {
                state.refusals -= 1
                return false
            }
            state.isTaken = true
            return true
        }
        guard isAllowed else { return false }
        let start = uptime()
        work()
        let isSlow = uptime() - start > Self.limit
        state.withLock { state in
            state.isTaken = false
            state.refusals = isSlow ? Self.refusals : 0
        }
        return true
    }
}
