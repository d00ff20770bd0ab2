package import SiderealCore

/// A question to an NTP server that only it can answer (RFC 8915, section 5), and how its answer is read.
package struct NTSQuestion: Sendable {
    /// What is sent.
    package let bytes: [UInt8]
    private let request: NTPRequest
    private let identifier: [UInt8]
    private let answers: AuthenticatedCipher

    /// The longest question, so that no network on the way has to divide it.
    private static let mostBytes = 1_200

    /// A question with one cookie, and places for as many new ones as are wanted and fit.
    ///
    /// The identifier is 32 random bytes, and the nonce as many as the cipher of questions wants; neither was used
    /// before. Nil where the platform's library fails, or the cookie is too long for a packet.
    package init?(
        _ request: NTPRequest, identifier: [UInt8], nonce: [UInt8], cookie: [UInt8], wantedCookies: Int,
        questions: AuthenticatedCipher, answers: AuthenticatedCipher
    ) {
        let cookieField = NTPExtensionField(.cookie, cookie).bytes
        var bytes = request.bytes + NTPExtensionField(.identifier, identifier).bytes + cookieField
        // The proof that follows: head, lengths, nonce, and an encrypted nothing.
        let rest = 8 + nonce.count + 16
        let placeholder = NTPExtensionField(.placeholder, [UInt8](repeating: 0, count: cookie.count)).bytes
        guard cookie.count <= 0xffff - 8, bytes.count + rest <= Self.mostBytes else { return nil }
        for _ in 1..<max(1, wantedCookies) where bytes.count + placeholder.count + rest <= Self.mostBytes {
            bytes += placeholder
        }
        guard let proof = questions.seal([], nonce, bytes) else { return nil }
        let lengths = UInt16(truncatingIfNeeded: nonce.count).bytes + UInt16(truncatingIfNeeded: proof.count).bytes
        self.bytes = bytes + NTPExtensionField(.proof, lengths + nonce + proof).bytes
        self.request = request
        self.identifier = identifier
        self.answers = answers
    }

    /// What a packet says; nil for one that anybody may have sent.
    ///
    /// A refusal of the keys (NTS NAK) is not authenticated: it says that new ones may be needed, and no more. An
    /// answer may still come.
    package func read(_ packet: [UInt8]) -> NTSReply? {
        guard packet.count >= 48, let fields = NTPExtensionField.all(in: packet) else { return nil }
        guard fields.contains(where: { $0.kind == .identifier && $0.body == identifier }) else { return nil }
        guard let proof = fields.first(where: { $0.kind == .proof }) else {
            return isRefusal(packet) ? .keysRefused : nil
        }
        // What follows the proof is not proven: it is not looked at.
        guard fields.contains(where: { $0.kind == .identifier && $0.body == identifier && $0.start < proof.start }),
            let hidden = open(proof, of: packet)
        else { return nil }
        do throws(NTPPacketError) {
            let answer = try NTPAnswer(packet, to: request)
            let cookies = NTPExtensionField.all(in: hidden, from: 0)?.filter { $0.kind == .cookie }.map { $0.body }
            return .answer(answer, cookies: cookies ?? [])
        } catch {
            return .unusable(error)
        }
    }

    private func isRefusal(_ packet: [UInt8]) -> Bool {
        do throws(NTPPacketError) {
            _ = try NTPAnswer(packet, to: request)
            return false
        } catch {
            return error == .kissOfDeath(.other("NTSN"))
        }
    }

    private func open(_ proof: NTPExtensionField, of packet: [UInt8]) -> [UInt8]? {
        let body = proof.body
        guard body.count >= 4 else { return nil }
        let nonceCount = Int(body[0]) << 8 | Int(body[1])
        let sealedCount = Int(body[2]) << 8 | Int(body[3])
        let sealedStart = 4 + (nonceCount + 3) / 4 * 4
        guard nonceCount == answers.nonceCount, body.count >= sealedStart, body.count - sealedStart >= sealedCount
        else { return nil }
        return answers.open(
            Array(body[sealedStart..<sealedStart + sealedCount]), Array(body[4..<4 + nonceCount]),
            Array(packet[..<proof.start]))
    }
}

/// What came to a question.
package enum NTSReply: Sendable {
    /// The time, proven to be the server's, and cookies for the next questions.
    case answer(NTPAnswer, cookies: [[UInt8]])
    /// Proven to be the server's, and nothing to believe.
    case unusable(NTPPacketError)
    /// Somebody says that the server does not know the keys any more.
    case keysRefused
}
