// https://developer.apple.com/documentation/objectivec. Without the Objective-C runtime: no selectors, no `@objc`.

/// https://developer.apple.com/documentation/objectivec/nsobjectprotocol
public protocol NSObjectProtocol: AnyObject {}

/// https://developer.apple.com/documentation/objectivec/nsobject-swift.class; not `Sendable`: that is for each subclass
/// to say
open class NSObject: NSObjectProtocol {
    /// https://developer.apple.com/documentation/objectivec/nsobject-swift.class/init()
    public init() {}

    /// https://developer.apple.com/documentation/objectivec/nsobject-swift.class/addobserver(_:forkeypath:options:context:)
    @available(macOS 10.0, iOS 2.0, *)
    open func addObserver(
        _ observer: NSObject, forKeyPath keyPath: String, options: NSKeyValueObservingOptions = [],
        context: UnsafeMutableRawPointer?
    ) { stub() }
    /// https://developer.apple.com/documentation/objectivec/nsobject-swift.class/observevalue(forkeypath:of:change:context:)
    @available(macOS 10.0, iOS 2.0, *)
    open func observeValue(
        forKeyPath keyPath: String?, of object: Any?, change: [NSKeyValueChangeKey: Any]?,
        context: UnsafeMutableRawPointer?
    ) { stub() }
}

/// https://developer.apple.com/documentation/foundation/nskeyvalueobservingoptions; a part of Foundation
public struct NSKeyValueObservingOptions: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
}

/// https://developer.apple.com/documentation/foundation/nskeyvaluechangekey; a part of Foundation
public struct NSKeyValueChangeKey: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
}

private func stub() -> Never { fatalError("nothing of this runs") }
