// Stands in for CryptoKit: SHA-512, and public keys of Ed25519, by OpenSSL.
//
// Models: a public key of another length than 32 bytes is an error, and a signature of another length is not valid.
//
// https://developer.apple.com/documentation/cryptokit/curve25519/signing/publickey
// https://developer.apple.com/documentation/cryptokit/sha512
public import Foundation
import SiderealOpenSSL

public enum SHA512 {
    public static func hash(data: some DataProtocol) -> SHA512Digest {
        SHA512Digest(bytes: OpenSSL.sha512(of: Array(data)) ?? [])
    }
}

public struct SHA512Digest: Sequence {
    let bytes: [UInt8]
    public func makeIterator() -> Array<UInt8>.Iterator { bytes.makeIterator() }
}

public enum CryptoKitError: Error {
    case incorrectKeySize
}

public enum Curve25519 {
    public enum Signing {
        public struct PublicKey {
            private let bytes: [UInt8]

            public init(rawRepresentation: some ContiguousBytes) throws {
                bytes = rawRepresentation.withUnsafeBytes { Array($0) }
                guard bytes.count == 32 else { throw CryptoKitError.incorrectKeySize }
            }

            public func isValidSignature(_ signature: some DataProtocol, for data: some DataProtocol) -> Bool {
                OpenSSL.isSigned(Array(data), by: bytes, Array(signature))
            }
        }
    }
}
