// <Security/SecProtocolOptions.h>, <Security/SecProtocolMetadata.h>, <Security/SecProtocolTypes.h>: the settings
// and the results of TLS.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

#if os(Linux)
    public import Foundation
#else
    public import Dispatch
    public import ObjectiveC
#endif

/// https://developer.apple.com/documentation/security/os_sec_protocol_options
public protocol OS_sec_protocol_options: NSObjectProtocol {}
/// https://developer.apple.com/documentation/security/sec_protocol_options_t
public typealias sec_protocol_options_t = any OS_sec_protocol_options
/// https://developer.apple.com/documentation/security/os_sec_protocol_metadata
public protocol OS_sec_protocol_metadata: NSObjectProtocol {}
/// https://developer.apple.com/documentation/security/sec_protocol_metadata_t
public typealias sec_protocol_metadata_t = any OS_sec_protocol_metadata

/// https://developer.apple.com/documentation/security/tls_protocol_version_t
@available(macOS 10.15, iOS 13.0, *)
public enum tls_protocol_version_t: UInt16, Sendable {
    case TLSv12 = 0x0303
    case TLSv13 = 0x0304
}

/// https://developer.apple.com/documentation/security/sec_protocol_options_set_min_tls_protocol_version(_:_:)
@available(macOS 10.15, iOS 13.0, *)
public func sec_protocol_options_set_min_tls_protocol_version(
    _ options: sec_protocol_options_t, _ version: tls_protocol_version_t
) { (options as? TLSOptions)?.oldest = version }
/// https://developer.apple.com/documentation/security/sec_protocol_options_add_tls_application_protocol(_:_:)
@available(macOS 10.14, iOS 12.0, *)
public func sec_protocol_options_add_tls_application_protocol(
    _ options: sec_protocol_options_t, _ application_protocol: UnsafePointer<CChar>
) { (options as? TLSOptions)?.add(String(cString: application_protocol)) }

/// https://developer.apple.com/documentation/security/sec_protocol_metadata_get_negotiated_protocol(_:)
@available(macOS, introduced: 10.14, deprecated: 15.5)
@available(iOS, introduced: 12.0, deprecated: 18.5)
public func sec_protocol_metadata_get_negotiated_protocol(
    _ metadata: sec_protocol_metadata_t
) -> UnsafePointer<CChar>? { (metadata as? TLSMetadata)?.protocolText }
/// https://developer.apple.com/documentation/security/sec_protocol_metadata_create_secret_with_context(_:_:_:_:_:_:)
@available(macOS 10.14, iOS 12.0, *)
public func sec_protocol_metadata_create_secret_with_context(
    _ metadata: sec_protocol_metadata_t, _ label_len: Int, _ label: UnsafePointer<CChar>, _ context_len: Int,
    _ context: UnsafePointer<UInt8>, _ exporter_length: Int
) -> dispatch_data_t? {
    (metadata as? TLSMetadata)?.secret(
        UnsafeRawBufferPointer(start: label, count: label_len), UnsafeBufferPointer(start: context, count: context_len),
        exporter_length)
}
