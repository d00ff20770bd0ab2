import DarwinMachine
import SiderealCore
import SiderealNetwork
import SiderealSystem
import SiderealTesting
import TestSupport
import Testing

/// Sockets on this machine's loopback interface, through the calls that a device gets: each with its errors.
@Suite(.usesSockets) struct DarwinNetworkTests {
    static let never = Deadline(ElapsedInstant(nanoseconds: .max), elapsed: { ElapsedInstant(nanoseconds: 0) })

    let machine = DarwinMachine()
    let network = SystemNetwork()

    func address(of peer: LoopbackPeer) throws -> NetworkAddress {
        try #require(resolve("127.0.0.1", port: peer.port).get().first)
    }

    func resolve(_ host: String, port: UInt16 = 9) -> Result<[NetworkAddress], NetworkError> {
        Result { () throws(NetworkError) in
            let wakeUp = try WakeUp()
            return try network.addresses(of: host, port: port, until: Self.never, unless: wakeUp)
        }
    }

    // MARK: - Sockets

    @Test(
        "a socket that can't be created causes an error",
        arguments: [
            ("socket", .socket, 24), ("F_SETFD", .socket, 9), ("F_SETFL", .socket, 22), ("connect", .connect, 65),
            ("connect", .connect, 1),
        ] as [(String, NetworkError.Operation, Int32)])
    func aSocketThatCannotBeHad(call: String, operation: NetworkError.Operation, number: Int32) throws {
        let address = try address(of: #require(LoopbackPeer()))
        machine.fail(call, number)
        #expect(throws: NetworkError.system(operation, address.description, ErrorNumber(rawValue: number))) {
            try machine.run { try network.connect(to: address) }
        }
        let closed = machine.calls.count { $0 == "close" }
        #expect(closed == (call == "socket" ? 0 : 1))
    }

    @Test("a connection is tried again after a signal") func aConnectionIsTriedAgainAfterASignal() throws {
        let address = try address(of: #require(LoopbackPeer()))
        machine.fail("connect", 4, times: 2)
        _ = try machine.run { try network.connect(to: address) }
        #expect(machine.calls.count { $0 == "connect" } == 3)
    }

    @Test("packets go both ways") func packetsGoBothWays() throws {
        let peer = try #require(LoopbackPeer())
        let socket = try network.connect(to: address(of: peer))
        try socket.send([1, 2, 3])
        let (bytes, sender) = try #require(peer.receive())
        #expect(bytes == [1, 2, 3])
        peer.send([4], to: sender)
        #expect(try socket.receive(until: Self.never, unless: WakeUp())?.bytes == [4])
    }

    @Test("a peer answers until it is stopped") func aPeerAnswersUntilItIsStopped() async throws {
        let peer = try #require(LoopbackPeer())
        let socket = try network.connect(to: address(of: peer))
        let task = Task.on(.talking) { peer.serve { [$0 + [9]] } }
        try socket.send([1])
        #expect(try socket.receive(until: Self.never, unless: WakeUp())?.bytes == [1, 9])
        peer.stop()
        await task.value
    }

    @Test("if sending fails, the error names the call and the reason") func sendingFailsWithItsError() throws {
        let peer = try #require(LoopbackPeer())
        let address = try address(of: peer)
        try machine.run {
            let socket = try network.connect(to: address)
            machine.fail("send", 4, times: 2)
            try socket.send([1])
            machine.fail("send", 65)
            #expect(throws: NetworkError.system(.send, address.description, .noRoute)) { try socket.send([1]) }
        }
    }

    /// EAGAIN and EINTR mean that there is nothing to receive yet.
    @Test("if receiving fails, the error names the call and the reason") func receivingFailsWithItsError() throws {
        let peer = try #require(LoopbackPeer())
        let address = try address(of: peer)
        try machine.run {
            let socket = try network.connect(to: address)
            try socket.send([1])
            let sender = try #require(peer.receive()).sender
            peer.send([2], to: sender)
            machine.fail("recv", 35, times: 1)
            #expect(try socket.receive(until: Self.never, unless: WakeUp())?.bytes == [2])
            peer.send([3], to: sender)
            machine.fail("recv", 4, times: 1)
            #expect(try socket.receive(until: Self.never, unless: WakeUp())?.bytes == [3])
            peer.send([4], to: sender)
            machine.fail("recv", 61)
            #expect(throws: NetworkError.system(.receive, address.description, .connectionRefused)) {
                try socket.receive(until: Self.never, unless: WakeUp())
            }
        }
    }

