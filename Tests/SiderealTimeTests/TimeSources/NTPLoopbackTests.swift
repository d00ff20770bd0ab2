import Foundation
import SiderealCore
import SiderealNetwork
import SiderealSystem
import SiderealTesting
import SiderealTime
import TestSupport
import Testing

/// The same source on real sockets, with a server in this process.
@Suite("NTP servers on real sockets", .usesSockets) struct NTPLoopbackTests {
    /// Polls in real time, without turns: no other source asks this server.
    private func poll(_ source: NTPSource, _ heard: Lock<[TimeSample]>) -> TimePoll {
        let start = ContinuousClock.now
        let elapsed = { @Sendable () -> ElapsedInstant in
            let (seconds, attoseconds) = (ContinuousClock.now - start).components
            return ElapsedInstant(nanoseconds: seconds * 1_000_000_000 + attoseconds / 1_000_000_000)
        }
        let driver = TimePoll.Driver(
            elapsed: elapsed,
            receive: { sample in
                heard.withLock { $0.append(sample) }
                return nil
            },
            wait: { _ throws(CancellationError) in }, bookTurn: { _, earliest in earliest }, knownOffset: { nil })
        return TimePoll(source, timeout: Patience.forAnAnswer, drift: .partsPerMillion(500), driver: driver)
    }

    private func source(_ peer: LoopbackPeer, host: String = "127.0.0.1") -> NTPSource {
        NTPSource(
            host: host, port: peer.port, operator: nil, maximumRequests: 3, network: SystemNetwork(),
            refusals: ServerRefusals())
    }

    private func exchange(ip6: Bool) async throws {
        let peer = try #require(LoopbackPeer(ip6: ip6))
        let time = TrueInstant(nanoseconds: 1_900_000_000_000_000_000)
        Thread.detachNewThread {
            peer.serve { question in
                let answer = NTPBytes.answer(to: question, receive: time, transmit: time)
                var forged = answer
                forged[31] ^= 1
                return [forged, Array(answer.prefix(20)), answer, answer]
            }
        }
        defer { peer.stop() }
        let heard = Lock<[TimeSample]>([])
        let source = source(peer, host: ip6 ? "[::1]" : "127.0.0.1")
        let poll = poll(source, heard)
        try await source.ask(poll)
        let samples = heard.withLock { $0 }
        #expect(samples.count == 3)
        #expect(poll.result.requests >= 3)
        for sample in samples {
            #expect(sample.sent <= sample.received)
            #expect(try abs((#require(sample.earliest) - time).count) < 2_000)
            #expect(try abs((#require(sample.latest) - time).count) < 2_000)
        }
    }

    @Test("a server on this machine gives the time over IPv4")
    func aServerOnThisMachineTellsTheTimeOverIP4() async throws { try await exchange(ip6: false) }

    @Test(
        "a server on this machine gives the time over IPv6",
        .enabled("this machine has no ::1") { LoopbackPeer(ip6: true) != nil })
    func aServerOnThisMachineTellsTheTimeOverIP6() async throws { try await exchange(ip6: true) }
}
