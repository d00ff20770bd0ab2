import SiderealSystem

/// Lets work be done on the thread that asks for it while it is short: the way to another thread and back takes as long
/// as a tenth of a commit on a quick disk.
///
/// A thread that tasks share must not wait for a disk for long, and not several of them at once: one does such work at
/// a time, and after some that took longer than a millisecond the next are refused, before it is tried once more.
package final class ShortWork: Sendable {
    private struct State: Sendable {
        var isTaken = false
        var refusals = 0
    }

    /// What is short.
    package static let limit = Duration.milliseconds(1)
    /// How many are refused after one that was not.
    package static let refusals = 20

    private let uptime: @Sendable () -> Duration
    private let state = Lock(State())

    package convenience init() {
        let start = ContinuousClock.now
        self.init { ContinuousClock.now - start }
    }

    /// - Parameter uptime: By a clock that can't be set.
    package init(uptime: @escaping @Sendable () -> Duration) { self.uptime = uptime }

    /// Runs work, and returns true; or returns false at once.
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
