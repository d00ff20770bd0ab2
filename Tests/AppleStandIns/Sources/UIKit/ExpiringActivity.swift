// Stands in for `ProcessInfo.performExpiringActivity(withReason:using:)`, which Foundation has on iOS and not on Linux.
// It is here because UIKit exports Foundation, and exists on the same systems.
//
// Models: the block runs with false on a concurrent queue of the system. If the system is about to suspend the process
// while the block runs, it calls the block a second time in parallel, with true. If the system refuses the time, it
// calls the block only with true.
//
// https://developer.apple.com/documentation/foundation/processinfo/performexpiringactivity(withreason:using:)
import Dispatch
import Foundation

extension ProcessInfo {
    public func performExpiringActivity(withReason reason: String, using block: @escaping @Sendable (Bool) -> Void) {
        ExpiringActivities.shared.begin(block)
    }
}

/// The system's side of expiring activities.
public final class ExpiringActivities: Sendable {
    public static let shared = ExpiringActivities()

    private struct State {
        var isRefusing = false
        var running: [Int: @Sendable (Bool) -> Void] = [:]
        var next = 0
    }

    private let lock = NSLock()
    nonisolated(unsafe) private var state = State()
    private let under = DispatchGroup()

    /// A Boolean value that indicates whether the system refuses time, because it is suspending the process.
    public var isRefusing: Bool {
        get { lock.withLock { state.isRefusing } }
        set { lock.withLock { state.isRefusing = newValue } }
    }

    /// The number of running blocks, which keep the process from being suspended.
    public var runningCount: Int { lock.withLock { state.running.count } }

    /// Tells the running blocks that the process is about to be suspended.
    public func expire() {
        for block in lock.withLock({ Array(state.running.values) }) { block(true) }
    }

    /// Waits until no block runs.
    public func waitUntilDone() { under.wait() }

    fileprivate func begin(_ block: @escaping @Sendable (Bool) -> Void) {
        let key: Int? = lock.withLock {
            guard !state.isRefusing else { return nil }
            state.next += 1
            state.running[state.next] = block
            return state.next
        }
        DispatchQueue.global().async(group: under) {
            block(key == nil)
            if let key { self.lock.withLock { self.state.running[key] = nil } }
        }
    }
}
