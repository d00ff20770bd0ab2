import SiderealAuthenticatedTime
import SiderealCore
import SiderealNetwork
import SiderealSystem
import SiderealTime
import TestSupport
import Testing

/// Polls of a server with NTS on a fake network, with the platform's ciphers.
@Suite("NTS sources") struct NTSSourceTests {
    @Test("an honest server exchanges keys once, and its authenticated bounds are as narrow as NTP's")
    func honest() async {
        let server = NTSServer()
        let source = server.source()
        #expect(source.isAuthenticated && source.name == "nts://time.example:4460")
        for poll in 1...3 {
            #expect(await server.network.ask(source) == nil)
            #expect(server.network.now.samples.count == poll * 4)
        }
        #expect(server.now.exchanges == 1)
        #expect(server.network.areTrue)
        let samples = server.network.now.samples
        #expect(samples.allSatisfy { $0.isAuthenticated && $0.operator == "time.example" })
        #expect(samples.allSatisfy { $0.received - $0.sent == .milliseconds(30) })
    }

    @Test("each cookie and identifier is used once, and missing cookies are requested")
    func cookies() async {
        let server = NTSServer()
        let source = server.source()
        for _ in 1...5 { #expect(await server.network.ask(source) == nil) }
        let state = server.now
        #expect(Set(state.used).count == 20)
        #expect(Set(state.identifiers).count == 20)
        #expect(state.wanted.allSatisfy { $0 == 1 })
        // Lost answers leave places for cookies, which the next answer fills.
        server.follow { $0.packet = { _ in nil } }
        #expect(await server.network.ask(source)?.cause == .timedOut)
        server.follow { $0.packet = { $0 } }
        let lost = server.now.used.count - 20
        #expect(await server.network.ask(source) == nil)
        #expect(server.now.wanted[20 + lost] == lost + 1)
        #expect(server.now.wanted.last == 1)
        #expect(Set(server.now.used).count == server.now.used.count)
        #expect(server.now.exchanges == 1)
    }

    @Test("a poll uses no cookie of another poll's session, and no cookie twice")
    func sessions() throws {
        let server = NTSServer()
        let sessions = NTSSessions()
        let first = sessions.begin(try #require(server.exchange()), with: "time")
        #expect(sessions.take("time", session: first) != nil)
        let second = sessions.begin(try #require(server.exchange()), with: "time")
        #expect(sessions.take("time", session: first) == nil)
        let cookie = try #require(sessions.take("time", session: second)?.cookie)
        sessions.add([cookie, cookie], to: second, with: "time")
        var cookies = [cookie]
        while let means = sessions.take("time", session: second) { cookies.append(means.cookie) }
        #expect(cookies.count == 9 && Set(cookies).count == 8)
        #expect(sessions.current("time") == nil)
    }

    @Test("if no cookie is left, the next poll exchanges keys")
    func cookiesUsedUp() async {
        let server = NTSServer()
        let source = server.source()
        server.follow { $0.cookiesPerAnswer = 0 }
        for _ in 1...2 { #expect(await server.network.ask(source) == nil) }
        #expect(server.now.exchanges == 1)
        #expect(await server.network.ask(source) == nil)
        #expect(server.now.exchanges == 2)
        #expect(Set(server.now.used).count == 12)
    }

    @Test("a poll gets new keys from a server that forgot the old keys")
    func keysForgotten() async {
        let server = NTSServer()
        let source = server.source()
        #expect(await server.network.ask(source) == nil)
        server.forget()
        #expect(await server.network.ask(source) == nil)
        #expect(server.now.exchanges == 2)
        #expect(server.network.now.samples.count == 8)
    }

    @Test("if a server keeps refusing the keys, each poll exchanges keys once, and the error names the refusals")
    func refusalStorm() async {
        let server = NTSServer()
        let source = server.source()
        #expect(await server.network.ask(source) == nil)
        server.follow { script in
            script.packet = { packet in
                var head = Array(packet[..<84])
                NTPBytes.kiss("NTSN", &head)
                return head
            }
        }
        for poll in 1...3 {
            let error = await server.network.ask(source)
            #expect(error?.cause == (poll == 1 ? .timedOut : .badAnswer))
            #expect(server.now.exchanges == 1 + poll)
        }
        #expect(server.network.now.samples.count == 4)
    }

    /// The changes to an answer on its way. Bytes 48 to 83 are the identifier.
    static let changes: [(String, @Sendable ([UInt8]) -> [UInt8]?)] = [
        ("a bit of the time is changed", { changed($0, at: 45) }),
        ("a bit of the identifier is changed", { changed($0, at: 60) }),
        ("a bit of the nonce is changed", { changed($0, at: 95) }),
        ("a bit of the proof is changed", { changed($0, at: $0.count - 20) }),
        ("the proof is cut off", { Array($0[..<84]) }),
        ("all fields are cut off", { Array($0[..<48]) }),
        ("the packet is cut off within a field", { Array($0.dropLast(8)) }),
        ("the header alone comes", { Array($0[..<47]) }),
        ("the fields change places", { Array($0[..<48] + $0[84...] + $0[48..<84]) }),
        (
            "it becomes a refusal",
            { packet in
                var packet = packet
                NTPBytes.kiss("DENY", &packet)
                return packet
            }
        ),
    ]

    private static func changed(_ packet: [UInt8], at place: Int) -> [UInt8] {
        var packet = packet
        packet[place] ^= 1
        return packet
    }

    @Test("an answer that was changed on its way is ignored", arguments: changes.map { $0.0 })
    func changedOnTheWay(_ what: String) async throws {
        let change = try #require(Self.changes.first { $0.0 == what }?.1)
        let server = NTSServer()
        server.follow { $0.packet = change }
        #expect(await server.network.ask(server.source())?.cause == .timedOut)
        #expect(server.network.now.samples.isEmpty)
    }

    @Test("an old answer that is sent again is ignored")
    func replayed() async {
        let server = NTSServer()
        let first = Lock<[UInt8]?>(nil)
        server.follow { script in
            script.packet = { packet in
                first.withLock { first in
                    first = first ?? packet
                    return first
                }
            }
        }
        _ = await server.network.ask(server.source())
        #expect(server.network.now.samples.count == 1)
    }

    @Test(
        "an authenticated refusal is reported as the poll's error",
        arguments: [("RATE", TimeSourceError.Cause.declined), ("DENY", .declined), ("INIT", .unsynchronized)])
    func provenRefusals(_ code: String, _ cause: TimeSourceError.Cause) async {
        let server = NTSServer()
        server.follow { $0.header = { NTPBytes.kiss(code, &$0) } }
        #expect(await server.network.ask(server.source())?.cause == cause)
        #expect(server.network.now.samples.isEmpty)
    }

    @Test("a poll reports the error of a failed key exchange, and the next poll tries again")
    func noKeys() async {
        let failing = NTSKeyEstablishment { (_, _, name, _) async throws(TimeSourceError) in
            throw TimeSourceError(.refused, "can't ask \(name): nothing listens")
        }
        let network = FakeNetwork()
        let source = NTSSource(
            host: "[2001:db8::1]", port: 14_460, establishment: failing, network: network,
            refusals: ServerRefusals(), sessions: NTSSessions())
        #expect(source.name == "nts://[2001:db8::1]:14460")
        #expect(await network.ask(source)?.cause == .refused)
        #expect(network.now.questions.isEmpty)
    }

    /// The behavior of each address, and the result.
    enum Conduct: Sendable { case stalls, isHonest, isCancelled, showsABadCertificate, refuses }

    @Test(
        "an address that stalls doesn't use up the time of the other addresses",
        arguments: [
            ([.isHonest, .isHonest], nil, [6]), ([.stalls, .isHonest], nil, [6, 6]),
            ([.stalls, .stalls, .isHonest], nil, [4, 4, 4]), ([.refuses, .stalls, .isHonest], nil, [4, 6, 6]),
            ([.stalls, .refuses], .timedOut, [6, 6]), ([.refuses, .stalls], .refused, [6, 12]),
            ([.stalls, .showsABadCertificate], .tls, [6, 6]), ([.showsABadCertificate, .stalls], .tls, [6, 12]),
            ([.isCancelled, .isHonest], .cancelled, [6]),
        ] as [([Conduct], TimeSourceError.Cause?, [Int64])])
    func shares(_ addresses: [Conduct], _ cause: TimeSourceError.Cause?, _ seconds: [Int64]) throws {
        let server = NTSServer()
        let now = Lock(ElapsedInstant(nanoseconds: 0))
        let deadline = Deadline(now.withLock { $0 } + .seconds(12)) { now.withLock { $0 } }
        var shares: [Int64] = []
        let result = Result { () throws(TimeSourceError) in
            try NTSKeyEstablishment.first(
                of: addresses.indices.map { NetworkAddress(.ip4, "192.0.2.\($0)", port: 4460) }, until: deadline, "nts"
            ) { (address, share) throws(TimeSourceError) in
                shares.append(share.left.count / 1_000_000_000)
                switch addresses[Int(address.host.split(separator: ".")[3]) ?? 0] {
                case .isHonest:
                    guard let keys = server.exchange() else { throw TimeSourceError(.unsupported, "no keys") }
                    return keys
                case .stalls:
                    let left = share.left
                    now.withLock { $0 = $0 + left }
                    throw TimeSourceError(.timedOut, "no answer")
                case .isCancelled: throw TimeSourceError(.cancelled, "the poll")
                case .showsABadCertificate: throw TimeSourceError(.tls, "expired")
                case .refuses: throw TimeSourceError(.refused, "nothing listens")
                }
            }
        }
        switch result {
        case .success: #expect(cause == nil)
        case .failure(let error): #expect(error.cause == cause)
        }
        #expect(shares == seconds)
    }
}
