#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// A UDP socket on this machine's loopback interface, for tests of code that uses real sockets.
package final class LoopbackPeer: Sendable {
    /// The address of the sender of a packet.
    package struct Sender: Sendable {
        fileprivate let address: sockaddr_in6
        fileprivate let length: socklen_t
    }

    package let port: UInt16
    private let descriptor: Int32
    private let isIP6: Bool

    /// Creates a socket on a free port of 127.0.0.1 or of ::1. Returns `nil` if the machine has no such address.
    package init?(ip6: Bool = false) {
        isIP6 = ip6
        // 2 is SOCK_DGRAM. The C libraries declare this constant with different types.
        descriptor = socket(ip6 ? AF_INET6 : AF_INET, 2, 0)
        var own = Self.loopback(ip6: ip6, port: 0)
        let descriptor = descriptor
        let isBound = own.withPointer { bind(descriptor, $0, $1) == 0 && getsockname(descriptor, $0, &$1) == 0 }
        // The port has the same offset in the addresses of both families.
        port = UInt16(bigEndian: own.address.sin6_port)
        guard isBound else { return nil }
    }

    deinit {
        if descriptor >= 0 { close(descriptor) }
    }

    /// Waits for a packet. Returns `nil` if the socket can't receive a packet.
    package func receive() -> (bytes: [UInt8], sender: Sender)? {
        var bytes = [UInt8](repeating: 0, count: 65_536)
        var sender = Sender(address: sockaddr_in6(), length: socklen_t(MemoryLayout<sockaddr_in6>.size))
        let count = sender.withPointer { recvfrom(descriptor, &bytes, bytes.count, 0, $0, &$1) }
        return count < 0 ? nil : (Array(bytes.prefix(count)), sender)
    }

    @discardableResult
    package func send(_ bytes: [UInt8], to sender: Sender) -> Bool {
        var sender = sender
        return sender.withPointer { sendto(descriptor, bytes, bytes.count, 0, $0, $1) } == bytes.count
    }

    /// Answers each packet until a call to ``stop()``. This method blocks.
    package func serve(_ answers: ([UInt8]) -> [[UInt8]]) {
        while let (bytes, sender) = receive(), !bytes.isEmpty {
            for answer in answers(bytes) { send(answer, to: sender) }
        }
    }

    /// Ends ``serve(_:)`` by sending an empty packet.
    package func stop() { send([], to: Self.loopback(ip6: isIP6, port: port)) }

    private static func loopback(ip6: Bool, port: UInt16) -> Sender {
        var address = sockaddr_in6()
        var length = MemoryLayout<sockaddr_in6>.size
        if ip6 {
            address.sin6_addr = in6addr_loopback
        } else {
            // In a `sockaddr_in`, the address 127.0.0.1 has the offset of `sin6_flowinfo`.
            address.sin6_flowinfo = UInt32(0x7F00_0001).bigEndian
            length = MemoryLayout<sockaddr_in>.size
        }
        address.sin6_family = sa_family_t(ip6 ? AF_INET6 : AF_INET)
        address.sin6_port = port.bigEndian
        #if canImport(Darwin)
            address.sin6_len = UInt8(length)
        #endif
        return Sender(address: address, length: socklen_t(length))
    }
}

extension LoopbackPeer.Sender {
    fileprivate mutating func withPointer<Result>(
        _ body: (UnsafeMutablePointer<sockaddr>, inout socklen_t) -> Result
    ) -> Result {
        var (address, length) = (address, length)
        defer { self = Self(address: address, length: length) }
        return withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, &length) }
        }
    }
}
