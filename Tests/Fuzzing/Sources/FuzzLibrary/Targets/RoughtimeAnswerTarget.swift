import SiderealAuthenticatedTime
import SiderealCore

extension FuzzTarget {
    /// Packets that arrive while a source waits for an answer: a byte whose lowest bit makes the request's nonce that
    /// of the packet, and the packet. An answer has its nonce, an offered version, and bounds that are its radius
    /// apart; a packet that is a request survives being written and read.
    static let roughtimeAnswer = FuzzTarget(name: "roughtime-answer", longest: 1_024) { bytes in
        var input = InputBytes(bytes)
        let repeatsNonce = input.byte() & 1 == 1
        let packet = Array(input.rest)
        let message = try? RoughtimeMessage(packet: packet)
        let theirs = message?.value(.nonce) ?? []
        let request = repeatsNonce && theirs.count == 32 ? question(theirs) : unrepeated
        if let other = try? RoughtimeRequest(packet) {
            demand(other.bytes == packet && other.nonce == theirs, "a question keeps its bytes")
        }
        do throws(RoughtimeError) {
            let answer = try RoughtimeAnswer(packet, to: request, publicKey: key, .credulous)
            demand(message != nil && theirs == request.nonce, "an answer is a message, and repeats the nonce")
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

    private static let key = [UInt8](repeating: 1, count: 32)

    /// The request for most packets: making one takes longer than refusing an answer.
    private static let unrepeated = question([UInt8](repeating: 7, count: 32))

    private static func question(_ nonce: [UInt8]) -> RoughtimeRequest {
        guard let request = RoughtimeRequest(nonce: nonce, publicKey: key, .credulous) else {
            fail("32 bytes are a nonce")
        }
        demand(request.bytes.count == 1_036, "a question has 1036 bytes")
        demand((try? RoughtimeRequest(request.bytes)) == request, "a question is read as the same")
        return request
    }
}
