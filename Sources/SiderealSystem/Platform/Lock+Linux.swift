#if canImport(Glibc)
    package import Glibc

    /// A value that only one thread at a time can use. No thread holds the lock across a suspension point.
    ///
    /// The class uses the C library's mutex, because the thread sanitizer on Linux does not recognize Synchronization's
    /// `Mutex`: with `Mutex`, the sanitizer would report false races and hide true races. So the class is `@unchecked
    /// Sendable`. The value is private, and the initializer receives it as a `sending` parameter. Only code between
    /// lock and unlock uses the value.
    ///
    /// The value has its own memory, because each access to a class's property costs a check, which the lock makes
    /// unnecessary.
    package final class Lock<State: ~Copyable>: LockIdentity, @unchecked Sendable {
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
