// The objects of <Security/SecProtocol*.h> through which the Network framework passes the settings and the results of
// TLS. The stand-in of Network makes them.
//
// Models: the oldest version and the protocols that a client offers. The metadata owns the text of the protocol that
// the server chose. The script gives or refuses a secret for each label and context.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import Dispatch
public import Foundation

extension tls_protocol_version_t: Comparable {
    public static func < (one: Self, other: Self) -> Bool { one.rawValue < other.rawValue }
}

/// A client's settings of TLS.
public final class TLSOptions: NSObject, OS_sec_protocol_options, Sendable {
    private let mutex = NSLock()
    nonisolated(unsafe) private var state = (oldest: tls_protocol_version_t.TLSv12, protocols: [String]())

    public internal(set) var oldest: tls_protocol_version_t {
        get { mutex.withLock { state.oldest } }
        set { mutex.withLock { state.oldest = newValue } }
    }

    public var protocols: [String] { mutex.withLock { state.protocols } }
    func add(_ name: String) { mutex.withLock { state.protocols.append(name) } }
}

/// The results of a handshake.
public final class TLSMetadata: NSObject, OS_sec_protocol_metadata, Sendable {
    public typealias Export = @Sendable (_ label: String, _ context: [UInt8], _ count: Int) -> [UInt8]?

    private let chosen: UInt?
    private let export: Export

    public init(chosen: String?, export: @escaping Export) {
        self.chosen = chosen.map { UInt(bitPattern: strdup($0)) }
        self.export = export
    }

    deinit { free(chosen.flatMap { UnsafeMutableRawPointer(bitPattern: $0) }) }

    var protocolText: UnsafePointer<CChar>? { chosen.flatMap { UnsafePointer(bitPattern: $0) } }

    func secret(
        _ label: UnsafeRawBufferPointer, _ context: UnsafeBufferPointer<UInt8>, _ count: Int
    ) -> dispatch_data_t? {
        export(String(decoding: label, as: UTF8.self), Array(context), count).map { __DispatchData($0) }
    }
}

// MARK: - Dispatch

/// A type that Linux's Dispatch keeps private: C's object for a `DispatchData`.
public final class __DispatchData: Sendable {
    fileprivate let bytes: [UInt8]
    fileprivate init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// The data in two regions, like data that arrived in pieces, so that code can't rely on one.
    fileprivate var data: DispatchData {
        var data = DispatchData.empty
        for half in [bytes.prefix(bytes.count / 2), bytes.dropFirst(bytes.count / 2)] {
            half.withUnsafeBytes { data.append($0) }
        }
        return data
    }
}

public typealias dispatch_data_t = __DispatchData

/// The conversion that `as` does with the Objective-C runtime.
extension DispatchData: @retroactive _ObjectiveCBridgeable {
    public func _bridgeToObjectiveC() -> __DispatchData { __DispatchData(Array(self)) }

    public static func _forceBridgeFromObjectiveC(_ source: __DispatchData, result: inout DispatchData?) {
        result = source.data
    }

    public static func _conditionallyBridgeFromObjectiveC(
        _ source: __DispatchData, result: inout DispatchData?
    ) -> Bool {
        result = source.data
        return true
    }

    public static func _unconditionallyBridgeFromObjectiveC(_ source: __DispatchData?) -> DispatchData {
        source?.data ?? .empty
    }
}
