// https://developer.apple.com/documentation/foundation/userdefaults and property lists, a part of Foundation.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

/// https://developer.apple.com/documentation/foundation/userdefaults; whether its objects are `Sendable` differs with
/// the SDK
open class UserDefaults: NSObject {
    /// https://developer.apple.com/documentation/foundation/userdefaults/standard
    open class var standard: UserDefaults { stub() }
    /// https://developer.apple.com/documentation/foundation/userdefaults/didchangenotification
    @available(macOS 10.0, iOS 2.0, *)
    public class var didChangeNotification: NSNotification.Name { stub() }
    /// https://developer.apple.com/documentation/foundation/userdefaults/init(suitename:)
    @available(macOS 10.9, iOS 7.0, *)
    public init?(suiteName suitename: String?) { stub() }
    /// https://developer.apple.com/documentation/foundation/userdefaults/set(_:forkey:)
    open func set(_ value: Any?, forKey defaultName: String) { stub() }
    /// https://developer.apple.com/documentation/foundation/userdefaults/set(_:forkey:)
    open func set(_ value: Bool, forKey defaultName: String) { stub() }
    /// https://developer.apple.com/documentation/foundation/userdefaults/bool(forkey:)
    open func bool(forKey defaultName: String) -> Bool { stub() }
    /// https://developer.apple.com/documentation/foundation/userdefaults/removeobject(forkey:)
    open func removeObject(forKey defaultName: String) { stub() }
    /// https://developer.apple.com/documentation/foundation/userdefaults/persistentdomain(forname:)
    open func persistentDomain(forName domainName: String) -> [String: Any]? { stub() }
    /// https://developer.apple.com/documentation/foundation/userdefaults/synchronize()
    open func synchronize() -> Bool { stub() }
}

/// https://developer.apple.com/documentation/foundation/propertylistserialization
open class PropertyListSerialization: NSObject {
    /// https://developer.apple.com/documentation/foundation/propertylistserialization/propertylistformat
    public enum PropertyListFormat: UInt, Sendable { case openStep = 1, xml = 100, binary = 200 }
    /// https://developer.apple.com/documentation/foundation/propertylistserialization/mutabilityoptions
    public struct MutabilityOptions: OptionSet, Sendable {
        public let rawValue: UInt
        public init(rawValue: UInt) { self.rawValue = rawValue }
    }
    /// https://developer.apple.com/documentation/foundation/propertylistserialization/readoptions
    public typealias ReadOptions = MutabilityOptions
    /// https://developer.apple.com/documentation/foundation/propertylistserialization/propertylist(from:options:format:)
    open class func propertyList(
        from data: Data, options opt: ReadOptions = [], format: UnsafeMutablePointer<PropertyListFormat>?
    ) throws -> Any { stub() }
}

/// https://developer.apple.com/documentation/foundation/nshomedirectory()
public func NSHomeDirectory() -> String { stub() }
