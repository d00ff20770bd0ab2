#if canImport(Darwin)
    import CryptoKit
    import Foundation

    extension SignatureCryptography {
        /// The error text for a missing CryptoKit. No error uses it, because Apple platforms always have CryptoKit.
        static let absence = "the system has no CryptoKit"

        /// Returns the functions of CryptoKit. The result is never `nil`.
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
