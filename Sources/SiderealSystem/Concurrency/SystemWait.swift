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
