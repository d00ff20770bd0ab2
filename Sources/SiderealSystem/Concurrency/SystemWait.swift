/// Starts a task that runs beside its caller, and returns its handle.
///
/// This is injected, because a task without a parent inherits no executor: a simulated device runs it on its own.
package typealias TaskStart = @Sendable (_ work: @escaping @Sendable () async -> Void) -> Task<Void, Never>

/// Waiting by the system's clock that runs through sleep.
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
