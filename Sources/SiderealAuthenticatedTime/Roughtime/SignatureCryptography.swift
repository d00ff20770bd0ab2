/// The platform's functions that check signed answers: SHA-512 (FIPS 180-4) and Ed25519 (RFC 8032).
package struct SignatureCryptography: Sendable {
    /// Returns the digest of 64 bytes, or `nil` if the platform's library fails.
    package let sha512: @Sendable (_ message: [UInt8]) -> [UInt8]?
    /// Returns whether the owner of a public key signed a message.
    package let isSigned: @Sendable (_ message: [UInt8], _ publicKey: [UInt8], _ signature: [UInt8]) -> Bool

    package init(
        sha512: @escaping @Sendable (_ message: [UInt8]) -> [UInt8]?,
        isSigned: @escaping @Sendable (_ message: [UInt8], _ publicKey: [UInt8], _ signature: [UInt8]) -> Bool
    ) {
        self.sha512 = sha512
        self.isSigned = isSigned
    }
}
