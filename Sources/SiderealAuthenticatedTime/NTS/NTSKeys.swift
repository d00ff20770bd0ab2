import SiderealCore
package import SiderealSystem
import SiderealTime

/// The result of a key exchange.
package struct NTSKeys: Sendable {
    package let answer: NTSKeyExchangeAnswer
    /// The cipher for requests to the server.
    package let questions: AuthenticatedCipher
    /// The cipher for answers from the server.
    package let answers: AuthenticatedCipher

    package init(_ answer: NTSKeyExchangeAnswer, questions: AuthenticatedCipher, answers: AuthenticatedCipher) {
        self.answer = answer
        self.questions = questions
        self.answers = answers
    }

    /// Reads a server's answer, and derives the keys. `key` exports a key of `count` bytes from the TLS session for a
    /// context.
    init(
        _ bytes: [UInt8], from name: String, key: (_ context: [UInt8], _ count: Int) -> SecretBytes?,
        blockCipher: @escaping @Sendable (SecretBytes) -> BlockCipher?
    ) throws(TimeSourceError) {
        let answer: NTSKeyExchangeAnswer
        do throws(NTSKeyExchangeError) {
            answer = try NTSKeyExchangeAnswer(bytes)
        } catch {
            throw TimeSourceError(.badAnswer, asking: name, error.reason)
        }
        let algorithm = answer.algorithm
        func cipher(toServer: Bool) -> AuthenticatedCipher? {
            let context = NTSKeyExchange.exporterContext(algorithm, toServer: toServer)
            return key(context, algorithm.keyCount).flatMap { algorithm.cipher($0, blockCipher: blockCipher) }
        }
        guard let questions = cipher(toServer: true), let answers = cipher(toServer: false) else {
            throw TimeSourceError(
                .unsupported, asking: name, "the TLS or AES library of this system can't derive the NTS keys")
        }
        self.init(answer, questions: questions, answers: answers)
    }
}

extension NTSAlgorithm {
    /// Returns this algorithm's cipher with a key, or `nil` if the platform's AES fails.
    package func cipher(
        _ key: SecretBytes, blockCipher: @escaping @Sendable (SecretBytes) -> BlockCipher?
    ) -> AuthenticatedCipher? {
        switch self {
        case .aesSIV:
            guard let authenticating = key.part(from: 0, count: 16).flatMap(blockCipher),
                let encrypting = key.part(from: 16, count: 16).flatMap(blockCipher)
            else { return nil }
            return AESSIV(
                authenticating: authenticating, encrypting: encrypting, wipe: { SecretBytes.wipe(&$0) }
            ).authenticatedCipher
        case .aesGCMSIV:
            guard let cipher = blockCipher(key) else { return nil }
            return AESGCMSIV(
                cipher, wipe: { SecretBytes.wipe(&$0) },
                makeCipher: { SecretBytes(copying: $0).flatMap(blockCipher) }
            ).authenticatedCipher
        }
    }
}
