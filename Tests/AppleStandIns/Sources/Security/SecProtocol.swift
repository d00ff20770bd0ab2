// The objects of <Security/SecProtocol*.h> through which the Network framework passes the settings and the results of
// TLS. The stand-in of Network makes them.
//
// Models: the oldest version and the protocols that a client offers; the protocol that a server chose, whose text is
// freed with the metadata; a secret for each label and context, which the script gives or refuses.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import Dispatch
import Foundation

public protocol OS_sec_protocol_options: AnyObject {}
public typealias sec_protocol_options_t = any OS_sec_protocol_options
public protocol OS_sec_protocol_metadata: AnyObject {}
public typealias sec_protocol_metadata_t = any OS_sec_protocol_metadata

public enum tls_protocol_version_t: UInt16, Sendable, Comparable {
    case TLSv12 = 0x0303
    case TLSv13 = 0x0304

    public static func < (one: Self, other: Self) -> Bool { one.rawValue < other.rawValue }
}

/// A client's settings of TLS.
public final class TLSOptions: OS_sec_protocol_options, Sendable {
    private let mutex = NSLock()
    nonisolated(unsafe) private var state = (oldest: tls_protocol_version_t.TLSv12, protocols: [String]())

    public init() {}

    public fileprivate(set) var oldest: tls_protocol_version_t {
        get { mutex.withLock { state.oldest } }
        set { mutex.withLock { state.oldest = newValue } }
    }

    public var protocols: [String] { mutex.withLock { state.protocols } }
    fileprivate func add(_ name: String) { mutex.withLock { state.protocols.append(name) } }
}

/// The results of a handshake.
public final class TLSMetadata: OS_sec_protocol_metadata, Sendable {
    public typealias Export = @Sendable (_ label: String, _ context: [UInt8], _ count: Int) -> [UInt8]?

    fileprivate let chosen: UInt?
    fileprivate let export: Export

    public init(chosen: String?, export: @escaping Export) {
        self.chosen = chosen.map { UInt(bitPattern: strdup($0)) }
        self.export = export
    }

    deinit { free(chosen.flatMap { UnsafeMutableRawPointer(bitPattern: $0) }) }
}

public func sec_protocol_options_set_min_tls_protocol_version(
    _ options: sec_protocol_options_t, _ version: tls_protocol_version_t
) {
    (options as? TLSOptions)?.oldest = version
}

public func sec_protocol_options_add_tls_application_protocol(
    _ options: sec_protocol_options_t, _ application_protocol: UnsafePointer<CChar>
) {
    (options as? TLSOptions)?.add(String(cString: application_protocol))
}

public func sec_protocol_metadata_get_negotiated_protocol(
    _ metadata: sec_protocol_metadata_t
) -> UnsafePointer<CChar>? {
    (metadata as? TLSMetadata)?.chosen.flatMap { UnsafePointer(bitPattern: $0) }
}

public func sec_protocol_metadata_create_secret_with_context(
    _ metadata: sec_protocol_metadata_t, _ label_len: Int, _ label: UnsafePointer<CChar>, _ context_len: Int,
    _ context: UnsafePointer<UInt8>, _ exporter_length: Int
) -> dispatch_data_t? {
    let name = UnsafeRawBufferPointer(start: label, count: label_len)
    let bytes = UnsafeBufferPointer(start: context, count: context_len)
    let secret = (metadata as? TLSMetadata)?.export(
        String(decoding: name, as: UTF8.self), Array(bytes), exporter_length)
    return secret.map { __DispatchData($0) }
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
