#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// The identity of a thread of this process. It is unique only while the thread runs.
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
