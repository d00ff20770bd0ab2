/// A request to a Roughtime server (RFC 10049, section 5.1).
package struct RoughtimeRequest: Sendable, Equatable {
    /// The packet to send.
    package let bytes: [UInt8]
    /// The 32 bytes that the answer must repeat.
    package let nonce: [UInt8]
    /// The versions that the answer may have, in ascending order.
    let versions: [UInt32]
    /// The digest of the server's key, or `nil` if the request does not name a key. The server uses this digest to find
    /// the expected key.
    private let server: [UInt8]?

    /// The length of a request's message without its frame. Servers ignore shorter requests, because an answer must not
    /// be longer than its request.
    private static let messageBytes = 1_024

    /// Creates a request to the server with the given long-term key.
    ///
    /// A server must ignore a request for another key (RFC 10049, section 5.1), and may ignore a request without a
    /// supported version. So after silence, a probe can tell why: it names no key, and it also offers the versions of
    /// drafts 8 to 11. A server with one key answers the probe like any request. A server with several keys ignores it.
    ///
    /// Returns `nil` if the nonce or the key does not have 32 bytes, or if the platform's library fails.
    package init?(
        nonce: [UInt8], publicKey: [UInt8], isProbe: Bool = false, _ cryptography: SignatureCryptography
    ) {
        guard nonce.count == 32, publicKey.count == 32, let server = Self.server(publicKey, cryptography) else {
            return nil
        }
        let supported = RoughtimeVersion.allCases.map { $0.rawValue }
        let versions = isProbe ? (supported + RoughtimeVersion.oldDrafts).sorted() : supported
        var fields: [(RoughtimeMessage.Tag, [UInt8])] = [
            (.version, versions.flatMap { $0.littleEndianBytes }), (.nonce, nonce),
            (.type, Self.type.littleEndianBytes), (.padding, []),
        ]
        if !isProbe { fields.insert((.server, server), at: 1) }
        let unpadded = RoughtimeMessage.bytes(fields).count
        fields[fields.count - 1].1 = [UInt8](repeating: 0, count: max(0, Self.messageBytes - unpadded))
        bytes = RoughtimeMessage.packet(RoughtimeMessage.bytes(fields))
        self.nonce = nonce
        self.versions = versions
        self.server = isProbe ? nil : server
    }

    /// Reads a request from another client.
    package init(_ bytes: [UInt8]) throws(RoughtimeError) {
        let message = try RoughtimeMessage(packet: bytes)
        let type = try message.integer32(.type)
        guard type == Self.type else { throw .badType(type) }
        versions = try message.versionList(.version)
        nonce = try message.value(.nonce, count: 32)
        server = message.value(.server) == nil ? nil : try message.value(.server, count: 32)
        self.bytes = bytes
    }

    /// Returns `true` if the request names the server with this key, or does not name a server.
    package func isFor(_ publicKey: [UInt8], _ cryptography: SignatureCryptography) -> Bool {
        server == nil || server == Self.server(publicKey, cryptography)
    }

    private static let type: UInt32 = 0

    private static func server(_ publicKey: [UInt8], _ cryptography: SignatureCryptography) -> [UInt8]? {
        cryptography.roughtimeHash([0xff] + publicKey)
    }
}

/// The supported versions of Roughtime. The versions spell the context of a signature differently.
package enum RoughtimeVersion: UInt32, Sendable, CaseIterable {
    /// The version of RFC 10049.
    case rfc10049 = 1
    /// The version of drafts 12 to 19 of the RFC. Servers used this version when the RFC appeared.
    case draft = 0x8000_000C

    /// The versions of drafts 8 to 11, which the library recognizes and does not support.
    static let oldDrafts: ClosedRange<UInt32> = 0x8000_0008...0x8000_000B

    /// Returns the name of a version, which may be unknown.
    static func name(_ version: UInt32) -> String {
        version > 0x8000_0000 ? "draft \(version - 0x8000_0000)" : "version \(version)"
    }
}

extension SignatureCryptography {
    /// Returns the first 32 bytes of SHA-512, the digest of Roughtime.
    package func roughtimeHash(_ message: [UInt8]) -> [UInt8]? {
        sha512(message).flatMap { $0.count == 64 ? Array($0[..<32]) : nil }
    }
}
