/// An object that follows a gate for a user interface. The follower starts with the gate's state, and stays open once
/// it is open.
@MainActor
package final class GateFollower {
    package private(set) var isOpen: Bool
    private var waiter: Task<Void, Never>?

    /// - Parameters:
    ///   - isOpen: The present state of the gate.
    ///   - opening: A closure that waits for the gate to open. It returns `false` if the wait ended before that.
    ///   - changing: A closure that makes the change, and can notify observers before the change.
    package init(
        isOpen: Bool, opening: @escaping @Sendable () async -> Bool,
        changing: @escaping @MainActor (_ change: () -> Void) -> Void
    ) {
        self.isOpen = isOpen
        guard !isOpen else { return }
        // The task is detached, so that the main actor never checks the gate. The reference is weak, so that waiting
        // ends when the follower is released.
        waiter = Task.detached { [weak self] in
            guard await opening() else { return }
            await self?.open(changing)
        }
    }

    deinit { waiter?.cancel() }

    private func open(_ changing: @MainActor (_ change: () -> Void) -> Void) {
        changing { isOpen = true }
    }
}