    // MARK: - Waiting

    @Test(
        "a pipe that can't be opened causes an error that names the call",
        arguments: [("pipe", 24), ("F_SETFD", 9), ("F_SETFL", 22)] as [(String, Int32)])
    func aPipeThatCannotBeHad(call: String, number: Int32) {
        machine.fail(call, number)
        #expect(throws: NetworkError.system(.pipe, "to cancel requests", ErrorNumber(rawValue: number))) {
            try machine.run { try WakeUp() }
        }
        #expect(machine.calls.count { $0 == "close" } == (call == "pipe" ? 0 : 2))
    }

    @Test("a wait goes on after a signal and ends with an error") func aWaitGoesOnAfterASignalAndEndsWithAnError()
        throws
    {
        let peer = try #require(LoopbackPeer())
        let address = try address(of: peer)
        try machine.run {
            let socket = try network.connect(to: address)
            let wakeUp = try WakeUp()
            machine.fail("poll", 5, after: 0)
            #expect(throws: NetworkError.system(.poll, "for an answer", .inputOutput)) {
                try socket.receive(until: Self.never, unless: wakeUp)
            }
            machine.fail("poll", 4, times: 3)
            machine.fail("write", 4, times: 1)
            wakeUp.signal()
            #expect(throws: NetworkError.woken) { try socket.receive(until: Self.never, unless: wakeUp) }
            #expect(wakeUp.isSignalled)
        }
    }

    // MARK: - Names

    @Test(
        "a numeric address resolves to itself", arguments: [("127.0.0.1", NetworkAddress.Family.ip4), ("::1", .ip6)])
    func digitsAreAnAddress(host: String, family: NetworkAddress.Family) throws {
        guard LoopbackPeer(ip6: family == .ip6) != nil else { return }
        let addresses = try resolve(host).get()
        #expect(addresses.map { $0.family } == [family])
        #expect(addresses.allSatisfy { $0.isLoopback })
    }

    @Test("a name may have several addresses") func aNameMayHaveSeveralAddresses() throws {
        let port = try #require(LoopbackPeer()).port
        KnownHosts.set("several.test", .addresses(["127.0.0.1", "?", "127.0.0.2"]))
        #expect(try resolve("several.test", port: port).get().map { $0.host } == ["127.0.0.1", "127.0.0.2"])
    }

    @Test(
        arguments: [
            (.addresses([]), "it has no address", nil), (.addresses(["?"]), "it has no address", nil),
            (.unspeakable(["127.0.0.1"]), "it has no address", nil),
            (.error(8, errno: 0), "nodename nor servname provided, or not known", nil),
            (.error(11, errno: 24), "Too many open files", 24),
        ] as [(KnownHosts.Answer, String, Int32?)])
    func aNameWithoutAnAddress(answer: KnownHosts.Answer, reason: String, number: Int32?) {
        let host = "\(reason.count)-\(answer).test"
        KnownHosts.set(host, answer)
        let error = NetworkError.resolution(
            host: host, reason: reason, number.map { ErrorNumber(rawValue: $0) })
        #expect(throws: error) { try resolve(host).get() }
    }

    @Test("an address that is too long is left out") func anAddressThatIsTooLongIsNone() {
        KnownHosts.set("long.test", .oversized(["127.0.0.1"]))
        let error = NetworkError.system(.connect, "127.0.0.1:9", .invalid)
        #expect(throws: error) { try resolve("long.test").get() }
    }

    @Test("a thread that can't be started causes an error that names the call") func aThreadThatCannotBeHad() {
        machine.fail("pthread_create", 35)
        #expect(throws: NetworkError.system(.thread, "to resolve 127.0.0.1", .wouldBlock)) {
            try machine.run { try resolve("127.0.0.1").get() }
        }
    }

    @Test("each thread has a number of its own") func eachThreadHasItsNumber() async {
        let own = ThreadNumber.current
        #expect(own == ThreadNumber.current)
    }
}
