// https://developer.apple.com/documentation/dispatch; the signatures are those of the overlay in the SDK.

/// https://developer.apple.com/documentation/dispatch/dispatchqueue
open class DispatchQueue: @unchecked Sendable {
    init() {}

    /// https://developer.apple.com/documentation/dispatch/dispatchqueue/init(label:qos:attributes:autoreleasefrequency:target:)
    public convenience init(
        label: String, qos: DispatchQoS = .unspecified, attributes: Attributes = [],
        autoreleaseFrequency: AutoreleaseFrequency = .inherit, target: DispatchQueue? = nil
    ) { stub() }

    /// https://developer.apple.com/documentation/dispatch/dispatchqueue/attributes
    public struct Attributes: OptionSet, Sendable {
        public let rawValue: UInt64
        public init(rawValue: UInt64) { self.rawValue = rawValue }
    }

    /// https://developer.apple.com/documentation/dispatch/dispatchqueue/autoreleasefrequency
    public enum AutoreleaseFrequency: Sendable { case inherit, workItem, never }

    /// https://developer.apple.com/documentation/dispatch/dispatchqueue/global(qos:)
    @available(macOS 10.10, iOS 8.0, *)
    public class func global(qos: DispatchQoS.QoSClass = .default) -> DispatchQueue { stub() }

    /// https://developer.apple.com/documentation/dispatch/dispatchqueue/async(group:qos:flags:execute:)
    @available(macOS 10.10, iOS 8.0, *)
    @preconcurrency
    public func async(
        group: DispatchGroup? = nil, qos: DispatchQoS = .unspecified, flags: DispatchWorkItemFlags = [],
        execute work: @escaping @Sendable () -> Void
    ) { stub() }
}

extension DispatchQueue {
    /// https://developer.apple.com/documentation/dispatch/dispatchqueue/concurrentperform(iterations:execute:)
    @available(macOS 10.6, iOS 4.0, *)
    public class func concurrentPerform(iterations: Int, execute work: (Int) -> Void) { stub() }

    /// https://developer.apple.com/documentation/dispatch/dispatchqueue/asyncafter(deadline:qos:flags:execute:)
    @available(macOS 10.10, iOS 8.0, *)
    @preconcurrency
    public func asyncAfter(
        deadline: DispatchTime, qos: DispatchQoS = .unspecified, flags: DispatchWorkItemFlags = [],
        execute work: @escaping @Sendable () -> Void
    ) { stub() }
}

/// https://developer.apple.com/documentation/dispatch/dispatchsemaphore
open class DispatchSemaphore: @unchecked Sendable {
    /// https://developer.apple.com/documentation/dispatch/dispatchsemaphore/init(value:)
    public init(value: Int) { stub() }

    /// https://developer.apple.com/documentation/dispatch/dispatchsemaphore/signal()
    @available(macOS 10.6, iOS 4.0, *)
    @discardableResult
    public func signal() -> Int { stub() }

    /// https://developer.apple.com/documentation/dispatch/dispatchsemaphore/wait()
    @available(*, noasync, message: "Await a Task handle instead")
    public func wait() { stub() }
}

/// https://developer.apple.com/documentation/dispatch/dispatchsource
open class DispatchSource: @unchecked Sendable {
    init() {}

    /// https://developer.apple.com/documentation/dispatch/dispatchsource/makesignalsource(signal:queue:)
    public class func makeSignalSource(signal: Int32, queue: DispatchQueue? = nil) -> any DispatchSourceSignal {
        stub()
    }
}

/// https://developer.apple.com/documentation/dispatch/dispatchsourceprotocol
public protocol DispatchSourceProtocol: AnyObject, Sendable {
    /// https://developer.apple.com/documentation/dispatch/dispatchsourceprotocol/seteventhandler(qos:flags:handler:)
    @preconcurrency
    func setEventHandler(qos: DispatchQoS, flags: DispatchWorkItemFlags, handler: (@Sendable () -> Void)?)
    /// https://developer.apple.com/documentation/dispatch/dispatchsourceprotocol/activate()
    @available(macOS 10.12, iOS 10.0, *)
    func activate()
    /// https://developer.apple.com/documentation/dispatch/dispatchsourceprotocol/cancel()
    func cancel()
}

extension DispatchSourceProtocol {
    @preconcurrency
    public func setEventHandler(
        qos: DispatchQoS = .unspecified, flags: DispatchWorkItemFlags = [], handler: (@Sendable () -> Void)?
    ) { stub() }
}

/// https://developer.apple.com/documentation/dispatch/dispatchsourcesignal
public protocol DispatchSourceSignal: DispatchSourceProtocol {}

/// https://developer.apple.com/documentation/dispatch/dispatchtime
public struct DispatchTime: Sendable {
    /// https://developer.apple.com/documentation/dispatch/dispatchtime/now()
    @available(macOS 10.10, iOS 8.0, *)
    public static func now() -> DispatchTime { stub() }

    /// https://developer.apple.com/documentation/dispatch/dispatchtime
    public static func + (time: DispatchTime, interval: DispatchTimeInterval) -> DispatchTime { stub() }
}

/// https://developer.apple.com/documentation/dispatch/dispatchtimeinterval
public enum DispatchTimeInterval: Sendable {
    case seconds(Int)
    case milliseconds(Int)
    case microseconds(Int)
    case nanoseconds(Int)
    case never
}

/// https://developer.apple.com/documentation/dispatch/dispatchqos
public struct DispatchQoS: Sendable {
    /// https://developer.apple.com/documentation/dispatch/dispatchqos/qosclass
    @available(macOS 10.10, iOS 8.0, *)
    public enum QoSClass: Sendable { case background, utility, `default`, userInitiated, userInteractive, unspecified }

    /// https://developer.apple.com/documentation/dispatch/dispatchqos/unspecified
    public static let unspecified = DispatchQoS()
}

/// https://developer.apple.com/documentation/dispatch/dispatchgroup
open class DispatchGroup: @unchecked Sendable { init() {} }

/// https://developer.apple.com/documentation/dispatch/dispatchworkitemflags
public struct DispatchWorkItemFlags: OptionSet, RawRepresentable, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
}

/// https://developer.apple.com/documentation/dispatch/dispatchdata; the bridge stands for what the Objective-C runtime
/// gives `as`.
public struct DispatchData: Sendable, _ObjectiveCBridgeable {
    /// https://developer.apple.com/documentation/dispatch/dispatchdata/count
    public var count: Int { stub() }
    /// https://developer.apple.com/documentation/dispatch/dispatchdata/copybytes(to:count:)
    public func copyBytes(to pointer: UnsafeMutableRawBufferPointer, count: Int) { stub() }

    public func _bridgeToObjectiveC() -> __DispatchData { stub() }
    public static func _forceBridgeFromObjectiveC(_ source: __DispatchData, result: inout DispatchData?) { stub() }
    public static func _conditionallyBridgeFromObjectiveC(
        _ source: __DispatchData, result: inout DispatchData?
    ) -> Bool { stub() }
    public static func _unconditionallyBridgeFromObjectiveC(_ source: __DispatchData?) -> DispatchData { stub() }
}

/// The `dispatch_data_t` of C.
open class __DispatchData: @unchecked Sendable { init() {} }
/// https://developer.apple.com/documentation/dispatch/dispatch_data_t
public typealias dispatch_data_t = __DispatchData

private func stub() -> Never { fatalError("nothing of this runs") }
