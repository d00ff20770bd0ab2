// https://developer.apple.com/documentation/os

/// https://developer.apple.com/documentation/os/osallocatedunfairlock
@available(macOS 13.0, iOS 16.0, tvOS 16.0, watchOS 9.0, *)
public struct OSAllocatedUnfairLock<State>: @unchecked Sendable {}

@available(macOS 13.0, iOS 16.0, tvOS 16.0, watchOS 9.0, *)
extension OSAllocatedUnfairLock where State == () {
    /// https://developer.apple.com/documentation/os/osallocatedunfairlock/init()
    public init() { stub() }
    /// https://developer.apple.com/documentation/os/osallocatedunfairlock/lock()
    @available(*, noasync, message: "Use async-safe scoped locking instead")
    public func lock() { stub() }
    /// https://developer.apple.com/documentation/os/osallocatedunfairlock/unlock()
    @available(*, noasync, message: "Use async-safe scoped locking instead")
    public func unlock() { stub() }
}

private func stub() -> Never { fatalError("nothing of this runs") }
