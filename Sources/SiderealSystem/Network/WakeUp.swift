package import SiderealCore

/// A sign, given once and for all, that ends what waits for the network: a pipe that becomes readable.
package final class WakeUp: Sendable {
    package let readEnd: Int32
    private let writeEnd: Int32

    package init() throws(NetworkError) {
        guard let ends = Syscalls.pipe() else { throw .system(.pipe, "to wake up by", .last) }
        (readEnd, writeEnd) = ends
    }

    // Whoever may still give the sign or wait for it holds on to this, so that no number is closed under them.
    deinit {
        Syscalls.close(readEnd)
        Syscalls.close(writeEnd)
    }

    package func signal() {
        // Fails only where the pipe is full of earlier signs, or is interrupted before it wrote.
        while Syscalls.writeByte(writeEnd) < 0, ErrorNumber.last == .interrupted {}
    }

    package var isSignalled: Bool { Syscalls.poll([readEnd], milliseconds: 0)?.first == true }

    /// Waits for something to read from a descriptor: false where the deadline passed before.
    func wait(for descriptor: Int32, until deadline: Deadline) throws(NetworkError) -> Bool {
        while true {
            let left = deadline.left
            guard left > .zero else { return false }
            // Rounded up: a wait that ends a moment early would spin.
            let milliseconds = min((left.count - 1) / 1_000_000 + 1, Int64(Int32.max))
            guard let ready = Syscalls.poll([readEnd, descriptor], milliseconds: Int32(milliseconds)) else {
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
/// When the task is cancelled, the sign is given and the calls are to end at once; it returns when they have.
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

/// An instant until which to wait, with the clock that it is on.
package struct Deadline: Sendable {
    package let instant: ElapsedInstant
    private let elapsed: @Sendable () -> ElapsedInstant

    package init(_ instant: ElapsedInstant, elapsed: @escaping @Sendable () -> ElapsedInstant) {
        self.instant = instant
        self.elapsed = elapsed
    }

    /// How long it is until then; zero or less where that has passed.
    package var left: Nanoseconds { instant - elapsed() }
    package var hasPassed: Bool { left <= .zero }

    /// So long from now, but no later than this.
    package func limited(to length: Nanoseconds) -> Deadline {
        Deadline(min(instant, elapsed() + length), elapsed: elapsed)
    }
}
