/// The platform's functions for checking signed answers: SHA-512 (FIPS 180-4) and Ed25519 (RFC 8032).
package struct SignatureCryptography: Sendable {
    /// Returns the 64 bytes of the digest, or `nil` if the platform's library fails.
    package let sha512: @Sendable (_ message: [UInt8]) -> [UInt8]?
    /// Returns true if the signature of the message is valid for the public key.
    package let isSigned: @Sendable (_ message: [UInt8], _ publicKey: [UInt8], _ signature: [UInt8]) -> Bool

    package init(
        sha512: @escaping @Sendable (_ message: [UInt8]) -> [UInt8]?,
        isSigned: @escaping @Sendable (_ message: [UInt8], _ publicKey: [UInt8], _ signature: [UInt8]) -> Bool
    ) {
        self.sha512 = sha512
        self.isSigned = isSigned
    }
}
