/// Follows a gate for an interface: closed, and then open for good.
@MainActor
package final class GateFollower {
    package private(set) var isOpen: Bool
    private var waiter: Task<Void, Never>?

    /// - Parameters:
    ///   - isOpen: What is known now.
    ///   - opening: Waits for the gate; false where it gave up.
    ///   - changing: Carries out the change, so that those who show it can be told before.
    package init(
        isOpen: Bool, opening: @escaping @Sendable () async -> Bool,
        changing: @escaping @MainActor (_ change: () -> Void) -> Void
    ) {
        self.isOpen = isOpen
        guard !isOpen else { return }
        // Detached, so that no look is taken on the main actor; weak, so that it ends with those who look.
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
