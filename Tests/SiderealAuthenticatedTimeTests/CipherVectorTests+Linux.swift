#if canImport(Glibc)
    import Foundation
    import SiderealAuthenticatedTime
    import SiderealTime
    import SiderealCore
    import SiderealOpenSSL
    import SiderealSystem
    import Testing

    /// The ciphers of NTS and the signatures of Roughtime, on OpenSSL, tested with published vectors.
    @Suite("ciphers on published vectors") struct CipherVectorTests {
        /// A line of a file of Project Wycheproof in Tests/Vectors.
        struct Case: CustomTestStringConvertible {
            let number: Int
            let result: String
            let fields: [[UInt8]]
            var testDescription: String { "line \(number), \(result)" }
        }

        static func cases(_ file: String) throws -> [Case] {
            let folder = URL(filePath: #filePath).deletingLastPathComponent()
            let url = folder.deletingLastPathComponent().appending(path: "Vectors/\(file)")
            let lines = try String(contentsOf: url, encoding: .utf8).split(separator: "\n")
            return lines.enumerated().filter { !$1.hasPrefix("#") }.map { number, line in
                let words = line.split(separator: " ").map { String($0) }
                return Case(
                    number: number + 1, result: words[0], fields: words.dropFirst().map { Hexadecimal.bytes($0) })
            }
        }

        static func cipher(_ algorithm: NTSAlgorithm, _ key: [UInt8]) -> AuthenticatedCipher? {
            SecretBytes(copying: key).flatMap { algorithm.cipher($0) { OpenSSL.blockCipher($0) } }
        }

        @Test(
            "each case of Project Wycheproof gives the published ciphertext and result",
            arguments: [(NTSAlgorithm.aesSIV, "aes-siv-cmac-256.txt", 300), (.aesGCMSIV, "aes-128-gcm-siv.txt", 99)])
        func wycheproof(_ algorithm: NTSAlgorithm, _ file: String, _ count: Int) throws {
            let cases = try Self.cases(file)
            #expect(cases.count == count)
            for test in cases {
                let (key, nonce, associated, text, sealed) =
                    (test.fields[0], test.fields[1], test.fields[2], test.fields[3], test.fields[4])
                let cipher = try #require(Self.cipher(algorithm, key), "\(test)")
                if test.result == "valid" {
                    #expect(cipher.seal(text, nonce, associated) == sealed, "\(test)")
                    #expect(cipher.open(sealed, nonce, associated) == text, "\(test)")
                } else {
                    #expect(cipher.open(sealed, nonce, associated) == nil, "\(test)")
                }
            }
        }

        @Test("each signature of Project Wycheproof is valid or invalid as published")
        func signatures() throws {
            let cases = try Self.cases("ed25519.txt")
            #expect(cases.count == 151)
            for test in cases {
                let isSigned = OpenSSL.isSigned(test.fields[1], by: test.fields[0], test.fields[2])
                #expect(isSigned == (test.result == "valid"), "\(test)")
            }
        }

        @Test("the examples of RFC 5297, some with several authenticated texts, give the published results")
        func severalAssociatedTexts() throws {
            func cipher(_ key: String) throws -> AESSIV {
                let key = try #require(SecretBytes(copying: Hexadecimal.bytes(key)))
                let authenticating = try #require(key.part(from: 0, count: 16).flatMap { OpenSSL.blockCipher($0) })
                let encrypting = try #require(key.part(from: 16, count: 16).flatMap { OpenSSL.blockCipher($0) })
                return AESSIV(
                    authenticating: authenticating, encrypting: encrypting, wipe: { SecretBytes.wipe(&$0) })
            }
            let first = try cipher("fffefdfcfbfaf9f8f7f6f5f4f3f2f1f0f0f1f2f3f4f5f6f7f8f9fafbfcfdfeff").seal(
                Hexadecimal.bytes("112233445566778899aabbccddee"),
                associated: [Hexadecimal.bytes("101112131415161718191a1b1c1d1e1f2021222324252627")])
            #expect(first == Hexadecimal.bytes("85632d07c6e8f37f950acd320a2ecc9340c02b9690c4dc04daef7f6afe5c"))
            let second = try cipher("7f7e7d7c7b7a79787776757473727170404142434445464748494a4b4c4d4e4f").seal(
                Array("this is some plaintext to encrypt using SIV-AES".utf8),
                associated: [
                    Hexadecimal.bytes(
                        "00112233445566778899aabbccddeeffdeaddadadeaddadaffeeddccbbaa99887766554433221100"),
                    Hexadecimal.bytes("102030405060708090a0"), Hexadecimal.bytes("09f911029d74e35bd84156c5635688c0"),
                ])
            let expected =
                "7bdb6e3b432667eb06f4d14bff2fbd0fcb900f2fddbe404326601965c889bf17"
                + "dba77ceb094fa663b7a3f748ba8af829ea64ad544a272e9c485b62a3fd5c0d"
            #expect(second == Hexadecimal.bytes(expected))
        }

        @Test(
            "a flipped bit in the text, the nonce or the associated data is detected", arguments: NTSAlgorithm.allCases
        )
        func changes(_ algorithm: NTSAlgorithm) throws {
            let cipher = try #require(Self.cipher(algorithm, (0..<UInt8(algorithm.keyCount)).map { $0 }))
            let (text, nonce) = ([UInt8](repeating: 7, count: 37), [UInt8](repeating: 9, count: cipher.nonceCount))
            let associated = [UInt8](repeating: 3, count: 19)
            let sealed = try #require(cipher.seal(text, nonce, associated))
            #expect(cipher.open(sealed, nonce, associated) == text)
            func changed(_ bytes: [UInt8]) -> [[UInt8]] {
                (0..<bytes.count * 8).map { bit in
                    var other = bytes
                    other[bit / 8] ^= 1 << UInt8(bit % 8)
                    return other
                }
            }
            #expect(changed(sealed).allSatisfy { cipher.open($0, nonce, associated) == nil })
            #expect(changed(nonce).allSatisfy { cipher.open(sealed, $0, associated) == nil })
            #expect(changed(associated).allSatisfy { cipher.open(sealed, nonce, $0) == nil })
            #expect((0..<sealed.count).allSatisfy { cipher.open(Array(sealed.prefix($0)), nonce, associated) == nil })
        }

        @Test("a key of any length except 16 bytes is refused", arguments: [0, 15, 17, 32])
        func keys(_ count: Int) throws {
            let key = try #require(SecretBytes(copying: [UInt8](repeating: 1, count: count)))
            #expect(OpenSSL.blockCipher(key) == nil)
        }
    }

    enum Hexadecimal {
        /// Decodes hexadecimal digits. "-" stands for no bytes.
        static func bytes(_ text: String) -> [UInt8] {
            let digits = text.compactMap { $0.hexDigitValue }
            var bytes: [UInt8] = []
            for place in stride(from: 0, to: digits.count - 1, by: 2) {
                bytes.append(UInt8(digits[place] * 16 + digits[place + 1]))
            }
            return bytes
        }
    }
#endif
