import SiderealCore
import SiderealNetwork
import SiderealSystem
import SiderealTesting
import TestSupport
import Testing

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

@Suite("the network of this machine, on its loopback interface", .usesSockets) struct SystemNetworkTests {
    let network = SystemNetwork()

    /// Makes a clock that advances by so many milliseconds at each read.
    static func clock(step: Int64) -> @Sendable () -> ElapsedInstant {
        let reads = Lock<Int64>(0)
        return {
            reads.withLock { reads in
                reads += 1
                return ElapsedInstant(nanoseconds: reads * step * 1_000_000)
            }
        }
    }

    /// A deadline that no test reaches: the code under test ends by itself.
    static let never = Deadline(ElapsedInstant(nanoseconds: .max), elapsed: { ElapsedInstant(nanoseconds: 0) })

    static func isPresent(ip6: Bool) -> Bool { LoopbackPeer(ip6: ip6) != nil }

    /// Makes a socket that is connected to a peer on this machine.
    func connect(to peer: LoopbackPeer, ip6: Bool = false) throws -> any DatagramSocket {
        let wakeUp = try WakeUp()
        let addresses = try network.addresses(
            of: ip6 ? "::1" : "127.0.0.1", port: peer.port, until: Self.never, unless: wakeUp)
        return try network.connect(to: #require(addresses.first))
    }

    // MARK: - Packets

    func exchange(ip6: Bool) throws {
        let peer = try #require(LoopbackPeer(ip6: ip6))
        let socket = try connect(to: peer, ip6: ip6)
        let wakeUp = try WakeUp()
        for question: [UInt8] in [[1, 2, 3], [], [UInt8](repeating: 7, count: 48)] {
            try socket.send(question)
            let (bytes, sender) = try #require(peer.receive())
            #expect(bytes == question)
            peer.send(bytes + [9], to: sender)
            peer.send([], to: sender)
            #expect(try socket.receive(until: Self.never, unless: wakeUp)?.bytes == question + [9])
            #expect(try socket.receive(until: Self.never, unless: wakeUp)?.bytes == [])
        }
    }

    @Test("packets go both ways over IPv4")
    func packetsGoBothWaysOverIP4() throws { try exchange(ip6: false) }

    @Test(
        "packets go both ways over IPv6",
        .enabled("this machine has no ::1") { SystemNetworkTests.isPresent(ip6: true) })
    func packetsGoBothWaysOverIP6() throws { try exchange(ip6: true) }

    @Test("a large packet is cut to 2,048 bytes")
    func aLargePacketIsCutDown() throws {
        let peer = try #require(LoopbackPeer())
        let socket = try connect(to: peer)
        try socket.send([1])
        let sender = try #require(peer.receive()).sender
        peer.send([UInt8](repeating: 5, count: 9_000), to: sender)
        let received = try socket.receive(until: Self.never, unless: WakeUp())?.bytes
        #expect(difference(received, from: [UInt8](repeating: 5, count: 2_048)) == nil)
    }

    @Test("packets from another port are not received")
    func packetsFromAnotherPortAreNotReceived() throws {
        let peer = try #require(LoopbackPeer())
        let forger = try #require(LoopbackPeer())
        let socket = try connect(to: peer)
        try socket.send([1])
        let sender = try #require(peer.receive()).sender
        forger.send([6, 6, 6], to: sender)
        peer.send([2], to: sender)
        #expect(try socket.receive(until: Self.never, unless: WakeUp())?.bytes == [2])
    }

    @Test("each socket has a port of its own")
    func eachSocketHasAPortOfItsOwn() throws {
        let peer = try #require(LoopbackPeer())
        let (first, second) = (try connect(to: peer), try connect(to: peer))
        try first.send([1])
        let sender = try #require(peer.receive()).sender
        try second.send([2])
        _ = peer.receive()
        peer.send([3], to: sender)
        #expect(try first.receive(until: Self.never, unless: WakeUp())?.bytes == [3])
        let soon = Deadline(ElapsedInstant(nanoseconds: 3_000_000), elapsed: Self.clock(step: 1))
        #expect(try second.receive(until: soon, unless: WakeUp())?.bytes == nil)
    }

    /// Port 1, which the system assigns to no process. A port that was free a moment ago may be taken by now.
    @Test("a port without a listener refuses the connection, and the error names the address")
    func aPortWhereNobodyListensRefuses() throws {
        let address = try network.addresses(of: "127.0.0.1", port: 1, until: Self.never, unless: WakeUp()).first
        let socket = try network.connect(to: #require(address))
        let error = #expect(throws: NetworkError.self) {
            try socket.send([1])
            _ = try socket.receive(until: Self.never, unless: WakeUp())
        }
        guard case .system(_, let address, .connectionRefused) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(address.hasPrefix("127.0.0.1:"))
    }

    // MARK: - Ends

    @Test("a deadline ends the wait")
    func aDeadlineEndsTheWait() throws {
        let peer = try #require(LoopbackPeer())
        let socket = try connect(to: peer)
        let deadline = Deadline(ElapsedInstant(nanoseconds: 5_000_000), elapsed: Self.clock(step: 1))
        #expect(try socket.receive(until: deadline, unless: WakeUp())?.bytes == nil)
        #expect(deadline.hasPassed)
    }

    @Test("a flood of packets doesn't prolong the wait beyond the deadline")
    func aFloodDoesNotOutliveTheDeadline() throws {
        let peer = try #require(LoopbackPeer())
        let socket = try connect(to: peer)
        try socket.send([1])
        let sender = try #require(peer.receive()).sender
        for _ in 0..<20 { peer.send([6], to: sender) }
        let deadline = Deadline(ElapsedInstant(nanoseconds: 5_000_000), elapsed: Self.clock(step: 1))
        var count = 0
        while try socket.receive(until: deadline, unless: WakeUp()) != nil { count += 1 }
        #expect(count == 4)
    }

    @Test("a signal from another thread ends the wait, and stays set")
    func aSignFromAnotherThreadEndsTheWait() async throws {
        let peer = try #require(LoopbackPeer())
        let socket = try connect(to: peer)
        let wakeUp = try WakeUp()
        let task = Task.on(.talking) {
            try await onOwnThread(WakeUp()) { () throws(NetworkError) in
                try socket.receive(until: Self.never, unless: wakeUp)
            }
        }
        wakeUp.signal()
        await #expect(throws: NetworkError.woken) { try await task.value }
        // The signal stays set, and takes precedence over packets to receive.
        try socket.send([1])
        let sender = try #require(peer.receive()).sender
        peer.send([2], to: sender)
        #expect(throws: NetworkError.woken) { try socket.receive(until: Self.never, unless: wakeUp) }
        for _ in 0..<100_000 { wakeUp.signal() }
        #expect(wakeUp.isSignalled)
    }

    @Test("cancelling the task ends the wait")
    func cancellingTheTaskEndsTheWait() async throws {
        let socket = try connect(to: #require(LoopbackPeer()))
        let wakeUp = try WakeUp()
        let task = Task.on(.talking) {
            try await onOwnThread(wakeUp) { () throws(NetworkError) in
                try socket.receive(until: Self.never, unless: wakeUp)
            }
        }
        task.cancel()
        await #expect(throws: NetworkError.woken) { try await task.value }
    }

    // MARK: - Names

    @Test(
        "a numeric address resolves to itself",
        arguments: [
            ("127.0.0.1", NetworkAddress.Family.ip4, "127.0.0.1:9"), ("::1", .ip6, "[::1]:9"),
            ("0:0::0:1", .ip6, "[::1]:9"),
        ])
    func addressesInDigitsAreTheirOwn(host: String, family: NetworkAddress.Family, text: String) throws {
        try #require(Self.isPresent(ip6: false))
        if family == .ip6, !Self.isPresent(ip6: true) { return }
        let addresses = try network.addresses(of: host, port: 9, until: Self.never, unless: WakeUp())
        #expect(addresses.map { $0.description } == [text])
        #expect(addresses.map { $0.family } == [family])
        #expect(addresses.allSatisfy { $0.isLoopback })
    }

    /// No query for these leaves the machine, because they are no names.
    @Test(
        "text that isn't a host name can't be resolved, and the error gives the reason",
        arguments: ["", "a\0b", String(repeating: "x", count: 2_000), "[::1]", "1::2::3"])
    func whatIsNoNameCannotBeResolved(host: String) throws {
        let error = #expect(throws: NetworkError.self) {
            try network.addresses(of: host, port: 9, until: Self.never, unless: WakeUp())
        }
        guard case .resolution(_, let reason, _) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(!reason.isEmpty)
    }

    @Test("addresses without a route are left out, and if no address is left, the error gives the reason")
    func addressesWithoutARouteAreLeftOut() throws {
        let here = try network.addresses(of: "127.0.0.1", port: 9, until: Self.never, unless: WakeUp())
        // An address to which no socket can connect.
        let nowhere = NetworkAddress(.ip4, "192.0.2.1", port: 9)
        let some = SystemNetwork { _, _ in .success([nowhere] + here) }
        #expect(try some.addresses(of: "some", port: 9, until: Self.never, unless: WakeUp()) == here)
        let none = SystemNetwork { _, _ in .success([nowhere, nowhere]) }
        #expect(throws: NetworkError.system(.connect, "192.0.2.1:9", .invalid)) {
            try none.addresses(of: "none", port: 9, until: Self.never, unless: WakeUp())
        }
    }

