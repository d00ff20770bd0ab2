package import SiderealCore
import SiderealSystem

/// A signal, given once, that ends every wait for the network: a pipe that becomes readable.
package final class WakeUp: Sendable {
    package let readEnd: Int32
    private let writeEnd: Int32

    package init() throws(NetworkError) {
        guard let ends = Syscalls.pipe() else { throw .system(.pipe, "to wake up by", .last) }
        (readEnd, writeEnd) = ends
    }

    // Each task that may still signal or wait holds a reference, so no descriptor is closed under it.
    deinit {
        Syscalls.close(readEnd)
        Syscalls.close(writeEnd)
    }

    package func signal() {
        // Fails only where the pipe is full of earlier signals, or a signal of the system interrupts the write.
        while Syscalls.writeByte(writeEnd) < 0, ErrorNumber.last == .interrupted {}
    }

    package var isSignalled: Bool { Syscalls.poll([readEnd], milliseconds: 0)?.first == true }

    /// Waits for something to read from a descriptor, or until it can be written to: false where the deadline passed
    /// before.
    package func wait(
        for descriptor: Int32, toWrite: Bool = false, until deadline: Deadline
    ) throws(NetworkError) -> Bool {
        let writing = toWrite ? descriptor : nil
        while true {
            let left = deadline.left
            guard left > .zero else { return false }
            // Rounded up: a wait that ends a moment early would spin.
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

/// Runs calls that block on a thread of their own, so that no task has to wait for a thread meanwhile.
///
/// When the task is cancelled, `wakeUp` is signalled, so the calls end at once; the function returns when they have.
package func onOwnThread<Value: Sendable>(
    _ wakeUp: WakeUp, _ body: @escaping @Sendable () throws(NetworkError) -> Value
) async throws(NetworkError) -> Value {
    let result = await withTaskCancellationHandler {
        await withCheckedContinuation { (continuation: CheckedContinuation<Result<Value, NetworkError>, Never>) in
            let number = Syscalls.detachThread { continuation.resume(returning: Result(catching: body)) }
            guard number != 0 else { return }
            let error = NetworkError.system(.thread, "to wait on", ErrorNumber(rawValue: number))
            continuation.resume(returning: .failure(error))
        }
    } onCancel: {
        wakeUp.signal()
    }
    return try result.get()
}

/// An instant on the elapsed clock, until which to wait.
package struct Deadline: Sendable {
    package let instant: ElapsedInstant
    private let elapsed: @Sendable () -> ElapsedInstant

    package init(_ instant: ElapsedInstant, elapsed: @escaping @Sendable () -> ElapsedInstant) {
        self.instant = instant
        self.elapsed = elapsed
    }

    /// The time until then; zero or less where the instant has passed.
    package var left: Nanoseconds { instant - elapsed() }
    package var hasPassed: Bool { left <= .zero }

    /// The given length from now, but no later than this deadline.
    package func limited(to length: Nanoseconds) -> Deadline {
        Deadline(min(instant, elapsed() + length), elapsed: elapsed)
    }
}
