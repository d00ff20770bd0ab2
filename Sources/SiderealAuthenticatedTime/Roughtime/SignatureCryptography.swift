/// What signed answers are checked with, as the platform has it: SHA-512 (FIPS 180-4) and Ed25519 (RFC 8032).
package struct SignatureCryptography: Sendable {
    /// The digest, 64 bytes; nil where the platform's library fails.
    package let sha512: @Sendable (_ message: [UInt8]) -> [UInt8]?
    /// Whether the owner of a public key signed a message.
    package let isSigned: @Sendable (_ message: [UInt8], _ publicKey: [UInt8], _ signature: [UInt8]) -> Bool

    package init(
        sha512: @escaping @Sendable (_ message: [UInt8]) -> [UInt8]?,
        isSigned: @escaping @Sendable (_ message: [UInt8], _ publicKey: [UInt8], _ signature: [UInt8]) -> Bool
    ) {
        self.sha512 = sha512
        self.isSigned = isSigned
    }
}
