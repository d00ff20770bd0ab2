/// A block cipher of 16 bytes with one key, as the platform has it: encrypts whole blocks, each by itself.
///
/// Nil where the platform's library fails. What is built of it here is what the platforms lack.
package typealias BlockCipher = @Sendable (_ blocks: [UInt8]) -> [UInt8]?

/// Overwrites the bytes of an array with zeros, as the platform does it so that no compiler leaves it out.
///
/// The caller holds the only copy. Registers and the stack are beyond its reach.
package typealias Wipe = @Sendable (_ bytes: inout [UInt8]) -> Void

/// An algorithm that encrypts, and proves that nothing was changed (AEAD, RFC 5116), with its key.
package struct AuthenticatedCipher: Sendable {
    /// How many bytes a nonce has that is drawn for it.
    package let nonceCount: Int
    /// The encrypted text with its proof; nil where the platform's library fails, or the nonce has another length.
    package let seal: @Sendable (_ plain: [UInt8], _ nonce: [UInt8], _ associated: [UInt8]) -> [UInt8]?
    /// The text, where nothing was changed; else nil.
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

/// Whether two texts are the same, in a time that says nothing about where they differ.
package func areEqualInConstantTime(_ one: [UInt8], _ other: [UInt8]) -> Bool {
    guard one.count == other.count else { return false }
    var difference: UInt8 = 0
    for index in one.indices { difference |= one[index] ^ other[index] }
    return difference == 0
}
