/// Where packets go: an address of either family, and a port.
package struct NetworkAddress: Sendable, Hashable, CustomStringConvertible {
    package enum Family: Sendable, Hashable {
        case ip4, ip6
    }

    package let family: Family
    /// In digits, with the zone where there is one.
    package let host: String
    package let port: UInt16
    /// The C library's `sockaddr`; empty for an address that only a fake network knows.
    let bytes: [UInt8]

    package init(_ family: Family, _ host: String, port: UInt16) {
        self.init(family, host, port: port, bytes: [])
    }

    init(_ family: Family, _ host: String, port: UInt16, bytes: [UInt8]) {
        self.family = family
        self.host = host
        self.port = port
        self.bytes = bytes
    }

    /// Whether it is this machine itself.
    package var isLoopback: Bool { family == .ip4 ? host.hasPrefix("127.") : host == "::1" }

    /// Address and port as they are written together.
    package var description: String { family == .ip4 ? "\(host):\(port)" : "[\(host)]:\(port)" }
}
