// https://developer.apple.com/documentation/corefoundation. The bridges stand for what the Objective-C runtime gives
// `as`.

private func stub() -> Never { fatalError("nothing of this runs") }

/// https://developer.apple.com/documentation/corefoundation/cftyperef
public typealias CFTypeRef = AnyObject
/// https://developer.apple.com/documentation/corefoundation/cfstring
public final class CFString {}
/// https://developer.apple.com/documentation/corefoundation/cfdictionary
public final class CFDictionary {}

/// https://developer.apple.com/documentation/corefoundation/cgfloat; here without its conversions to and from `Double`
@frozen public struct CGFloat: ExpressibleByFloatLiteral, ExpressibleByIntegerLiteral, Hashable, Sendable {
    public init(floatLiteral value: Double) { stub() }
    public init(integerLiteral value: Int) { stub() }
    /// https://developer.apple.com/documentation/corefoundation/cgfloat/init(_:)
    public init(_ value: Double) { stub() }
}

extension Double {
    /// https://developer.apple.com/documentation/swift/double/init(_:)
    public init(_ other: CGFloat) { stub() }
}

/// https://developer.apple.com/documentation/corefoundation/cgsize
public struct CGSize: Sendable {
    /// https://developer.apple.com/documentation/corefoundation/cgsize/width
    public var width: CGFloat
}

extension String: @retroactive _ObjectiveCBridgeable {
    public func _bridgeToObjectiveC() -> CFString { stub() }
    public static func _forceBridgeFromObjectiveC(_ source: CFString, result: inout String?) { stub() }
    public static func _conditionallyBridgeFromObjectiveC(_ source: CFString, result: inout String?) -> Bool { stub() }
    public static func _unconditionallyBridgeFromObjectiveC(_ source: CFString?) -> String { stub() }
}

extension Dictionary: @retroactive _ObjectiveCBridgeable {
    public func _bridgeToObjectiveC() -> CFDictionary { stub() }
    public static func _forceBridgeFromObjectiveC(_ source: CFDictionary, result: inout Dictionary?) { stub() }
    public static func _conditionallyBridgeFromObjectiveC(_ source: CFDictionary, result: inout Dictionary?) -> Bool {
        stub()
    }
    public static func _unconditionallyBridgeFromObjectiveC(_ source: CFDictionary?) -> Dictionary { stub() }
}
