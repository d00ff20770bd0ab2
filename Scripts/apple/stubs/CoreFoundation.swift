// https://developer.apple.com/documentation/corefoundation. The bridges stand for what the Objective-C runtime gives `as`.

private func stub() -> Never { fatalError("nothing of this runs") }

/// https://developer.apple.com/documentation/corefoundation/cftyperef
public typealias CFTypeRef = AnyObject
/// https://developer.apple.com/documentation/corefoundation/cfstring
public final class CFString {}
/// https://developer.apple.com/documentation/corefoundation/cfdictionary
public final class CFDictionary {}

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
