#if canImport(Darwin)
    import CryptoKit
    import Foundation

    extension SignatureCryptography {
        /// A text for a missing CryptoKit, which never happens.
        static let absence = "the system has no CryptoKit"

        /// Returns CryptoKit's cryptography, never `nil`.
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
