package import SiderealCore
import SiderealSystem

/// A signal that ends all waits for the network. It is a pipe that becomes readable.
package final class WakeUp: Sendable {
    package let readEnd: Int32
    private let writeEnd: Int32

    package init() throws(NetworkError) {
        guard let ends = Syscalls.pipe() else { throw .system(.pipe, "to cancel requests", .last) }
        (readEnd, writeEnd) = ends
    }

    // Each task that may still signal or wait holds a reference, so no descriptor closes while a task uses it.
    deinit {
        Syscalls.close(readEnd)
        Syscalls.close(writeEnd)
    }

    package func signal() {
        // The write fails only if the pipe is full of earlier signals, or if a signal of the system interrupts it.
        while Syscalls.writeByte(writeEnd) < 0, ErrorNumber.last == .interrupted {}
    }

    package var isSignalled: Bool { Syscalls.poll([readEnd], milliseconds: 0)?.first == true }

    /// Waits until a descriptor can be read or written. Returns false if the deadline passes first.
    package func wait(
        for descriptor: Int32, toWrite: Bool = false, until deadline: Deadline
    ) throws(NetworkError) -> Bool {
        let writing = toWrite ? descriptor : nil
        while true {
            let left = deadline.left
            guard left > .zero else { return false }
            // Rounds up, because this loop would spin if a wait ended a moment early.
            let milliseconds = min((left.count - 1) / 1_000_000 + 1, Int64(Int32.max))
            guard
                let ready = Syscalls.poll(
                    [readEnd, descriptor], forWriting: writing, milliseconds: Int32(milliseconds))
            else {
                let number = ErrorNumber.last
                guard number == .interrupted else { throw .system(.poll, "for an answer", number) }
                continue
            }
            if ready[0] { throw .woken }
            if ready[1] { return true }
        }
    }
}

/// Runs blocking calls on a thread of their own, so that they block no thread of the task pool.
///
/// If the task is cancelled, the function signals `wakeUp`, so the calls end at once. The function returns after the
/// calls have ended.
package func onOwnThread<Value: Sendable>(
    _ wakeUp: WakeUp, _ body: @escaping @Sendable () throws(NetworkError) -> Value
) async throws(NetworkError) -> Value {
    // In a lock, because the thread sanitizer does not recognize a continuation that resumes before its task waits.
    let outcome = Lock<Result<Value, NetworkError>>(.failure(.timedOut))
    await withTaskCancellationHandler {
        await withCheckedContinuation { continuation in
            let number = Syscalls.detachThread {
                let result = Result(catching: body)
                outcome.withLock { $0 = result }
                continuation.resume()
            }
            guard number != 0 else { return }
            let error = NetworkError.system(.thread, "to wait on", ErrorNumber(rawValue: number))
            outcome.withLock { $0 = .failure(error) }
            continuation.resume()
        }
    } onCancel: {
        wakeUp.signal()
    }
    return try outcome.withLock { $0 }.get()
}

/// An instant on the elapsed clock that ends a wait.
package struct Deadline: Sendable {
    package let instant: ElapsedInstant
    private let elapsed: @Sendable () -> ElapsedInstant

    package init(_ instant: ElapsedInstant, elapsed: @escaping @Sendable () -> ElapsedInstant) {
        self.instant = instant
        self.elapsed = elapsed
    }

    /// The time that is left. It is zero or less if the instant has passed.
    package var left: Nanoseconds { instant - elapsed() }
    package var hasPassed: Bool { left <= .zero }

    /// Returns a deadline after the given length from now, but no later than this deadline.
    package func limited(to length: Nanoseconds) -> Deadline {
        Deadline(min(instant, elapsed() + length), elapsed: elapsed)
    }
}