    /// A resolver that hangs until it is released.
    final class HangingResolver: Sendable {
        private let peer: LoopbackPeer?

        init() throws {
            peer = LoopbackPeer()
        }

        var network: SystemNetwork {
            SystemNetwork { [self] _, _ in
                peer?.serve { _ in [] }
                return .failure(.timedOut)
            }
        }

        func letGo() { peer?.stop() }
    }

    @Test("a resolver that hangs is abandoned at the deadline or at a signal")
    func aResolverThatHangsIsLeftBehind() throws {
        let resolver = try HangingResolver()
        defer { resolver.letGo() }
        let deadline = Deadline(ElapsedInstant(nanoseconds: 4_000_000), elapsed: Self.clock(step: 1))
        #expect(throws: NetworkError.timedOut) {
            try resolver.network.addresses(of: "slow", port: 9, until: deadline, unless: WakeUp())
        }
        let wakeUp = try WakeUp()
        wakeUp.signal()
        #expect(throws: NetworkError.woken) {
            try resolver.network.addresses(of: "slow", port: 9, until: Self.never, unless: wakeUp)
        }
        resolver.letGo()
    }

    // MARK: - Descriptors

    /// Other tests open files at the same time, two hundred of them on a quick machine. A leak at each repetition would
    /// be six hundred.
    @Test("all descriptors are closed")
    func noDescriptorStaysOpen() throws {
        let before = Self.openDescriptors()
        let nowhere = SystemNetwork { _, _ in .success([NetworkAddress(.ip6, "2001:db8::1", port: 9)]) }
        for _ in 0..<600 {
            let peer = try #require(LoopbackPeer())
            let socket = try connect(to: peer)
            try socket.send([1])
            try #require(throws: NetworkError.self) {
                try nowhere.addresses(of: "x", port: 9, until: Self.never, unless: WakeUp())
            }
            let wakeUp = try WakeUp()
            wakeUp.signal()
            try #require(throws: NetworkError.woken) { try socket.receive(until: Self.never, unless: wakeUp) }
        }
        #expect(Self.openDescriptors() < before + 400)
    }

    @Test("sockets neither block nor outlive exec")
    func socketsNeitherBlockNorOutliveExec() throws {
        let peer = try #require(LoopbackPeer())
        let socket = try connect(to: peer)
        let own = (0..<4_096).filter { Self.remotePort(of: $0) == peer.port }
        #expect(own.count == 1)
        #expect(own.allSatisfy { fcntl($0, F_GETFD, 0) & FD_CLOEXEC != 0 && fcntl($0, F_GETFL, 0) & O_NONBLOCK != 0 })
        withExtendedLifetime(socket) {}
    }

    /// Returns the port at the other end of an IPv4 socket, or `nil` for other descriptors.
    static func remotePort(of descriptor: Int32) -> UInt16? {
        var address = sockaddr_in()
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let result = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { getpeername(descriptor, $0, &length) }
        }
        return result == 0 && address.sin_family == sa_family_t(AF_INET) ? UInt16(bigEndian: address.sin_port) : nil
    }

    static func openDescriptors() -> Int {
        var count = 0
        guard let directory = opendir("/dev/fd") else { return 0 }
        while readdir(directory) != nil { count += 1 }
        closedir(directory)
        return count
    }
}
