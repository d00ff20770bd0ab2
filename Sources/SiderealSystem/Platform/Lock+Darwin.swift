#if canImport(Darwin)
    import os

    /// A value that one thread at a time uses. The lock is never held across a suspension point.
    ///
    /// The class is unchecked, because `Mutex` needs iOS 18 and `OSAllocatedUnfairLock` holds no noncopyable state. The
    /// value is private, was sent here by its creator, and is touched only between `lock()` and `unlock()`.
    package final class Lock<State: ~Copyable>: @unchecked Sendable {
        private let lock = OSAllocatedUnfairLock()
        private var state: State

        package init(_ state: consuming sending State) { self.state = state }

        package func withLock<Result: Sendable, Failure: Error>(
            _ body: (inout sending State) throws(Failure) -> Result
        ) throws(Failure) -> Result {
            lock.lock()
            defer { lock.unlock() }
            return try body(&state)
        }
    }
#endif
