#if !canImport(Darwin)
    import Synchronization

    /// A value that one thread at a time may touch.
    package final class Lock<Value: Sendable>: Sendable {
        private let mutex: Mutex<Value>

        package init(_ value: Value) {
            mutex = Mutex(value)
        }

        package func withLock<Result: Sendable, Failure>(
            _ body: (inout Value) throws(Failure) -> Result
        ) throws(Failure) -> Result {
            try mutex.withLock { value throws(Failure) in try body(&value) }
        }
    }
#endif
