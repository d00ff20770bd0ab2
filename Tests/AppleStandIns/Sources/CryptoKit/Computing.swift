// Stands in for CryptoKit: SHA-512, and public keys of Ed25519, by OpenSSL.
//
// Models: a public key whose length is not 32 bytes is an error, and a signature of a wrong length is not valid.
//
// https://developer.apple.com/documentation/cryptokit/curve25519/signing/publickey
// https://developer.apple.com/documentation/cryptokit/sha512
import SiderealOpenSSL

func sha512(of data: [UInt8]) -> [UInt8] { OpenSSL.sha512(of: data) ?? [] }
func isSigned(_ data: [UInt8], by key: [UInt8], _ signature: [UInt8]) -> Bool {
    OpenSSL.isSigned(data, by: key, signature)
}
