import SiderealAuthenticatedTime
import SiderealCore

extension FuzzTarget {
    /// Answers of a key exchange. An accepted answer is whole, has cookies and can be printed. Bytes after its last
    /// record don't change it, and without that record it is refused.
    static let ntsKeyExchange = FuzzTarget(name: "nts-key-exchange", longest: 1_024) { bytes in
        let isWhole = NTSKeyExchangeAnswer.isWhole(bytes)
        let answer: NTSKeyExchangeAnswer
        do throws(NTSKeyExchangeError) {
            answer = try NTSKeyExchangeAnswer(bytes)
        } catch {
            demand(error.reason.utf8.allSatisfy { (0x20...0x7e).contains($0) }, "a reason can be printed")
            if case .truncated = error { demand(!isWhole, "an answer that has its last record is not truncated") }
            return
        }
        demand(isWhole, "an answer that is accepted has its last record")
        demand(answer.cookies.allSatisfy { !$0.isEmpty } && !answer.cookies.isEmpty, "cookies have content")
        demand(answer.port != 0, "a port is none of zero")
        demand(answer.host.map { (1...255).contains($0.utf8.count) } ?? true, "a host has a length")
        demand(answer.host?.utf8.allSatisfy { (0x21...0x7e).contains($0) } ?? true, "a host can be printed")
        let end = naiveEnd(bytes)
        demand(end > 0, "the last record is found by walking the records")
        demand((try? NTSKeyExchangeAnswer(Array(bytes[..<end]))) == answer, "nothing behind the last record counts")
        demand((try? NTSKeyExchangeAnswer(Array(bytes[..<(end - 4)]))) == nil, "without its last record it is none")
        demand(!NTSKeyExchangeAnswer.isWhole(Array(bytes[..<(end - 4)])), "and it is not whole")
    }

    /// Returns the end of the first record of kind zero, or zero if there is none.
    private static func naiveEnd(_ bytes: [UInt8]) -> Int {
        var place = 0
        while place + 4 <= bytes.count {
            let next = place + 4 + Int(bytes[place + 2]) * 256 + Int(bytes[place + 3])
            guard next <= bytes.count else { return 0 }
            if bytes[place] & 0x7f == 0, bytes[place + 1] == 0 { return next }
            place = next
        }
        return 0
    }

    /// Packets that arrive for a request with NTS: a byte of choices, a count of hidden bytes, those, and the packet.
    /// The choices let the packet repeat the nonce and the identifier, and end with a valid proof. Without that proof
    /// the only accepted statement is that keys may be unknown; with it cookies come from the hidden bytes alone.
    static let ntsPacket = FuzzTarget(name: "nts-packet", longest: 512) { bytes in
        var input = InputBytes(bytes)
        let choices = input.byte()
        let hidden = input.bytes(Int(input.byte()))
        var packet = Array(input.rest)
        if choices & 1 != 0, packet.count >= 48 { packet.replaceSubrange(24..<32, with: sentNonce) }
        if choices & 2 != 0, packet.count >= 48 { packet.insert(contentsOf: identifierField, at: 48) }
        let isProven = choices & 4 != 0 && packet.count >= 48
        if isProven { packet += proof(of: hidden, behind: packet) }

        switch question.read(packet) {
        case .answer(_, let cookies):
            demand(isProven, "only a proven packet counts as an answer")
            demand(cookies.reduce(0) { $0 + $1.count + 4 } <= hidden.count, "cookies are hidden ones")
        case .unusable: demand(isProven, "only a proven packet counts as unusable")
        case .keysRefused: demand(packet.dropFirst().first == 0, "keys are refused at stratum zero")
        case nil: break
        }
    }

    private static let identifier = [UInt8](repeating: 0xa5, count: 32)
    private static let identifierField = NTPExtensionField(.identifier, identifier).bytes
    private static let sentNonce = [UInt8](1...8)

    /// One request for all packets: making it takes longer than reading an answer.
    private static let question: NTSQuestion = {
        guard let request = NTPRequest(nonce: 0x0102_0304_0506_0708),
            let question = NTSQuestion(
                request, identifier: identifier, nonce: [UInt8](repeating: 1, count: 16),
                cookie: [UInt8](repeating: 0xc0, count: 100), wantedCookies: 3, questions: standIn(key: 1),
                answers: answers)
        else { fail("a question can be made") }
        demand(question.bytes.count % 4 == 0 && question.bytes.count <= 1_200, "a question fits a packet")
        demand(Array(request.bytes.suffix(8)) == sentNonce, "the nonce ends a request")
        return question
    }()

    private static let answers = standIn(key: 2)

    /// Makes a cipher that hides nothing, and whose proof is a checksum.
    private static func standIn(key: UInt64) -> AuthenticatedCipher {
        @Sendable func proof(_ plain: [UInt8], _ nonce: [UInt8], _ associated: [UInt8]) -> [UInt8] {
            let checksum = XXH64.checksum(of: plain, seed: XXH64.checksum(of: nonce + associated, seed: key))
            return checksum.littleEndianBytes + checksum.littleEndianBytes
        }
        return AuthenticatedCipher(
            nonceCount: 16, seal: { proof($0, $1, $2) + $0 },
            open: { sealed, nonce, associated in
                let plain = Array(sealed.dropFirst(16))
                return sealed.starts(with: proof(plain, nonce, associated)) ? plain : nil
            })
    }

    private static func proof(of hidden: [UInt8], behind packet: [UInt8]) -> [UInt8] {
        let nonce = [UInt8](repeating: 2, count: 16)
        guard let sealed = answers.seal(hidden, nonce, packet) else { fail("the stand-in of a cipher seals") }
        let lengths = [0, 16, UInt8(truncatingIfNeeded: sealed.count >> 8), UInt8(truncatingIfNeeded: sealed.count)]
        return NTPExtensionField(.proof, lengths + nonce + sealed).bytes
    }
}
