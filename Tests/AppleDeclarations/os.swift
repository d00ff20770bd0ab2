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

/// https://developer.apple.com/documentation/os/logger
@available(macOS 11.0, iOS 14.0, watchOS 7.0, tvOS 14.0, *)
public struct Logger: @unchecked Sendable {
    /// https://developer.apple.com/documentation/os/logger/init(subsystem:category:)
    public init(subsystem: String, category: String) { stub() }
    /// https://developer.apple.com/documentation/os/logger/debug(_:)
    public func debug(_ message: OSLogMessage) { stub() }
    /// https://developer.apple.com/documentation/os/logger/notice(_:)
    public func notice(_ message: OSLogMessage) { stub() }
    /// https://developer.apple.com/documentation/os/logger/error(_:)
    public func error(_ message: OSLogMessage) { stub() }
}

/// https://developer.apple.com/documentation/os/oslogmessage
@available(macOS 11.0, iOS 14.0, watchOS 7.0, tvOS 14.0, *)
public struct OSLogMessage: ExpressibleByStringInterpolation {
    public init(stringInterpolation: OSLogInterpolation) { stub() }
    public init(stringLiteral value: String) { stub() }
}

/// https://developer.apple.com/documentation/os/osloginterpolation
@available(macOS 11.0, iOS 14.0, watchOS 7.0, tvOS 14.0, *)
public struct OSLogInterpolation: StringInterpolationProtocol {
    public init(literalCapacity: Int, interpolationCount: Int) { stub() }
    public mutating func appendLiteral(_ literal: String) { stub() }
    /// https://developer.apple.com/documentation/os/osloginterpolation
    public mutating func appendInterpolation(
        _ argumentString: @autoclosure @escaping () -> String, align: OSLogStringAlignment = .none,
        privacy: OSLogPrivacy = .auto
    ) { stub() }
}

/// https://developer.apple.com/documentation/os/oslogstringalignment
@available(macOS 11.0, iOS 14.0, watchOS 7.0, tvOS 14.0, *)
public struct OSLogStringAlignment {
    public static var none: OSLogStringAlignment { stub() }
}

/// https://developer.apple.com/documentation/os/oslogprivacy
@available(macOS 11.0, iOS 14.0, watchOS 7.0, tvOS 14.0, *)
public struct OSLogPrivacy {
    public static var auto: OSLogPrivacy { stub() }
    /// https://developer.apple.com/documentation/os/oslogprivacy/private
    public static var `private`: OSLogPrivacy { stub() }
}

private func stub() -> Never { fatalError("nothing of this runs") }
