#if canImport(Glibc) || canImport(Musl)
    #if canImport(Glibc)
        import Glibc
    #else
        import Musl
    #endif

    /// A thread of this process, for as long as it runs.
    package struct ThreadNumber: Sendable, Hashable {
        private let handle: UInt

        /// The thread that asks.
        package static var current: ThreadNumber { ThreadNumber(handle: UInt(pthread_self())) }
    }
#endif
