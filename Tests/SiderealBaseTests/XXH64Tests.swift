import SiderealBase
import Testing

@Suite struct XXH64Tests {
    /// The published sanity check: the first bytes of a fixed pseudorandom buffer, without and with a seed.
    @Test(
        "checksums match the published sanity check, aligned or not",
        arguments: [
            (0, 0, 0xEF46_DB37_51D8_E999), (0, 2_654_435_761, 0xAC75_FDA2_929B_17EF),
            (1, 0, 0xE934_A84A_DB05_2768), (1, 2_654_435_761, 0x5014_6076_43A9_B4C3),
            (4, 0, 0x9136_A0DC_A574_57EE),
            (14, 0, 0x8282_DCC4_994E_35C8), (14, 2_654_435_761, 0xC3BD_6BF6_3DEB_6DF0),
            (222, 0, 0xB641_AE8C_B691_C174), (222, 2_654_435_761, 0x20CB_8AB7_AE10_C14A),
        ] as [(Int, UInt64, UInt64)])
    func sanityCheck(count: Int, seed: UInt64, expected: UInt64) {
        var generator: UInt64 = 2_654_435_761
        var bytes: [UInt8] = []
        for _ in 0..<count {
            bytes.append(UInt8(truncatingIfNeeded: generator >> 56))
            generator &*= 11_400_714_785_074_694_797
        }
        #expect(XXH64.checksum(of: bytes, seed: seed) == expected)
        // Unaligned, and behind bytes that don't count.
        #expect(XXH64.checksum(of: [1, 2, 3] + bytes, skipping: 3, seed: seed) == expected)
    }

    @Test(
        "checksums match known values of short texts",
        arguments: [
            ("a", 0xD24E_C4F1_A98C_6E5B), ("abc", 0x44BC_2CF5_AD77_0999),
            ("Nobody inspects the spammish repetition", 0xFBCE_A83C_8A37_8BF1),
        ] as [(String, UInt64)])
    func text(_ text: String, expected: UInt64) {
        #expect(XXH64.checksum(of: Array(text.utf8)) == expected)
    }

    @Test("the number of bytes to skip is clamped to the number of bytes", arguments: [-1, 0, 3, 4, 99])
    func skippingIsConfinedToTheBytes(skipped: Int) {
        let bytes: [UInt8] = [1, 2, 3]
        let expected = XXH64.checksum(of: Array(bytes.dropFirst(max(0, skipped))))
        #expect(XXH64.checksum(of: bytes, skipping: skipped) == expected)
    }
}
