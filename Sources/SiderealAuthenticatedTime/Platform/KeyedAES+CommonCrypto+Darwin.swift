#if canImport(Darwin)
    import CommonCrypto
    package import SiderealSystem

    /// CommonCrypto's AES-128 with one key. CryptoKit has AES only within AES-GCM, which is not what NTS needs.
    package final class KeyedAES: Sendable {
        /// A `CCCryptorRef`, as a number, which any thread may have. One thread at a time may use what it points to.
        private let cryptor: Lock<UInt>

        /// Encrypts whole blocks, each by itself. Nil if the key does not have 16 bytes, or if CommonCrypto fails.
        package static func blockCipher(_ key: SecretBytes) -> BlockCipher? {
            guard let keyed = KeyedAES(key) else { return nil }
            return { keyed.encrypt($0) }
        }

        private init?(_ key: SecretBytes) {
            // A longer key would make AES-192 or AES-256.
            guard key.count == kCCKeySizeAES128 else { return nil }
            var cryptor: CCCryptorRef?
            // Without kCCOptionPKCS7Padding nothing is held back: whole blocks go in, as many come out.
            let status = key.withBytes { key in
                CCCryptorCreate(
                    CCOperation(kCCEncrypt), CCAlgorithm(kCCAlgorithmAES), CCOptions(kCCOptionECBMode), key,
                    kCCKeySizeAES128, nil, &cryptor)
            }
            guard status == CCCryptorStatus(kCCSuccess), let cryptor else { return nil }
            self.cryptor = Lock(UInt(bitPattern: cryptor))
        }

        deinit { _ = CCCryptorRelease(CCCryptorRef(bitPattern: cryptor.withLock { $0 })) }

        private func encrypt(_ blocks: [UInt8]) -> [UInt8]? {
            guard blocks.count % kCCBlockSizeAES128 == 0 else { return nil }
            return cryptor.withLock { cryptor in
                var out = [UInt8](repeating: 0, count: blocks.count)
                var count = 0
                let status = CCCryptorUpdate(
                    CCCryptorRef(bitPattern: cryptor), blocks, blocks.count, &out, blocks.count, &count)
                return status == CCCryptorStatus(kCCSuccess) && count == blocks.count ? out : nil
            }
        }
    }
#endif
