// https://developer.apple.com/documentation/objectivec. Without the Objective-C runtime: no selectors, no `@objc`.

/// https://developer.apple.com/documentation/objectivec/nsobjectprotocol
public protocol NSObjectProtocol: AnyObject {}

/// https://developer.apple.com/documentation/objectivec/nsobject-swift.class; not `Sendable`: that is for each subclass
/// to say
open class NSObject: NSObjectProtocol {
    /// https://developer.apple.com/documentation/objectivec/nsobject-swift.class/init()
    public init() {}
}
