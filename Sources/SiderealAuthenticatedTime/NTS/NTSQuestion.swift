package import SiderealCore

/// A request to an NTP server with NTS (RFC 8915, section 5), and a method that reads the answer. Only this server can
/// answer the request.
package struct NTSQuestion: Sendable {
    /// The packet to send.
    package let bytes: [UInt8]
    private let request: NTPRequest
    private let identifier: [UInt8]
    private let answers: AuthenticatedCipher

    /// The maximum number of bytes in a request. The networks on the path can carry a packet of this size without
    /// splitting it.
    private static let mostBytes = 1_200

    /// Creates a request with one cookie, and with placeholders for further cookies. The number of placeholders depends
    /// on `wantedCookies` and on the space that is left in the packet.
    ///
    /// Pass 32 random bytes as the identifier, and a nonce of the length that `questions` requires. Use new bytes for
    /// each request. Returns `nil` if the platform's library fails, or if the cookie is too long for a packet.
    package init?(
        _ request: NTPRequest, identifier: [UInt8], nonce: [UInt8], cookie: [UInt8], wantedCookies: Int,
        questions: AuthenticatedCipher, answers: AuthenticatedCipher
    ) {
        let cookieField = NTPExtensionField(.cookie, cookie).bytes
        var bytes = request.bytes + NTPExtensionField(.identifier, identifier).bytes + cookieField
        // The size of the proof at the end: header, lengths, nonce, and an encrypted empty text.
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

    /// Reads a packet. Returns `nil` if the packet may come from a host other than the server.
    ///
    /// A refusal of the keys (NTS NAK) is not authenticated. After such a refusal, the client may need new keys, but
    /// an answer can still arrive.
    package func read(_ packet: [UInt8]) -> NTSReply? {
        guard packet.count >= 48, let fields = NTPExtensionField.all(in: packet) else { return nil }
        guard fields.contains(where: { $0.kind == .identifier && $0.body == identifier }) else { return nil }
        guard let proof = fields.first(where: { $0.kind == .proof }) else {
            return isRefusal(packet) ? .keysRefused : nil
        }
        // Fields after the proof are not authenticated, so this method ignores them.
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

/// The reply to a request.
package enum NTSReply: Sendable {
    /// The server's authenticated time, and cookies for the next requests.
    case answer(NTPAnswer, cookies: [[UInt8]])
    /// An authenticated answer that can't be used.
    case unusable(NTPPacketError)
    /// An unauthenticated report that the server no longer has the keys.
    case keysRefused
}
