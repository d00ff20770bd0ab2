// The destinations of connections, and their protocols.
public import Security

public enum NWEndpoint {
    public struct Host: Sendable {
        let text: String
        public init(_ string: String) { text = string }
    }

    public struct Port: Sendable, ExpressibleByIntegerLiteral {
        let number: UInt16
        public init(integerLiteral value: UInt16) { number = value }
    }
}

public final class NWParameters: Sendable {
    let tls: TLSOptions

    public init(tls: NWProtocolTLS.Options?) { self.tls = tls?.options ?? TLSOptions() }
}

public final class NWProtocolDefinition: Sendable {}
public class NWProtocolMetadata: @unchecked Sendable {}

public enum NWProtocolTLS {
    public static let definition = NWProtocolDefinition()

    public final class Options: Sendable {
        let options = TLSOptions()
        public init() {}
        public var securityProtocolOptions: sec_protocol_options_t { options }
    }

    public final class Metadata: NWProtocolMetadata, @unchecked Sendable {
        private let metadata: TLSMetadata
        init(_ metadata: TLSMetadata) { self.metadata = metadata }
        public var securityProtocolMetadata: sec_protocol_metadata_t { metadata }
    }
}
