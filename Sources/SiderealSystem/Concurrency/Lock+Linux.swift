#if !canImport(Darwin)
    import Synchronization

    /// A value that threads take turns with. Never held across a suspension point.
    package final class Lock<State: Sendable & ~Copyable>: Sendable {
        private let mutex: Mutex<State>

        package init(_ state: consuming sending State) { mutex = Mutex(state) }

        package func withLock<Result: Sendable, Failure: Error>(
            _ body: (inout State) throws(Failure) -> Result
        ) throws(Failure) -> Result {
            try mutex.withLock { state throws(Failure) in try body(&state) }
        }
    }
#endif
