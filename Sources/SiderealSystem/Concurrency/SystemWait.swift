/// Starts a task that goes on beside what starts it, and hands back its handle.
///
/// Injected, because a task without a parent inherits no executor: a simulated device keeps it on its own.
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
