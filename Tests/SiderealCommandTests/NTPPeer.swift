import Foundation
import SiderealTesting
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
                var answer = NTPPeer.answer(to: question, after: ContinuousClock.now - start)
                change(&answer, count)
                return [answer]
            }
        }
    }

    func stop() { peer.stop() }

    /// Returns a place without a server.
    static func nobody() throws -> String { "127.0.0.1:\(try #require(LoopbackPeer()).port)" }

    private static func answer(to question: [UInt8], after span: Duration) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: 48)
        bytes[0] = 4 << 3 | 4
        bytes[1] = 2
        bytes[3] = UInt8(bitPattern: -20)
        bytes.replaceSubrange(24..<32, with: question[40..<48])
        let (seconds, attoseconds) = span.components
        let fraction = ((UInt64(attoseconds) / 1_000_000_000) << 32) / 1_000_000_000
        // Seconds since 1900, modulo 2^32.
        let time = UInt64(truncatingIfNeeded: WebPeer.seconds + seconds + 2_208_988_800) << 32 | fraction
        let big = stride(from: 56, through: 0, by: -8).map { UInt8(truncatingIfNeeded: time >> UInt64($0)) }
        bytes.replaceSubrange(32..<40, with: big)
        bytes.replaceSubrange(40..<48, with: big)
        return bytes
    }

    /// Changes an answer to that of a clock that is ahead.
    static func shift(_ bytes: inout [UInt8], seconds: UInt32) {
        for start in [32, 40] {
            let shown = bytes[start..<start + 4].reduce(UInt32(0)) { $0 << 8 | UInt32($1) } &+ seconds
            let big = stride(from: 24, through: 0, by: -8).map { UInt8(truncatingIfNeeded: shown >> UInt32($0)) }
            bytes.replaceSubrange(start..<start + 4, with: big)
        }
    }

    /// Changes an answer to a refusal.
    static func kiss(_ bytes: inout [UInt8], code: String = "RATE") {
        bytes[0] |= 3 << 6
        bytes[1] = 0
        bytes.replaceSubrange(12..<16, with: Array(code.utf8))
    }
}
