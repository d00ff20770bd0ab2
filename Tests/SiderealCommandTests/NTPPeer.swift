import Foundation
import SiderealCore
import SiderealTesting
import TestSupport
import Testing

/// An NTP server on loopback whose clock starts in the year 2100, and whose answers may be changed by their number.
final class NTPPeer: Sendable {
    private let peer: LoopbackPeer

    var place: String { "127.0.0.1:\(peer.port)" }

    /// Two peers with the same start have the same time.
    init(
        start: ContinuousClock.Instant = .now, _ change: @escaping @Sendable (inout [UInt8], Int) -> Void = { _, _ in }
    ) throws {
        let peer = try #require(LoopbackPeer())
        self.peer = peer
        Thread.detachNewThread {
            var count = 0
            peer.serve { question in
                defer { count += 1 }
                let passed = Nanoseconds(clamping: ContinuousClock.now - start)
                let now = TrueInstant(nanoseconds: WebPeer.nanoseconds) + passed
                var answer = NTPBytes.answer(to: question, receive: now, transmit: now)
                change(&answer, count)
                return [answer]
            }
        }
    }

    func stop() { peer.stop() }

    /// Returns a place without a server.
    static func nobody() throws -> String { "127.0.0.1:\(try #require(LoopbackPeer()).port)" }
}
