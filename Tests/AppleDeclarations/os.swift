// https://developer.apple.com/documentation/os

/// https://developer.apple.com/documentation/os/osallocatedunfairlock
@available(macOS 13.0, iOS 16.0, tvOS 16.0, watchOS 9.0, *)
public struct OSAllocatedUnfairLock<State>: @unchecked Sendable {
    private let take: () -> Void
    private let give: () -> Void
}

@available(macOS 13.0, iOS 16.0, tvOS 16.0, watchOS 9.0, *)
extension OSAllocatedUnfairLock where State == () {
    /// https://developer.apple.com/documentation/os/osallocatedunfairlock/init()
    public init() { (take, give) = mutex() }
    /// https://developer.apple.com/documentation/os/osallocatedunfairlock/lock()
    @available(*, noasync, message: "Use async-safe scoped locking instead")
    public func lock() { take() }
    /// https://developer.apple.com/documentation/os/osallocatedunfairlock/unlock()
    @available(*, noasync, message: "Use async-safe scoped locking instead")
    public func unlock() { give() }
}

/// https://developer.apple.com/documentation/os/logger
@available(macOS 11.0, iOS 14.0, watchOS 7.0, tvOS 14.0, *)
public struct Logger: @unchecked Sendable {
    private let subsystem: String
    private let category: String

    /// https://developer.apple.com/documentation/os/logger/init(subsystem:category:)
    public init(subsystem: String, category: String) { (self.subsystem, self.category) = (subsystem, category) }
    /// https://developer.apple.com/documentation/os/logger/debug(_:)
    public func debug(_ message: OSLogMessage) { LogDaemon.keep(subsystem, category, .debug, message) }
    /// https://developer.apple.com/documentation/os/logger/notice(_:)
    public func notice(_ message: OSLogMessage) { LogDaemon.keep(subsystem, category, .notice, message) }
    /// https://developer.apple.com/documentation/os/logger/error(_:)
    public func error(_ message: OSLogMessage) { LogDaemon.keep(subsystem, category, .error, message) }
}

/// https://developer.apple.com/documentation/os/oslogmessage
@available(macOS 11.0, iOS 14.0, watchOS 7.0, tvOS 14.0, *)
public struct OSLogMessage: ExpressibleByStringInterpolation {
    let interpolation: OSLogInterpolation

    public init(stringInterpolation: OSLogInterpolation) { interpolation = stringInterpolation }
    public init(stringLiteral value: String) {
        var interpolation = OSLogInterpolation(literalCapacity: value.utf8.count, interpolationCount: 0)
        interpolation.appendLiteral(value)
        self.init(stringInterpolation: interpolation)
    }
}

/// https://developer.apple.com/documentation/os/osloginterpolation
@available(macOS 11.0, iOS 14.0, watchOS 7.0, tvOS 14.0, *)
public struct OSLogInterpolation: StringInterpolationProtocol {
    /// The text without a profile that reveals private parts, and as it was written.
    private(set) var (text, plainText) = ("", "")

    public init(literalCapacity: Int, interpolationCount: Int) {}
    public mutating func appendLiteral(_ literal: String) {
        text += literal
        plainText += literal
    }
    /// https://developer.apple.com/documentation/os/osloginterpolation
    public mutating func appendInterpolation(
        _ argumentString: @autoclosure @escaping () -> String, align: OSLogStringAlignment = .none,
        privacy: OSLogPrivacy = .auto
    ) {
        let argument = argumentString()
        plainText += argument
        // Strings are private unless the caller declares them public.
        text += privacy.isPublic ? argument : "<private>"
    }
}

/// https://developer.apple.com/documentation/os/oslogstringalignment
@available(macOS 11.0, iOS 14.0, watchOS 7.0, tvOS 14.0, *)
public struct OSLogStringAlignment {
    public static var none: OSLogStringAlignment { OSLogStringAlignment() }
}

/// https://developer.apple.com/documentation/os/oslogprivacy
@available(macOS 11.0, iOS 14.0, watchOS 7.0, tvOS 14.0, *)
public struct OSLogPrivacy {
    let isPublic: Bool

    public static var auto: OSLogPrivacy { OSLogPrivacy(isPublic: false) }
    /// https://developer.apple.com/documentation/os/oslogprivacy/private
    public static var `private`: OSLogPrivacy { OSLogPrivacy(isPublic: false) }
    /// https://developer.apple.com/documentation/os/oslogprivacy/public
    public static var `public`: OSLogPrivacy { OSLogPrivacy(isPublic: true) }
}
