#if canImport(Darwin)
    import Darwin

    /// A thread of this process, for as long as it runs.
    package struct ThreadNumber: Sendable, Hashable {
        private let handle: UInt

        /// The thread that asks.
        package static var current: ThreadNumber { ThreadNumber(handle: UInt(bitPattern: pthread_self())) }
    }
#endif
