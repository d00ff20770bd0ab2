#if canImport(Darwin)
    import CryptoKit
    import Foundation

    extension SignatureCryptography {
        /// Says that CryptoKit is missing, which never happens.
        static let absence = "the system has no CryptoKit"

        /// CryptoKit's; never nil.
        package static func ofPlatform() -> SignatureCryptography? {
            SignatureCryptography(
                sha512: { Array(SHA512.hash(data: $0)) },
                isSigned: { message, publicKey, signature in
                    let key = try? Curve25519.Signing.PublicKey(rawRepresentation: publicKey)
                    return key?.isValidSignature(signature, for: message) ?? false
                })
        }
    }
#endif
