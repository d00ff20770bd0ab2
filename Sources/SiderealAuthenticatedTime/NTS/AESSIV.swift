/// AES-SIV (RFC 5297), built from AES-CMAC (RFC 4493) and AES in counter mode. If a nonce repeats, AES-SIV reveals only
/// whether two messages are equal.
package struct AESSIV: Sendable {
    private let authenticator: CMAC
    private let counterMode: BlockCipher

    /// Creates the algorithm from two ciphers, one for each half of the key. In AEAD_AES_SIV_CMAC_256, each half has
    /// 128 bits. The algorithm wipes the subkeys of CMAC after each text.
    package init(authenticating: @escaping BlockCipher, encrypting: @escaping BlockCipher, wipe: @escaping Wipe) {
        authenticator = CMAC(authenticating, wipe: wipe)
        counterMode = encrypting
    }

    /// The AEAD of RFC 5297, section 6. The nonce is the last associated text.
    package var authenticatedCipher: AuthenticatedCipher {
        AuthenticatedCipher(
            nonceCount: 16, seal: { seal($0, associated: [$2, $1]) }, open: { open($0, associated: [$2, $1]) })
    }

    /// Returns the synthetic initialization vector, followed by the encrypted text.
    package func seal(_ plain: [UInt8], associated: [[UInt8]]) -> [UInt8]? {
        guard let vector = vector(of: plain, associated), let text = encrypt(plain, from: vector) else { return nil }
        return vector + text
    }

    /// Returns the plaintext, or `nil` if the ciphertext or the associated data was changed.
    package func open(_ sealed: [UInt8], associated: [[UInt8]]) -> [UInt8]? {
        guard sealed.count >= 16 else { return nil }
        let vector = Array(sealed.prefix(16))
        // In counter mode, encryption and decryption are the same operation.
        guard let plain = encrypt(Array(sealed.dropFirst(16)), from: vector),
            let expected = self.vector(of: plain, associated), areEqualInConstantTime(vector, expected)
        else { return nil }
        return plain
    }

    /// Reduces any number of texts to one block (S2V). Moving bytes from one text to another changes the block.
    private func vector(of plain: [UInt8], _ associated: [[UInt8]]) -> [UInt8]? {
        guard var block = authenticator.tag(of: [UInt8](repeating: 0, count: 16)) else { return nil }
        for text in associated {
            guard let tag = authenticator.tag(of: text) else { return nil }
            block = doubled(block).xored(tag)
        }
        if plain.count >= 16 {
            let start = plain.count - 16
            return authenticator.tag(of: plain[..<start] + Array(plain[start...]).xored(block))
        }
        let padded = plain + [0x80] + [UInt8](repeating: 0, count: 15 - plain.count)
        return authenticator.tag(of: doubled(block).xored(padded))
    }

    private func encrypt(_ text: [UInt8], from vector: [UInt8]) -> [UInt8]? {
        guard !text.isEmpty else { return [] }
        var counter = vector
        // RFC 5297 clears these bits, so that an implementation can count in 32 or 64 bits without a carry.
        counter[8] &= 0x7f
        counter[12] &= 0x7f
        var counters: [UInt8] = []
        counters.reserveCapacity(text.count + 15)
        while counters.count < text.count {
            counters += counter
            for index in (0..<16).reversed() {
                counter[index] &+= 1
                if counter[index] != 0 { break }
            }
        }
        return counterMode(counters).map { text.xored($0) }
    }
}

/// AES-CMAC (RFC 4493).
private struct CMAC: Sendable {
    private let cipher: BlockCipher
    private let wipe: Wipe

    init(_ cipher: @escaping BlockCipher, wipe: @escaping Wipe) {
        self.cipher = cipher
        self.wipe = wipe
    }

    func tag(of text: [UInt8]) -> [UInt8]? {
        guard var key = cipher([UInt8](repeating: 0, count: 16)) else { return nil }
        defer { wipe(&key) }
        double(&key)
        let whole = text.count % 16 == 0 && !text.isEmpty
        let start = whole ? text.count - 16 : text.count / 16 * 16
        var last = [UInt8](repeating: 0, count: 16)
        // Wipe this block, because an attacker who knows the text could compute the subkey from it.
        defer { wipe(&last) }
        last.replaceSubrange(0..<text.count - start, with: text[start...])
        if !whole {
            last[text.count - start] = 0x80
            double(&key)
        }
        for index in 0..<16 { last[index] ^= key[index] }
        var chain = [UInt8](repeating: 0, count: 16)
        for block in stride(from: 0, to: start, by: 16) {
            guard let next = cipher(Array(text[block..<block + 16]).xored(chain)) else { return nil }
            chain = next
        }
        for index in 0..<16 { last[index] ^= chain[index] }
        return cipher(last)
    }
}

/// Multiplies a block by x in the field of 2^128 elements, in constant time and in place.
private func double(_ block: inout [UInt8]) {
    var carry: UInt8 = 0
    for index in (0..<16).reversed() {
        let byte = block[index]
        block[index] = byte << 1 | carry
        carry = byte >> 7
    }
    block[15] ^= 0x87 & (0 &- carry)
}

private func doubled(_ block: [UInt8]) -> [UInt8] {
    var result = block
    double(&result)
    return result
}

extension [UInt8] {
    /// Combines two texts by XOR. The result is as long as the shorter text.
    func xored(_ other: [UInt8]) -> [UInt8] { zip(self, other).map { $0 ^ $1 } }
}
