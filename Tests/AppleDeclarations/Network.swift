// https://developer.apple.com/documentation/network. What it hands on of C is in Security: <Security/SecProtocol*.h>.
public import Dispatch
public import Foundation
public import Security

#if os(Linux)
    public import enum DarwinStandIn.POSIXErrorCode
#endif

/// https://developer.apple.com/documentation/network/nwconnection
@available(macOS 10.14, iOS 12.0, *)
public final class NWConnection: Sendable {
    /// https://developer.apple.com/documentation/network/nwconnection/state-swift.enum
    public enum State: Sendable {
        case setup
        case waiting(NWError)
        case preparing
        case ready
        case failed(NWError)
        case cancelled
    }

    /// https://developer.apple.com/documentation/network/nwconnection/sendcompletion
    public enum SendCompletion {
        public typealias _Completion = @Sendable (_ error: NWError?) -> Void
        @preconcurrency case contentProcessed(_Completion)
        case idempotent
    }

    /// https://developer.apple.com/documentation/network/nwconnection/contentcontext
    public class ContentContext: @unchecked Sendable {
        init() {}
        /// https://developer.apple.com/documentation/network/nwconnection/contentcontext/defaultmessage
        public static let defaultMessage = ContentContext()
    }

    /// https://developer.apple.com/documentation/network/nwconnection/init(host:port:using:)
    public convenience init(host: NWEndpoint.Host, port: NWEndpoint.Port, using: NWParameters) {
        self.init(ScriptedConnection(to: "\(host.text):\(port.number)", using.securityProtocolOptions))
    }
    #if os(Linux)
        private let connection: ScriptedConnection
        private init(_ connection: ScriptedConnection) { self.connection = connection }
    #else
        init() {}
    #endif

    /// https://developer.apple.com/documentation/network/nwconnection/stateupdatehandler
    @preconcurrency
    public var stateUpdateHandler: (@Sendable (_ state: NWConnection.State) -> Void)? {
        get { connection.handler }
        set { connection.handler = newValue }
    }
    /// https://developer.apple.com/documentation/network/nwconnection/start(queue:)
    public func start(queue: DispatchQueue) { connection.start(queue) }
    /// https://developer.apple.com/documentation/network/nwconnection/cancel()
    public func cancel() { connection.cancel() }
    /// https://developer.apple.com/documentation/network/nwconnection/send(content:contentcontext:iscomplete:completion:)-5ecuz
    @preconcurrency
    public func send(
        content: Data?, contentContext: NWConnection.ContentContext = .defaultMessage, isComplete: Bool = true,
        completion: NWConnection.SendCompletion
    ) { connection.send(content, completion) }
    /// https://developer.apple.com/documentation/network/nwconnection/receive(minimumincompletelength:maximumlength:completion:)
    @preconcurrency
    public func receive(
        minimumIncompleteLength: Int, maximumLength: Int,
        completion:
            @escaping @Sendable (
                _ content: Data?, _ contentContext: NWConnection.ContentContext?, _ isComplete: Bool, _ error: NWError?
            ) -> Void
    ) { connection.receive(maximumLength, completion) }
    /// https://developer.apple.com/documentation/network/nwconnection/metadata(definition:)
    public func metadata(definition: NWProtocolDefinition) -> NWProtocolMetadata? {
        connection.metadata(definition)
    }
}

/// https://developer.apple.com/documentation/network/nwerror; since iOS 26 it has another case
@available(macOS 10.14, iOS 12.0, *)
public enum NWError: Error, Equatable, Sendable, CustomDebugStringConvertible {
    case posix(POSIXErrorCode)
    case dns(DNSServiceErrorType)
    case tls(OSStatus)
    #if os(Linux)
        /// A kind that was added later.
        case wifiAware(Int32)
    #endif

    public var debugDescription: String {
        switch self {
        case .posix(let code): "POSIXErrorCode(rawValue: \(code.rawValue))"
        case .dns(let number): "\(number): NoSuchRecord"
        case .tls(let number), .wifiAware(let number): "\(number): as the script says"
        }
    }
}

