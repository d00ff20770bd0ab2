/// AEAD_AES_128_GCM_SIV (RFC 8452), built from AES and POLYVAL.
package struct AESGCMSIV: Sendable {
    private let cipher: BlockCipher
    private let wipe: Wipe
    private let makeCipher: @Sendable (_ key: [UInt8]) -> BlockCipher?

    /// Creates the algorithm from the cipher of its key. The algorithm derives other keys for each nonce, and calls
    /// `makeCipher` to make a derived key's cipher. The algorithm wipes the derived keys after each text.
    package init(
        _ cipher: @escaping BlockCipher, wipe: @escaping Wipe,
        makeCipher: @escaping @Sendable (_ key: [UInt8]) -> BlockCipher?
    ) {
        self.cipher = cipher
        self.wipe = wipe
        self.makeCipher = makeCipher
    }

    package var authenticatedCipher: AuthenticatedCipher {
        AuthenticatedCipher(
            nonceCount: 12, seal: { seal($0, nonce: $1, associated: $2) }, open: { open($0, nonce: $1, associated: $2) }
        )
    }

    private func seal(_ plain: [UInt8], nonce: [UInt8], associated: [UInt8]) -> [UInt8]? {
        guard var keys = keys(for: nonce) else { return nil }
        defer { wipe(&keys.polynomial) }
        guard let tag = keys.tag(of: plain, nonce, associated), let text = keys.encrypt(plain, from: tag)
        else { return nil }
        return text + tag
    }

    private func open(_ sealed: [UInt8], nonce: [UInt8], associated: [UInt8]) -> [UInt8]? {
        guard sealed.count >= 16, var keys = keys(for: nonce) else { return nil }
        defer { wipe(&keys.polynomial) }
        let tag = Array(sealed.suffix(16))
        guard let plain = keys.encrypt(Array(sealed.dropLast(16)), from: tag),
            let expected = keys.tag(of: plain, nonce, associated), areEqualInConstantTime(tag, expected)
        else { return nil }
        return plain
    }

    /// Derives the keys for a nonce (RFC 8452, section 4).
    private func keys(for nonce: [UInt8]) -> Keys? {
        guard nonce.count == 12 else { return nil }
        var blocks: [UInt8] = []
        for number: UInt8 in 0..<4 { blocks += [number, 0, 0, 0] + nonce }
        guard var derived = cipher(blocks) else { return nil }
        defer { wipe(&derived) }
        var encryptionKey = Self.halves(of: derived, from: 32)
        defer { wipe(&encryptionKey) }
        guard let encrypting = makeCipher(encryptionKey) else { return nil }
        return Keys(polynomial: Self.halves(of: derived, from: 0), cipher: encrypting)
    }

    /// Returns the first halves of two blocks. The array never grows, because growth would leave a copy of the key in
    /// memory.
    private static func halves(of blocks: [UInt8], from start: Int) -> [UInt8] {
        (0..<16).map { blocks[start + ($0 < 8 ? $0 : $0 + 8)] }
    }

    private struct Keys {
        /// The key of POLYVAL. The key is an array, because `wipe` overwrites arrays.
        var polynomial: [UInt8]
        let cipher: BlockCipher

        func tag(of plain: [UInt8], _ nonce: [UInt8], _ associated: [UInt8]) -> [UInt8]? {
            let polynomial = FieldElement(polynomial)
            var sum = FieldElement.zero
            for text in [associated, plain] {
                for start in stride(from: 0, to: text.count, by: 16) {
                    let block = Array(text[start..<min(start + 16, text.count)])
                    sum.add(FieldElement(block + [UInt8](repeating: 0, count: 16 - block.count)), times: polynomial)
                }
            }
            sum.add(
                FieldElement(low: UInt64(associated.count) &* 8, high: UInt64(plain.count) &* 8), times: polynomial)
            var bytes = sum.bytes.xored(nonce + [0, 0, 0, 0])
            bytes[15] &= 0x7f
            return cipher(bytes)
        }

        func encrypt(_ text: [UInt8], from tag: [UInt8]) -> [UInt8]? {
            guard !text.isEmpty else { return [] }
            var counter = UInt32(tag[0]) | UInt32(tag[1]) << 8 | UInt32(tag[2]) << 16 | UInt32(tag[3]) << 24
            var counters: [UInt8] = []
            while counters.count < text.count {
                for shift: UInt32 in [0, 8, 16, 24] { counters.append(UInt8(truncatingIfNeeded: counter >> shift)) }
                counters += tag[4..<15]
                counters.append(tag[15] | 0x80)
                counter &+= 1
            }
            return cipher(counters).map { text.xored($0) }
        }
    }
}

/// An element of the field of POLYVAL, modulo x^128 + x^127 + x^126 + x^121 + 1. The lowest bit of the first byte is
/// the coefficient of x^0.
private struct FieldElement {
    private var low: UInt64
    private var high: UInt64

    static let zero = FieldElement(low: 0, high: 0)

    init(low: UInt64, high: UInt64) {
        self.low = low
        self.high = high
    }

    /// Creates an element from 16 bytes.
    init(_ bytes: [UInt8]) {
        func half(_ start: Int) -> UInt64 {
            (0..<8).reduce(0) { $0 | UInt64(bytes[start + $1]) << UInt64(8 * $1) }
        }
        self.init(low: half(0), high: half(8))
    }

    var bytes: [UInt8] {
        [low, high].flatMap { half in (0..<8).map { UInt8(truncatingIfNeeded: half >> UInt64(8 * $0)) } }
    }

    /// Replaces this element with (this + other) times the key, times x^-128. The method is one step of POLYVAL, in
    /// constant time.
    mutating func add(_ other: FieldElement, times key: FieldElement) {
        let (sumLow, sumHigh) = (low ^ other.low, high ^ other.high)
        var (resultLow, resultHigh) = (0 as UInt64, 0 as UInt64)
        // The loop starts with the lowest coefficient. Each step divides the sum so far by x, so 128 steps divide by
        // x^128.
        for bit in 0..<128 {
            let word = bit < 64 ? sumLow : sumHigh
            let mask = 0 &- (word >> UInt64(bit & 63) & 1)
            resultLow ^= key.low & mask
            resultHigh ^= key.high & mask
            let odd = 0 &- (resultLow & 1)
            // x^-1 is x^127 + x^126 + x^125 + x^120.
            resultLow = resultLow >> 1 | resultHigh << 63
            resultHigh = resultHigh >> 1 ^ odd & 0xe100_0000_0000_0000
        }
        (low, high) = (resultLow, resultHigh)
    }
}
