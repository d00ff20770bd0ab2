// https://developer.apple.com/documentation/cryptokit. On Linux OpenSSL computes.
public import Foundation

/// https://developer.apple.com/documentation/cryptokit/sha512
@available(macOS 10.15, iOS 13.0, *)
public struct SHA512: Sendable {
    /// https://developer.apple.com/documentation/cryptokit/hashfunction/hash(data:)
    public static func hash<D: DataProtocol>(data: D) -> SHA512Digest { SHA512Digest(bytes: sha512(of: Array(data))) }
}

/// https://developer.apple.com/documentation/cryptokit/sha512digest
@available(macOS 10.15, iOS 13.0, *)
public struct SHA512Digest: Sequence, Sendable {
    let bytes: [UInt8]
    /// https://developer.apple.com/documentation/cryptokit/sha512digest/makeiterator()
    public func makeIterator() -> Array<UInt8>.Iterator { bytes.makeIterator() }
}

/// https://developer.apple.com/documentation/cryptokit/curve25519
@available(macOS 10.15, iOS 13.0, *)
public enum Curve25519: Sendable {
    /// https://developer.apple.com/documentation/cryptokit/curve25519/signing
    public enum Signing: Sendable {
        /// https://developer.apple.com/documentation/cryptokit/curve25519/signing/publickey
        public struct PublicKey: Sendable {
            private let bytes: [UInt8]
            /// https://developer.apple.com/documentation/cryptokit/curve25519/signing/publickey/init(rawrepresentation:)
            public init<D: ContiguousBytes>(rawRepresentation: D) throws {
                bytes = rawRepresentation.withUnsafeBytes { Array($0) }
                guard bytes.count == 32 else { throw CryptoKitError.incorrectKeySize }
            }
            /// https://developer.apple.com/documentation/cryptokit/curve25519/signing/publickey/isvalidsignature(_:for:)
            public func isValidSignature<S: DataProtocol, D: DataProtocol>(_ signature: S, for data: D) -> Bool {
                isSigned(Array(data), by: bytes, Array(signature))
            }
        }
    }
}

/// https://developer.apple.com/documentation/cryptokit/cryptokiterror
@available(macOS 10.15, iOS 13.0, *)
public enum CryptoKitError: Error {
    case incorrectKeySize
}
