#if canImport(Glibc)
    import CSiderealOpenSSL
    package import SiderealSystem

    extension OpenSSL {
        /// Returns a closure that encrypts with AES-128 and the given key. The closure encrypts whole blocks, each
        /// block independently of the others. Returns `nil` if OpenSSL is missing, or if the key does not have 16
        /// bytes.
        package static func blockCipher(_ key: SecretBytes) -> (@Sendable (_ blocks: [UInt8]) -> [UInt8]?)? {
            guard let keyed = KeyedAES(key) else { return nil }
            return { keyed.encrypt($0) }
        }

        /// Returns the 64 bytes of the SHA-512 digest (FIPS 180-4) of a message, or `nil` if OpenSSL is missing.
        package static func sha512(of message: [UInt8]) -> [UInt8]? {
            guard let crypto else { return nil }
            var digest = [UInt8](repeating: 0, count: 64)
            return crypto.pointee.SHA512(message, message.count, &digest) != nil ? digest : nil
        }

        /// Returns true if an Ed25519 signature (RFC 8032) of a message is valid for a public key.
        package static func isSigned(_ message: [UInt8], by publicKey: [UInt8], _ signature: [UInt8]) -> Bool {
            guard let crypto, publicKey.count == 32, signature.count == 64,
                let key = crypto.pointee.EVP_PKEY_new_raw_public_key(
                    Int32(sidereal_openssl_ed25519), nil, publicKey, publicKey.count)
            else { return false }
            defer { crypto.pointee.EVP_PKEY_free(key) }
            guard let context = crypto.pointee.EVP_MD_CTX_new() else { return false }
            defer { crypto.pointee.EVP_MD_CTX_free(context) }
            let isValid =
                crypto.pointee.EVP_DigestVerifyInit(context, nil, nil, nil, key) == 1
                && crypto.pointee.EVP_DigestVerify(context, signature, signature.count, message, message.count) == 1
            // Without this call, the next call to OpenSSL on this thread would report the error of a bad signature as
            // its own error.
            crypto.pointee.ERR_clear_error()
            return isValid
        }
    }

    /// An OpenSSL cipher context with its key. OpenSSL wipes the context before it frees the memory.
    private final class KeyedAES: Sendable {
        private let context: Lock<UInt>

        init?(_ key: SecretBytes) {
            guard key.count == 16, let crypto = OpenSSL.crypto, let context = crypto.pointee.EVP_CIPHER_CTX_new()
            else { return nil }
            let isReady = key.withBytes { key in
                crypto.pointee.EVP_EncryptInit_ex(context, crypto.pointee.EVP_aes_128_ecb(), nil, key, nil) == 1
                    && crypto.pointee.EVP_CIPHER_CTX_set_padding(context, 0) == 1
            }
            guard isReady else {
                crypto.pointee.EVP_CIPHER_CTX_free(context)
                return nil
            }
            self.context = Lock(UInt(bitPattern: context))
        }

        deinit {
            let context = context.withLock { $0 }
            OpenSSL.crypto?.pointee.EVP_CIPHER_CTX_free(UnsafeMutableRawPointer(bitPattern: context))
        }

        /// Encrypts whole blocks. Returns `nil` if the last block is incomplete, or if OpenSSL fails.
        func encrypt(_ blocks: [UInt8]) -> [UInt8]? {
            guard blocks.count % 16 == 0, let inCount = Int32(exactly: blocks.count) else { return nil }
            return context.withLock { context in
                guard let crypto = OpenSSL.crypto else { return nil }
                var out = [UInt8](repeating: 0, count: blocks.count)
                var count: Int32 = 0
                let code = crypto.pointee.EVP_EncryptUpdate(
                    UnsafeMutableRawPointer(bitPattern: context), &out, &count, blocks, inCount)
                return code == 1 && count == inCount ? out : nil
            }
        }
    }
#endif
