import Dispatch
import SiderealSystem

/// Asynchronous work that a command waits for.
///
/// The command itself is synchronous, because a check must also work in a process that can't start threads. An example
/// is a process that has created a time namespace and has not entered it. In such a process `pthread_create` fails with
/// EINVAL. Only requests to servers need threads.
enum AsyncWork {
    static func run<Value: Sendable>(
        _ body: @escaping @Sendable () async throws(CommandError) -> Value
    ) throws(CommandError) -> Value {
        try Terminal.requireDescriptors(24)
        // Without this test, the runtime would wait forever for a worker thread that can't start.
        let refused = Syscalls.detachThread {}
        if refused != 0 { throw .inputOutput("can't start a thread: \(Terminal.describe(refused))") }
        let result = Lock<Result<Value, CommandError>?>(nil)
        let done = DispatchSemaphore(value: 0)
        Task.detached {
            do throws(CommandError) {
                let value = try await body()
                result.withLock { $0 = .success(value) }
            } catch {
                result.withLock { $0 = .failure(error) }
            }
            done.signal()
        }
        done.wait()
        guard let result = result.withLock({ $0 }) else { throw .inputOutput("the work ended without a result") }
        return try result.get()
    }
}
