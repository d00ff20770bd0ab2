/// A question to a Roughtime server (RFC 10049, section 5.1).
package struct RoughtimeRequest: Sendable, Equatable {
    /// The packet that is sent.
    package let bytes: [UInt8]
    /// What the answer has to repeat: 32 bytes.
    package let nonce: [UInt8]
    /// The versions that may be answered in, in ascending order.
    let versions: [UInt32]
    /// By what the server finds the key that is expected; nil where the question names none.
    private let server: [UInt8]?

    /// The bytes of a question's message without its frame. An answer may not be longer, so servers answer no less.
    private static let messageBytes = 1_024

    /// A question to the server with a long-term key.
    ///
    /// Nil where the nonce or the key does not have 32 bytes, or where the platform's library fails.
    package init?(nonce: [UInt8], publicKey: [UInt8], _ cryptography: SignatureCryptography) {
        guard nonce.count == 32, publicKey.count == 32, let server = Self.server(publicKey, cryptography) else {
            return nil
        }
        let versions = RoughtimeVersion.allCases.map { $0.rawValue }
        var fields: [(RoughtimeMessage.Tag, [UInt8])] = [
            (.version, versions.flatMap { $0.littleEndianBytes }), (.server, server), (.nonce, nonce),
            (.type, Self.type.littleEndianBytes), (.padding, []),
        ]
        let unpadded = RoughtimeMessage.bytes(fields).count
        fields[4].1 = [UInt8](repeating: 0, count: max(0, Self.messageBytes - unpadded))
        bytes = RoughtimeMessage.packet(RoughtimeMessage.bytes(fields))
        self.nonce = nonce
        self.versions = versions
        self.server = server
    }

    /// A question that somebody else sent.
    package init(_ bytes: [UInt8]) throws(RoughtimeError) {
        let message = try RoughtimeMessage(packet: bytes)
        let type = try message.integer32(.type)
        guard type == Self.type else { throw .badType(type) }
        versions = try message.versionList(.version)
        nonce = try message.value(.nonce, count: 32)
        server = message.value(.server) == nil ? nil : try message.value(.server, count: 32)
        self.bytes = bytes
    }

    /// Whether the server with this key may answer: the question names it, or no server.
    package func isFor(_ publicKey: [UInt8], _ cryptography: SignatureCryptography) -> Bool {
        server == nil || server == Self.server(publicKey, cryptography)
    }

    private static let type: UInt32 = 0

    private static func server(_ publicKey: [UInt8], _ cryptography: SignatureCryptography) -> [UInt8]? {
        cryptography.roughtimeHash([0xff] + publicKey)
    }
}

/// The versions of Roughtime that are spoken. They differ in how the contexts of signatures are spelled.
package enum RoughtimeVersion: UInt32, Sendable, CaseIterable {
    /// That of RFC 10049.
    case rfc10049 = 1
    /// That of its drafts 12 to 19, in use when it appeared.
    case draft = 0x8000_000C
}

extension SignatureCryptography {
    /// The first 32 bytes of SHA-512, which Roughtime uses all over.
    package func roughtimeHash(_ message: [UInt8]) -> [UInt8]? {
        sha512(message).flatMap { $0.count == 64 ? Array($0[..<32]) : nil }
    }
}
