/// The platform's cipher with one key. It encrypts whole blocks of 16 bytes, each block independently of the others.
///
/// The closure returns `nil` if the platform's library fails. This module builds AES-SIV and AES-GCM-SIV from it,
/// because the platforms do not offer them.
package typealias BlockCipher = @Sendable (_ blocks: [UInt8]) -> [UInt8]?

/// Overwrites the bytes of an array with zeros. It uses a function of the platform that the compiler does not optimize
/// away.
///
/// The caller must have the only reference to the array. The closure does not wipe registers and the stack.
package typealias Wipe = @Sendable (_ bytes: inout [UInt8]) -> Void

/// An authenticated cipher (AEAD, RFC 5116) with its key. It encrypts a text, and detects any change to the result.
package struct AuthenticatedCipher: Sendable {
    /// The number of bytes of a nonce.
    package let nonceCount: Int
    /// Returns the encrypted text with its tag, or `nil` if the platform's library fails or the nonce has another
    /// length.
    package let seal: @Sendable (_ plain: [UInt8], _ nonce: [UInt8], _ associated: [UInt8]) -> [UInt8]?
    /// Returns the plain text, or `nil` if the sealed text, the nonce or the associated text was changed.
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

/// Returns true if two texts are equal. The duration of the comparison does not depend on the contents.
package func areEqualInConstantTime(_ one: [UInt8], _ other: [UInt8]) -> Bool {
    guard one.count == other.count else { return false }
    var difference: UInt8 = 0
    for index in one.indices { difference |= one[index] ^ other[index] }
    return difference == 0
}
