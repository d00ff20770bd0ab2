#if canImport(Glibc)
    import SiderealAuthenticatedTime
    import SiderealCore
    import SiderealOpenSSL
    import SiderealSystem
    import Testing

    /// Keys that are derived from the keys of NTS are wiped after each text. The wiped bytes are compared with the
    /// examples of the RFCs.
    @Suite("derived keys are wiped") struct WipedKeysTests {
        /// The contents of the arrays before they were wiped, each without its spaces.
        final class Wiped: Sendable {
            private let texts = Lock<[String]>([])

            var now: [String] { texts.withLock { $0 } }

            func wipe(_ bytes: inout [UInt8]) {
                let text = bytes.map { Self.digits($0) }.joined()
                texts.withLock { $0.append(text) }
                let place = bytes.withUnsafeBytes { $0.baseAddress }
                SecretBytes.wipe(&bytes)
                #expect(bytes.allSatisfy { $0 == 0 })
                // A copy would have kept its bytes.
                #expect(bytes.withUnsafeBytes { $0.baseAddress } == place)
            }

            private static func digits(_ byte: UInt8) -> String {
                String(byte >> 4, radix: 16) + String(byte & 15, radix: 16)
            }
        }

        static func blockCipher(_ key: [UInt8]) -> BlockCipher? {
            SecretBytes(copying: key).flatMap { OpenSSL.blockCipher($0) }
        }

        @Test("AES-GCM-SIV wipes both keys of a nonce after sealing, opening or a refusal (RFC 8452, appendix C.1)")
        func keysOfNonce() throws {
            let wiped = Wiped()
            let made = Lock<[[UInt8]]>([])
            let cipher = AESGCMSIV(
                try #require(Self.blockCipher([1] + [UInt8](repeating: 0, count: 15))), wipe: { wiped.wipe(&$0) },
                makeCipher: { key in
                    // The test's own copy.
                    made.withLock { $0.append(key.map { $0 }) }
                    return Self.blockCipher(key)
                }
            ).authenticatedCipher
            let nonce: [UInt8] = [3] + [UInt8](repeating: 0, count: 11)
            let sealed = try #require(cipher.seal([], nonce, []))
            #expect(sealed == Hexadecimal.bytes("dc20e2d83f25705bb49e439eca56de25"))
            let authenticationKey = "d9b360279694941ac5dbc6987ada7377"
            let encryptionKey = "4004a0dcd862f2a57360219d2d44ef6c"
            #expect(made.withLock { $0 } == [Hexadecimal.bytes(encryptionKey)])
            func expectAll() {
                let now = wiped.now
                #expect(now.count == 3)
                // The blocks whose halves are both keys.
                #expect(now.contains { $0.count == 128 && $0.hasPrefix(String(authenticationKey.prefix(16))) })
                #expect(now.contains(encryptionKey) && now.contains(authenticationKey))
            }
            expectAll()
            for answer in [sealed, [1] + sealed.dropFirst()] {
                let before = wiped.now.count
                #expect(cipher.open(answer, nonce, []) == (answer == sealed ? [] : nil))
                #expect(wiped.now.count == before + 3)
                #expect(wiped.now.suffix(3).sorted() == wiped.now.prefix(3).sorted())
            }
        }

        @Test("CMAC wipes its subkey, and the block that contains it (RFC 4493, section 4)")
        func subkeys() throws {
            let wiped = Wiped()
            let cipher = try #require(Self.blockCipher(Hexadecimal.bytes("2b7e151628aed2a6abf7158809cf4f3c")))
            let siv = AESSIV(authenticating: cipher, encrypting: cipher, wipe: { wiped.wipe(&$0) })
            let (whole, padded) = ("fbeed618357133667c85e08f7236a8de", "f7ddac306ae266ccf90bc11ee46d513b")
            // S2V authenticates a block of zeros, the nonce, and the text, which it pads itself: all are whole blocks.
            _ = try #require(siv.seal([7], associated: [[UInt8](repeating: 0, count: 16)]))
            #expect(wiped.now.filter { $0 == whole }.count >= 3 && !wiped.now.contains(padded))
            // A last block of zeros is the subkey itself.
            #expect(wiped.now.count == 6 && wiped.now[0] == whole)
            _ = try #require(siv.seal([7], associated: [[1, 2, 3]]))
            #expect(wiped.now.count == 12 && wiped.now.filter { $0 == padded }.count == 1)
        }

        @Test("a key is wiped in place")
        func inPlace() {
            var bytes = [UInt8](1...40)
            Wiped().wipe(&bytes)
            #expect(bytes == [UInt8](repeating: 0, count: 40))
        }
    }
#endif