/// https://developer.apple.com/documentation/dnssd/dnsserviceerrortype, from the module dnssd.
public typealias DNSServiceErrorType = Int32

/// https://developer.apple.com/documentation/network/nwendpoint
@available(macOS 10.14, iOS 12.0, *)
public enum NWEndpoint: Sendable {
    /// https://developer.apple.com/documentation/network/nwendpoint/host
    public enum Host: Hashable, Sendable {
        case _text(String)
        /// https://developer.apple.com/documentation/network/nwendpoint/host/init(_:)
        public init(_ string: String) { self = ._text(string) }
        var text: String {
            switch self {
            case ._text(let text): text
            }
        }
    }

    /// https://developer.apple.com/documentation/network/nwendpoint/port
    public struct Port: Hashable, Sendable, ExpressibleByIntegerLiteral {
        /// https://developer.apple.com/documentation/network/nwendpoint/port/init(integerliteral:)
        public init(integerLiteral value: UInt16) { number = value }
        let number: UInt16
    }
}

/// https://developer.apple.com/documentation/network/nwparameters
@available(macOS 10.14, iOS 12.0, *)
public class NWParameters: @unchecked Sendable {
    /// https://developer.apple.com/documentation/network/nwparameters/init(tls:tcp:)
    public convenience init(tls: NWProtocolTLS.Options?, tcp: NWProtocolTCP.Options = NWProtocolTCP.Options()) {
        guard let tls else { fatalError("no stand-in has a connection without TLS") }
        self.init(tls.securityProtocolOptions)
    }
    let securityProtocolOptions: sec_protocol_options_t
    init(_ options: sec_protocol_options_t) { securityProtocolOptions = options }
}

/// https://developer.apple.com/documentation/network/nwprotocoldefinition
@available(macOS 10.14, iOS 12.0, *)
public class NWProtocolDefinition: @unchecked Sendable { init() {} }
/// https://developer.apple.com/documentation/network/nwprotocolmetadata
@available(macOS 10.14, iOS 12.0, *)
public class NWProtocolMetadata: @unchecked Sendable { init() {} }
/// https://developer.apple.com/documentation/network/nwprotocoloptions
@available(macOS 10.14, iOS 12.0, *)
public class NWProtocolOptions: @unchecked Sendable { init() {} }
/// https://developer.apple.com/documentation/network/nwprotocol
@available(macOS 10.14, iOS 12.0, *)
public class NWProtocol: @unchecked Sendable { init() {} }

/// https://developer.apple.com/documentation/network/nwprotocoltcp
@available(macOS 10.14, iOS 12.0, *)
public class NWProtocolTCP: NWProtocol, @unchecked Sendable {
    /// https://developer.apple.com/documentation/network/nwprotocoltcp/options
    public class Options: NWProtocolOptions, @unchecked Sendable {
        /// https://developer.apple.com/documentation/network/nwprotocoltcp/options/init()
        public override init() {}
    }
}

/// https://developer.apple.com/documentation/network/nwprotocoltls
@available(macOS 10.14, iOS 12.0, *)
public class NWProtocolTLS: NWProtocol, @unchecked Sendable {
    /// https://developer.apple.com/documentation/network/nwprotocoltls/definition
    public static let definition = NWProtocolDefinition()

    /// https://developer.apple.com/documentation/network/nwprotocoltls/options
    public class Options: NWProtocolOptions, @unchecked Sendable {
        /// https://developer.apple.com/documentation/network/nwprotocoltls/options/init()
        public override init() { securityProtocolOptions = TLSOptions() }
        /// https://developer.apple.com/documentation/network/nwprotocoltls/options/securityprotocoloptions
        public let securityProtocolOptions: sec_protocol_options_t
    }

    /// https://developer.apple.com/documentation/network/nwprotocoltls/metadata
    public class Metadata: NWProtocolMetadata, @unchecked Sendable {
        /// https://developer.apple.com/documentation/network/nwprotocoltls/metadata/securityprotocolmetadata
        public let securityProtocolMetadata: sec_protocol_metadata_t
        init(_ metadata: sec_protocol_metadata_t) { securityProtocolMetadata = metadata }
    }
}
