#if canImport(Darwin)
    import os

    /// A value that only one thread at a time can use. No thread holds the lock across a suspension point.
    ///
    /// The class is `@unchecked Sendable`, because `Mutex` needs iOS 18 and `OSAllocatedUnfairLock` can't hold
    /// noncopyable state. The value is private, and the initializer receives it as a `sending` parameter. Only code
    /// between `lock()` and `unlock()` uses the value.
    package final class Lock<State: ~Copyable>: LockIdentity, @unchecked Sendable {
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
