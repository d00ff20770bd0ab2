/// The platform's block cipher of 16 bytes with one key. It encrypts whole blocks, each by itself.
///
/// Returns `nil` if the platform's library fails. The algorithms here that are built from it are missing on the
/// platforms.
package typealias BlockCipher = @Sendable (_ blocks: [UInt8]) -> [UInt8]?

/// Overwrites the bytes of an array with zeros, by a function of the platform that no compiler removes.
///
/// The caller must hold the only copy. Registers and the stack are not wiped.
package typealias Wipe = @Sendable (_ bytes: inout [UInt8]) -> Void

/// An authenticated cipher (AEAD, RFC 5116) with its key: it encrypts, and detects any change.
package struct AuthenticatedCipher: Sendable {
    /// The number of bytes of a nonce.
    package let nonceCount: Int
    /// Returns the encrypted text with its tag, or `nil` if the platform's library fails or the nonce has another
    /// length.
    package let seal: @Sendable (_ plain: [UInt8], _ nonce: [UInt8], _ associated: [UInt8]) -> [UInt8]?
    /// Returns the plain text, or `nil` if anything was changed.
    package let open: @Sendable (_ sealed: [UInt8], _ nonce: [UInt8], _ associated: [UInt8]) -> [UInt8]?

    package init(
        nonceCount: Int,
        seal: @escaping @Sendable (_ plain: [UInt8], _ nonce: [UInt8], _ associated: [UInt8]) -> [UInt8]?,
        open: @escaping @Sendable (_ sealed: [UInt8], _ nonce: [UInt8], _ associated: [UInt8]) -> [UInt8]?
    ) {
        self.nonceCount = nonceCount
        self.seal = seal
        self.open = open
    }
}

/// Returns whether two texts are equal, in a time that does not depend on their contents.
package func areEqualInConstantTime(_ one: [UInt8], _ other: [UInt8]) -> Bool {
    guard one.count == other.count else { return false }
    var difference: UInt8 = 0
    for index in one.indices { difference |= one[index] ^ other[index] }
    return difference == 0
}
