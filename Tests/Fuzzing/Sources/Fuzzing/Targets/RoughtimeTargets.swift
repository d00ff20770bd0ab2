import Sidereal
import SiderealCore

extension FuzzTarget {
    /// All signatures hold, and every digest is zero: so what is behind the signatures is reached, too.
    private static let credulous = SignatureCryptography(
        sha512: { _ in [UInt8](repeating: 0, count: 64) },
        isSigned: { _, key, signature in
            demand(key.count == 32 && signature.count == 64, "keys have 32 bytes, and signatures 64")
            return true
        })

    /// Packets that come while the answer to a question is waited for: a byte whose lowest bit makes the question's
    /// nonce that of the packet, and the packet. An answer tells its nonce, a version that was offered, and ends that
    /// are its radius apart; a packet that is a question is read as the same.
    static let roughtimeAnswer = FuzzTarget(name: "roughtime-answer", longest: 1_024) { bytes in
        var input = InputBytes(bytes)
        let repeatsNonce = input.byte() & 1 == 1
        let packet = Array(input.rest)
        let message = try? RoughtimeMessage(packet: packet)
        let theirs = message?.value(.nonce) ?? []
        let nonce = repeatsNonce && theirs.count == 32 ? theirs : [UInt8](repeating: 7, count: 32)
        let key = [UInt8](repeating: 1, count: 32)
        guard let request = RoughtimeRequest(nonce: nonce, publicKey: key, credulous) else {
            fail("32 bytes are a nonce")
        }
        demand(request.bytes.count == 1_036, "a question has 1036 bytes")
        demand((try? RoughtimeRequest(request.bytes)) == request, "a question is read as the same")
        if let other = try? RoughtimeRequest(packet) {
            demand(other.bytes == packet && other.nonce == theirs, "a question keeps its bytes")
        }
        do throws(RoughtimeError) {
            let answer = try RoughtimeAnswer(packet, to: request, publicKey: key, credulous)
            demand(message != nil && theirs == nonce, "an answer is a message, and repeats the nonce")
            demand(answer.radius > 0, "a radius is not zero")
            let ends = try answer.ends()
            demand(answer.radius <= RoughtimeAnswer.mostRadius, "a radius is bounded")
            demand(ends.latest - ends.earliest == .seconds(2 * Int64(answer.radius)), "the ends are two radii apart")
            let middle = ends.earliest + .seconds(Int64(answer.radius))
            demand(middle.nanoseconds / 1_000_000_000 == Int64(clamping: answer.midpoint), "the midpoint is between")
        } catch {
            demand(
                !error.reason.isEmpty && error.reason.utf8.allSatisfy { (0x20...0x7e).contains($0) }, "it is printed")
        }
    }

    /// A report. What is read is, written again, read as the same; and two answers contradict each other if and only if
    /// no time fits both.
    static let roughtimeReport = FuzzTarget(name: "roughtime-report", longest: 4_096) { bytes in
        do throws(RoughtimeReportError) {
            let report = try RoughtimeReport(json: bytes)
            let again = try? RoughtimeReport(json: Array(report.json.utf8))
            demand(again == report, "what is written is read as the same")
            let findings = try report.verified(credulous)
            demand(findings.answers.count == report.exchanges.count, "each exchange has an answer")
            let count = findings.answers.count
            for later in 0..<count {
                for earlier in 0..<later {
                    let (first, second) = (findings.answers[earlier], findings.answers[later])
                    // Exact where it matters: 128 bits.
                    let least = Int128(first.midpoint) - Int128(first.radius)
                    let most = Int128(second.midpoint) + Int128(second.radius)
                    let isFound = findings.contradictions.contains(.init(earlier: earlier, later: later))
                    demand(isFound == (least > most), "a contradiction is one")
                }
            }
        } catch {
            demand(
                !error.reason.isEmpty && error.reason.utf8.allSatisfy { (0x20...0x7e).contains($0) }, "it is printed")
        }
    }
}
