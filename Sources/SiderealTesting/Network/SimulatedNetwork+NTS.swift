import Sidereal
import SiderealCore
import SiderealNetwork

extension SimulatedNetwork {
    /// Returns the closure with which one process exchanges keys with a simulated server.
    func keyExchange(with server: SimulatedServer, _ process: Int) -> NTSKeyEstablishment {
        NTSKeyEstablishment { (_, _, name, deadline) async throws(TimeSourceError) in
            let sent = self.time.timeline.now
            do throws(TimeSourceError) {
                let answer = try await self.exchange(with: name, until: deadline, by: process)
                self.record(name, process: process, sent: sent, "\(answer.cookies.count) cookies")
                return NTSKeys(
                    answer, questions: .simulated(name, toServer: true), answers: .simulated(name, toServer: false))
            } catch {
                self.record(name, process: process, sent: sent, "\(error.cause)")
                throw error
            }
        }
    }

    private func exchange(
        with name: String, until deadline: Deadline, by process: Int
    ) async throws(TimeSourceError) -> NTSKeyExchangeAnswer {
        let bytes = try await travel(
            to: name, timeout: max(deadline.left, .zero), isWarm: false, process: process
        ) { site, _ in site.keyExchangeAnswer() }
        do throws(NTSKeyExchangeError) {
            return try NTSKeyExchangeAnswer(bytes)
        } catch {
            throw TimeSourceError(.badAnswer, error.reason)
        }
    }
}

extension SimulatedSite {
    private static let cookieCount = 8

    /// Returns the records of the server's answer in a key exchange: NTPv4, AES-SIV-CMAC-256 and cookies.
    mutating func keyExchangeAnswer() -> [UInt8] {
        var bytes: [UInt8] = [0x80, 1, 0, 2, 0, 0, 0x80, 4, 0, 2, 0, 15]
        for _ in 0..<Self.cookieCount { bytes += [0, 5, 0, 8] + nextCookie() }
        return bytes + [0x80, 0, 0, 0]
    }

    /// Returns the answer to a request with NTS, or an empty array if the request is not authentic.
    mutating func authenticatedPacket(answering question: [UInt8], at now: TrueInstant) -> [UInt8] {
        guard let fields = NTPExtensionField.all(in: question),
            let identifier = fields.first(where: { $0.kind == .identifier }),
            let proof = fields.first(where: { $0.kind == .proof }),
            AuthenticatedCipher.simulated(server.name, toServer: true)
                .open(
                    Array(proof.body.dropFirst(20)), Array(proof.body.dropFirst(4).prefix(16)),
                    Array(question[..<proof.start]))
                == []
        else { return [] }
        var packet = packet(answering: question, at: now) + NTPExtensionField(.identifier, identifier.body).bytes
        let wanted = fields.count { $0.kind == .cookie || $0.kind == .placeholder }
        let cookies = (0..<min(wanted, Self.cookieCount)).flatMap { _ in
            NTPExtensionField(.cookie, nextCookie()).bytes
        }
        let nonce = nextCookie() + nextCookie()
        let sealed = AuthenticatedCipher.simulated(server.name, toServer: false).seal(cookies, nonce, packet) ?? []
        let lengths = [0, 16, UInt8(truncatingIfNeeded: sealed.count >> 8), UInt8(truncatingIfNeeded: sealed.count)]
        packet += NTPExtensionField(.proof, lengths + nonce + sealed).bytes
        return packet
    }
}

extension AuthenticatedCipher {
    /// Returns a simulated cipher. It does not encrypt, and its proof is a checksum. This is enough, because only the
    /// simulation sees the bytes on its network.
    static func simulated(_ server: String, toServer: Bool) -> AuthenticatedCipher {
        let key = Array(server.utf8) + [toServer ? 0 : 1]
        @Sendable func proof(_ plain: [UInt8], _ nonce: [UInt8], _ associated: [UInt8]) -> [UInt8] {
            let checksum = XXH64.checksum(of: key + nonce + associated + plain)
            return (0..<16).map { UInt8(truncatingIfNeeded: checksum >> (8 * ($0 & 7))) }
        }
        return AuthenticatedCipher(
            nonceCount: 16, seal: { proof($0, $1, $2) + $0 },
            open: { sealed, nonce, associated in
                let plain = Array(sealed.dropFirst(16))
                return Array(sealed.prefix(16)) == proof(plain, nonce, associated) ? plain : nil
            })
    }
}
