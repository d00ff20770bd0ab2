/// A closure that encrypts with the platform's cipher and one key. It encrypts whole blocks of 16 bytes, each block
/// independently of the others.
///
/// The closure returns `nil` if the platform's library fails. This module builds AES-SIV and AES-GCM-SIV from this
/// cipher, because the platforms do not offer these algorithms.
package typealias BlockCipher = @Sendable (_ blocks: [UInt8]) -> [UInt8]?

/// A closure that overwrites an array's bytes with zeros. It calls a platform function that the compiler does not
/// optimize away.
///
/// The caller must have the only reference to the array. The closure does not wipe registers or the stack.
package typealias Wipe = @Sendable (_ bytes: inout [UInt8]) -> Void

/// An authenticated cipher (AEAD, RFC 5116) with its key. The cipher encrypts a text, and detects any change to the
/// encrypted text.
package struct AuthenticatedCipher: Sendable {
    /// The number of bytes in a nonce.
    package let nonceCount: Int
    /// Returns the encrypted text with its tag, or `nil` if the platform's library fails or the nonce has the wrong
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
