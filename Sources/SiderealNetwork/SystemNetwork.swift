import SiderealCore
import SiderealSystem

/// The network of this machine: getaddrinfo(3) and UDP.
package struct SystemNetwork: BlockingDatagramNetwork {
    package typealias Resolution = @Sendable (_ host: String, _ port: UInt16) -> Result<[NetworkAddress], NetworkError>

    private let resolve: Resolution

    package init() { self.init { Syscalls.addresses(of: $0, port: $1) } }

    /// With another resolver.
    package init(resolve: @escaping Resolution) { self.resolve = resolve }

    /// The resolver can't be cancelled. It has a thread of its own, which goes on where the wait ends before it.
    package func addresses(
        of host: String, port: UInt16, until deadline: Deadline, unless wakeUp: WakeUp
    ) throws(NetworkError) -> [NetworkAddress] {
        // C would read the name up to there.
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

    /// Those that there is a way to: connecting sends nothing but finds out.
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

/// What the resolver's thread and the one that waits for it share.
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
    /// When the last question was about to be sent, and how much later it left, at least.
    private let sent = Lock<(clocks: PacketClocks?, delay: Nanoseconds)>((nil, .zero))

    init(_ address: NetworkAddress) throws(NetworkError) {
        self.address = address
        descriptor = Syscalls.datagramSocket(address.family)
        guard descriptor >= 0 else { throw .system(.socket, address.description, .last) }
        // Should this throw, the object is whole by now: its end closes the descriptor.
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
            // Nothing there after all: a packet with a bad checksum was dropped in between, or what has come is the
            // stamp of the question.
            guard number == .interrupted || number == .wouldBlock else {
                throw .system(.receive, address.description, number)
            }
            _ = Syscalls.departure(descriptor)
        }
        return nil
    }

    /// What the kernel's stamp says, once its packet has left or has been received.
    private func stamp(_ stamp: Nanoseconds?, _ before: PacketClocks?) -> PacketStamp? {
        guard let after = Syscalls.clocksAfterPacket(), let stamp, let before else { return nil }
        return PacketStamp(stamp, before: before, after: after)
    }
}
