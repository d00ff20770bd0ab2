import SiderealCore
import SiderealSystem

/// The network of this machine: getaddrinfo(3) and UDP.
package struct SystemNetwork: BlockingDatagramNetwork {
    package typealias Resolution = @Sendable (_ host: String, _ port: UInt16) -> Result<[NetworkAddress], NetworkError>

    private let resolve: Resolution

    package init() { self.init { Syscalls.addresses(of: $0, port: $1) } }

    /// Creates a network with another resolver.
    package init(resolve: @escaping Resolution) { self.resolve = resolve }

    /// Resolves a host on a separate thread, because the resolver can't be cancelled. If the wait ends first, the
    /// thread continues.
    package func addresses(
        of host: String, port: UInt16, until deadline: Deadline, unless wakeUp: WakeUp
    ) throws(NetworkError) -> [NetworkAddress] {
        // In C, a zero byte would end the name.
        guard !host.utf8.contains(0), !host.isEmpty else {
            throw .resolution(host: "'\(host)'", reason: "no host has that name", nil)
        }
        let pending = try PendingResolution()
        let resolve = resolve
        let number = Syscalls.detachThread { pending.finish(resolve(host, port)) }
        guard number == 0 else { throw .system(.thread, "to resolve \(host)", ErrorNumber(rawValue: number)) }
        guard try wakeUp.wait(for: pending.done.readEnd, until: deadline), let result = pending.result else {
            throw .timedOut
        }
        return try withRoute(result.get())
    }

    package func connect(to address: NetworkAddress) throws(NetworkError) -> any DatagramSocket {
        try UDPSocket(address)
    }

    /// Returns the addresses that have a route. Connecting a UDP socket sends no packet, but fails without a route.
    private func withRoute(_ addresses: [NetworkAddress]) throws(NetworkError) -> [NetworkAddress] {
        var reachable: [NetworkAddress] = []
        var first: NetworkError?
        for address in addresses {
            do throws(NetworkError) {
                _ = try UDPSocket(address)
                reachable.append(address)
            } catch {
                first = first ?? error
            }
        }
        if reachable.isEmpty, let first { throw first }
        return reachable
    }
}

/// The state that the resolver's thread shares with the waiting thread.
private final class PendingResolution: Sendable {
    let done: WakeUp
    private let outcome = Lock<Result<[NetworkAddress], NetworkError>?>(nil)

    init() throws(NetworkError) { done = try WakeUp() }

    func finish(_ result: Result<[NetworkAddress], NetworkError>) {
        outcome.withLock { $0 = result }
        done.signal()
    }

    var result: Result<[NetworkAddress], NetworkError>? { outcome.withLock { $0 } }
}

/// A connected UDP socket.
private final class UDPSocket: DatagramSocket {
    private let descriptor: Int32
    private let address: NetworkAddress
    /// The clocks right before the last request was sent, and the least delay until it left.
    private let sent = Lock<(clocks: PacketClocks?, delay: Nanoseconds)>((nil, .zero))

    init(_ address: NetworkAddress) throws(NetworkError) {
        self.address = address
        descriptor = Syscalls.datagramSocket(address.family)
        guard descriptor >= 0 else { throw .system(.socket, address.description, .last) }
        // If the initializer throws from here on, `deinit` closes the descriptor, because the object is initialized by
        // now.
        while Syscalls.connect(descriptor, address.bytes) < 0 {
            let number = ErrorNumber.last
            guard number == .interrupted else { throw .system(.connect, address.description, number) }
        }
        Syscalls.stampPackets(descriptor)
    }

    deinit {
        if descriptor >= 0 { Syscalls.close(descriptor) }
    }

    func send(_ bytes: [UInt8]) throws(NetworkError) {
        let before = Syscalls.clocksBeforePacket()
        while bytes.withUnsafeBytes({ Syscalls.send(descriptor, $0) }) < 0 {
            let number = ErrorNumber.last
            guard number == .interrupted else { throw .system(.send, address.description, number) }
        }
        let departure = stamp(Syscalls.departure(descriptor), before)
        sent.withLock { $0 = (before, departure?.leastBefore ?? .zero) }
    }

    func receive(until deadline: Deadline, unless wakeUp: WakeUp) throws(NetworkError) -> Datagram? {
        while try wakeUp.wait(for: descriptor, until: deadline) {
            var count = 0
            var number = ErrorNumber(rawValue: 0)
            var stamp: Nanoseconds?
            let bytes = [UInt8](unsafeUninitializedCapacity: 2_048) { buffer, initialized in
                count = Syscalls.receive(descriptor, into: UnsafeMutableRawBufferPointer(buffer), stamp: &stamp)
                number = .last
                initialized = max(count, 0)
            }
            if count >= 0 {
                let (before, delay) = sent.withLock { $0 }
                return Datagram(bytes, age: self.stamp(stamp, before)?.leastAfter ?? .zero, delay: delay)
            }
            // There is nothing to read. Either the kernel dropped a packet with a bad checksum, or the stamp of the
            // request arrived.
            guard number == .interrupted || number == .wouldBlock else {
                throw .system(.receive, address.description, number)
            }
            _ = Syscalls.departure(descriptor)
        }
        return nil
    }

    /// Returns the kernel's stamp of a packet, with a reading of the clocks from before the request and a reading from
    /// now.
    private func stamp(_ stamp: Nanoseconds?, _ before: PacketClocks?) -> PacketStamp? {
        guard let after = Syscalls.clocksAfterPacket(), let stamp, let before else { return nil }
        return PacketStamp(stamp, before: before, after: after)
    }
}
