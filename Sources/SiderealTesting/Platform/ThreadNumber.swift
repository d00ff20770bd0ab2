#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// A thread of this process, for as long as it runs.
package struct ThreadNumber: Sendable, Hashable {
    private let handle: UInt

    /// The calling thread.
    package static var current: ThreadNumber {
        #if canImport(Darwin)
            ThreadNumber(handle: UInt(bitPattern: pthread_self()))
        #else
            ThreadNumber(handle: UInt(pthread_self()))
        #endif
    }
}
