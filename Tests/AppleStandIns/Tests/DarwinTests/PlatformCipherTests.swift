import CommonCrypto
import Foundation
import Sidereal
import SiderealCore
import SiderealSystem
import Testing

/// The ciphers of NTS with CommonCrypto, and the signatures of CryptoKit, tested with published vectors. OpenSSL
/// computes: the stand-ins show that the right calls are made with the right arguments.
@Suite("ciphers and signatures of Apple platforms", .serialized) struct PlatformCipherTests {
    /// A line of a file in Tests/Vectors.
    struct Case {
        let isValid: Bool
        let fields: [[UInt8]]
    }

    static func cases(_ file: String) throws -> [Case] {
        let url = URL(filePath: #filePath).appending(path: "../../../../Vectors/\(file)").standardizedFileURL
        let lines = try String(contentsOf: url, encoding: .utf8).split(separator: "\n").filter { !$0.hasPrefix("#") }
        return lines.map { line in
            let words = line.split(separator: " ")
            return Case(isValid: words[0] == "valid", fields: words.dropFirst().map { Self.bytes($0) })
        }
    }

    /// Decodes hexadecimal digits. "-" stands for no bytes.
    static func bytes(_ text: some StringProtocol) -> [UInt8] {
        let digits = text.compactMap(\.hexDigitValue)
        return stride(from: 0, to: digits.count - 1, by: 2).map { UInt8(digits[$0] * 16 + digits[$0 + 1]) }
    }

    static func blockCipher(_ key: [UInt8]) -> BlockCipher? {
        SecretBytes(copying: key).flatMap { KeyedAES.blockCipher($0) }
    }

    @Test("blocks are encrypted separately, as in FIPS 197 (appendix C.1)")
    func block() throws {
        let cipher = try #require(Self.blockCipher((0..<16).map { $0 }))
        let (plain, sealed) = (
            Self.bytes("00112233445566778899aabbccddeeff"), Self.bytes("69c4e0d86a7b0430d8cdb78070b4c55a")
        )
        #expect(cipher(plain) == sealed)
        #expect(cipher(plain + plain) == sealed + sealed)
        #expect(cipher([]) == [])
    }

    @Test("a key of any length except 16 bytes is refused", arguments: [0, 15, 17, 24, 32])
    func keys(_ count: Int) { #expect(Self.blockCipher([UInt8](repeating: 1, count: count)) == nil) }

    @Test("a text that doesn't consist of whole blocks is not encrypted", arguments: [1, 15, 17])
    func parts(_ count: Int) throws {
        let cipher = try #require(Self.blockCipher([UInt8](repeating: 1, count: 16)))
        #expect(cipher([UInt8](repeating: 0, count: count)) == nil)
    }

    @Test("a call that fails, or does less than it should, gives no text")
    func faults() throws {
        var faults = CommonCryptoFaults()
        faults.creates = false
        CommonCryptoFaults.$current.withValue(faults) {
            #expect(Self.blockCipher([UInt8](repeating: 1, count: 16)) == nil)
        }
        let cipher = try #require(Self.blockCipher([UInt8](repeating: 1, count: 16)))
        let blocks = [UInt8](repeating: 0, count: 32)
        faults = CommonCryptoFaults()
        faults.updates = false
        CommonCryptoFaults.$current.withValue(faults) { #expect(cipher(blocks) == nil) }
        faults = CommonCryptoFaults()
        faults.holdsBack = true
        CommonCryptoFaults.$current.withValue(faults) { #expect(cipher(blocks) == nil) }
        #expect(cipher(blocks)?.count == 32)
    }

    @Test("a cipher that is released releases its cryptor")
    func release() throws {
        let released = CommonCryptoFaults.released
        for _ in 0..<3 { #expect(Self.blockCipher([UInt8](repeating: 1, count: 16))?([]) == []) }
        #expect(CommonCryptoFaults.released >= released + 3)
    }

    @Test(
        "each case of Project Wycheproof gives the published ciphertext and result",
        arguments: [(NTSAlgorithm.aesSIV, "aes-siv-cmac-256.txt", 300), (.aesGCMSIV, "aes-128-gcm-siv.txt", 99)])
    func wycheproof(_ algorithm: NTSAlgorithm, _ file: String, _ count: Int) throws {
        let cases = try Self.cases(file)
        #expect(cases.count == count)
        for test in cases {
            let (nonce, associated, text, sealed) = (test.fields[1], test.fields[2], test.fields[3], test.fields[4])
            let key = try #require(SecretBytes(copying: test.fields[0]))
            let cipher = try #require(algorithm.cipher(key) { KeyedAES.blockCipher($0) })
            #expect(cipher.open(sealed, nonce, associated) == (test.isValid ? text : nil))
            if test.isValid { #expect(cipher.seal(text, nonce, associated) == sealed) }
        }
    }

    @Test("each Wycheproof signature is valid or invalid as published; shorter keys and signatures are refused")
    func signatures() throws {
        let cryptography = try #require(SignatureCryptography.ofPlatform())
        let cases = try Self.cases("ed25519.txt")
        #expect(cases.count == 151)
        for test in cases {
            let (key, message, signature) = (test.fields[0], test.fields[1], test.fields[2])
            #expect(cryptography.isSigned(message, key, signature) == test.isValid)
            // Some invalid signatures are too long by a byte.
            guard test.isValid else { continue }
            #expect(!cryptography.isSigned(message, Array(key.dropLast()), signature))
            #expect(!cryptography.isSigned(message, key, Array(signature.dropLast())))
        }
    }

    @Test("the digest is SHA-512, as in FIPS 180")
    func digest() throws {
        let cryptography = try #require(SignatureCryptography.ofPlatform())
        let expected =
            "ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a"
            + "2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f"
        #expect(cryptography.sha512(Array("abc".utf8)) == Self.bytes(expected))
    }
}
