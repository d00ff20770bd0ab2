/// Starts a task that goes on beside what starts it, and hands back its handle.
///
/// An edge, because a task that nothing is the parent of inherits no executor: a simulated device keeps it on its own.
package typealias TaskStart = @Sendable (_ work: @escaping @Sendable () async -> Void) -> Task<Void, Never>
