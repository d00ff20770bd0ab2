/// Starts a task that runs concurrently with its caller, and returns the task's handle.
///
/// The environment provides this closure, because a task without a parent inherits no executor. A simulated device runs
/// such a task on its own executor.
package typealias TaskStart = @Sendable (_ work: @escaping @Sendable () async -> Void) -> Task<Void, Never>

/// Waits on the system's clock that keeps counting while the device sleeps.
package enum SystemWait {
    package static let wait: @Sendable (Duration) async throws(CancellationError) -> Void = {
        (span) async throws(CancellationError) in
        do {
            try await Task.sleep(for: span, clock: .continuous)
        } catch {
            throw CancellationError()
        }
    }
}
