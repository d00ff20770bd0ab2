// https://developer.apple.com/documentation/foundation: errors and notifications, a part of Foundation.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

/// https://developer.apple.com/documentation/foundation/nserror
open class NSError: NSObject, @unchecked Sendable {
    /// https://developer.apple.com/documentation/foundation/nserror/domain
    open var domain: String { stub() }
    /// https://developer.apple.com/documentation/foundation/nserror/code
    open var code: Int { stub() }
}
extension NSError: Error {}

/// https://developer.apple.com/documentation/foundation/cocoaerror
public struct CocoaError: Error {
    /// https://developer.apple.com/documentation/foundation/cocoaerror/underlying
    public var underlying: (any Error)? { stub() }
}

/// https://developer.apple.com/documentation/foundation/localizederror
public protocol LocalizedError: Error {
    /// https://developer.apple.com/documentation/foundation/localizederror/errordescription
    var errorDescription: String? { get }
    /// https://developer.apple.com/documentation/foundation/localizederror/failurereason
    var failureReason: String? { get }
    /// https://developer.apple.com/documentation/foundation/localizederror/recoverysuggestion
    var recoverySuggestion: String? { get }
}
extension LocalizedError {
    public var errorDescription: String? { nil }
    public var failureReason: String? { nil }
    public var recoverySuggestion: String? { nil }
}

/// https://developer.apple.com/documentation/foundation/posixerror
public struct POSIXError: Error {
    /// https://developer.apple.com/documentation/foundation/posixerror/code-swift.typealias
    public typealias Code = POSIXErrorCode
    /// https://developer.apple.com/documentation/foundation/posixerror/code-swift.property
    public var code: Code { stub() }
}

/// https://developer.apple.com/documentation/foundation/posixerrorcode
public enum POSIXErrorCode: Int32, Sendable { case EPERM = 1 }

extension Error {
    /// https://developer.apple.com/documentation/swift/error/localizeddescription
    public var localizedDescription: String { stub() }
}

/// https://developer.apple.com/documentation/foundation/nsunderlyingerrorkey
public let NSUnderlyingErrorKey: String = ""
/// https://developer.apple.com/documentation/foundation/nsposixerrordomain
public let NSPOSIXErrorDomain: String = ""

/// https://developer.apple.com/documentation/foundation/nsnotification
open class NSNotification: NSObject {
    /// https://developer.apple.com/documentation/foundation/nsnotification/name-swift.struct
    public struct Name: RawRepresentable, Hashable, Sendable {
        public let rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }
    }
}

/// https://developer.apple.com/documentation/foundation/notification
public struct Notification {
    /// https://developer.apple.com/documentation/foundation/notification/name-swift.typealias
    public typealias Name = NSNotification.Name
    /// https://developer.apple.com/documentation/foundation/notification/userinfo
    public var userInfo: [AnyHashable: Any]?
}

@available(*, unavailable)
extension Notification: Sendable {}

/// https://developer.apple.com/documentation/foundation/operationqueue
open class OperationQueue: NSObject, @unchecked Sendable {}

/// https://developer.apple.com/documentation/foundation/notificationcenter
open class NotificationCenter: NSObject, @unchecked Sendable {
    /// https://developer.apple.com/documentation/foundation/notificationcenter/default
    open class var `default`: NotificationCenter { stub() }
    /// https://developer.apple.com/documentation/foundation/notificationcenter/addobserver(forname:object:queue:using:)
    @available(macOS 10.6, iOS 4.0, *)
    open func addObserver(
        forName name: NSNotification.Name?, object obj: Any?, queue: OperationQueue?,
        using block: @escaping @Sendable (Notification) -> Void
    ) -> any NSObjectProtocol { stub() }
    /// https://developer.apple.com/documentation/foundation/notificationcenter/removeobserver(_:)
    open func removeObserver(_ observer: Any) { stub() }
}
