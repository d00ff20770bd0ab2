#if canImport(Darwin)
    import CommonCrypto
    package import SiderealSystem

    /// CommonCrypto's AES-128 with one key. CryptoKit offers AES only within AES-GCM, which NTS does not use.
    package final class KeyedAES: Sendable {
        /// A `CCCryptorRef` as a number, because a number is `Sendable`. The lock lets only one thread at a time use
        /// the object.
        private let cryptor: Lock<UInt>

        /// Returns a cipher that encrypts whole blocks, each block independently of the others. Returns `nil` if the
        /// key does not have 16 bytes, or if CommonCrypto fails.
        package static func blockCipher(_ key: SecretBytes) -> BlockCipher? {
            guard let keyed = KeyedAES(key) else { return nil }
            return { keyed.encrypt($0) }
        }

        private init?(_ key: SecretBytes) {
            // With a longer key, the algorithm would be AES-192 or AES-256.
            guard key.count == kCCKeySizeAES128 else { return nil }
            var cryptor: CCCryptorRef?
            // Without kCCOptionPKCS7Padding, each call returns as many blocks as it received.
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
