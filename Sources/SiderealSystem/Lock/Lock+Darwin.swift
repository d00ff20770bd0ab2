#if canImport(Darwin)
    import os

    /// A value that one thread at a time may touch.
    package final class Lock<Value: Sendable>: Sendable {
        // `Mutex` needs iOS 18.
        private let lock: OSAllocatedUnfairLock<Value>

        package init(_ value: Value) {
            lock = OSAllocatedUnfairLock(initialState: value)
        }

        package func withLock<Result: Sendable, Failure>(
            _ body: (inout Value) throws(Failure) -> Result
        ) throws(Failure) -> Result {
            // The system's lock rethrows without a type.
            let result: Swift.Result<Result, Failure> = lock.withLockUnchecked { value in
                do throws(Failure) {
                    return .success(try body(&value))
                } catch {
                    return .failure(error)
                }
            }
            return try result.get()
        }
    }
#endif
