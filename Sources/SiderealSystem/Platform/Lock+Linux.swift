#if canImport(Glibc)
    package import Glibc

    /// A value that one thread at a time uses. The lock is never held across a suspension point.
    ///
    /// The class is unchecked, because the thread sanitizer on Linux does not see Synchronization's `Mutex`: it would
    /// report false races and hide true ones. It does see the C library's mutex. The value is private, was sent here by
    /// its creator, and is touched only between lock and unlock. It lies in memory of its own, because each access to a
    /// class's property costs a check that the lock makes needless.
    package final class Lock<State: ~Copyable>: @unchecked Sendable {
        @usableFromInline let mutex: UnsafeMutablePointer<pthread_mutex_t>
        @usableFromInline let state: UnsafeMutablePointer<State>

        package init(_ state: consuming sending State) {
            mutex = .allocate(capacity: 1)
            mutex.initialize(to: pthread_mutex_t())
            pthread_mutex_init(mutex, nil)
            self.state = .allocate(capacity: 1)
            self.state.initialize(to: state)
        }

        deinit {
            pthread_mutex_destroy(mutex)
            mutex.deinitialize(count: 1)
            mutex.deallocate()
            state.deinitialize(count: 1)
            state.deallocate()
        }

        @inlinable
        package func withLock<Result: Sendable, Failure: Error>(
            _ body: (inout sending State) throws(Failure) -> Result
        ) throws(Failure) -> Result {
            pthread_mutex_lock(mutex)
            defer { pthread_mutex_unlock(mutex) }
            return try body(&state.pointee)
        }
    }
#endif
