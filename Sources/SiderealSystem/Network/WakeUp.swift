import SiderealCore

/// A sign, given once and for all, that ends what waits for the network: a pipe that becomes readable.
package final class WakeUp: Sendable {
    let readEnd: Int32
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
