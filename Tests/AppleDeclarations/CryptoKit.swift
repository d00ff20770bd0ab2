// https://developer.apple.com/documentation/cryptokit
public import Foundation

/// https://developer.apple.com/documentation/cryptokit/sha512
@available(macOS 10.15, iOS 13.0, *)
public struct SHA512: Sendable {
    /// https://developer.apple.com/documentation/cryptokit/hashfunction/hash(data:)
    public static func hash<D: DataProtocol>(data: D) -> SHA512Digest { stub() }
}

/// https://developer.apple.com/documentation/cryptokit/sha512digest
@available(macOS 10.15, iOS 13.0, *)
public struct SHA512Digest: Sequence, Sendable {
    /// https://developer.apple.com/documentation/cryptokit/sha512digest/makeiterator()
    public func makeIterator() -> Array<UInt8>.Iterator { stub() }
}

/// https://developer.apple.com/documentation/cryptokit/curve25519
@available(macOS 10.15, iOS 13.0, *)
public enum Curve25519: Sendable {
    /// https://developer.apple.com/documentation/cryptokit/curve25519/signing
    public enum Signing: Sendable {
        /// https://developer.apple.com/documentation/cryptokit/curve25519/signing/publickey
        public struct PublicKey: Sendable {
            /// https://developer.apple.com/documentation/cryptokit/curve25519/signing/publickey/init(rawrepresentation:)
            public init<D: ContiguousBytes>(rawRepresentation: D) throws { stub() }
            /// https://developer.apple.com/documentation/cryptokit/curve25519/signing/publickey/isvalidsignature(_:for:)
            public func isValidSignature<S: DataProtocol, D: DataProtocol>(_ signature: S, for data: D) -> Bool {
                stub()
            }
        }
    }
}

private func stub() -> Never { fatalError("nothing of this runs") }
