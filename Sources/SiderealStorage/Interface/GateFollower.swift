import SiderealBase

/// An object that follows a gate for a user interface. Once the gate has opened, the follower stays open.
@MainActor
package final class GateFollower {
    /// The reason why the gate is closed, or `nil` if the gate is open.
    package private(set) var reason: Unavailability?
    private var waiter: Task<Void, Never>?

    /// - Parameters:
    ///   - first: The present state of the gate.
    ///   - states: A closure that returns the gate's states from now on.
    ///   - changing: A closure that makes the change, and can notify observers before the change.
    package init(
        _ first: FirstUnlockGate.State, then states: @escaping @Sendable () -> AsyncStream<FirstUnlockGate.State>,
        changing: @escaping @MainActor (_ change: () -> Void) -> Void
    ) {
        reason = first.unavailability
        guard reason != nil else { return }
        // The task is detached, so that the main actor never checks the gate. The reference is weak, so that waiting
        // ends when the follower is released.
        waiter = Task.detached { [weak self] in
            for await state in states() {
                guard await self?.take(state.unavailability, changing) == true else { return }
            }
        }
    }

    deinit { waiter?.cancel() }

    /// Records a new state. Returns whether the gate is still closed.
    private func take(_ new: Unavailability?, _ changing: @MainActor (_ change: () -> Void) -> Void) -> Bool {
        if new != reason { changing { reason = new } }
        return new != nil
    }
}
