/// Starts a task that runs beside its caller, and returns its handle.
///
/// The environment provides this closure, because a task without a parent inherits no executor. A simulated device runs
/// such a task on its own executor.
package typealias TaskStart = @Sendable (_ work: @escaping @Sendable () async -> Void) -> Task<Void, Never>

/// Waits on the system's clock that runs through sleep.
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
