#if canImport(Glibc)
    import SiderealOpenSSL

    extension SignatureCryptography {
        /// The error text that names the missing library.
        static let absence = OpenSSL.absence

        /// Returns the functions of OpenSSL, or `nil` if OpenSSL is missing.
        package static func ofPlatform() -> SignatureCryptography? {
            guard OpenSSL.hasCryptography else { return nil }
            return SignatureCryptography(
                sha512: { OpenSSL.sha512(of: $0) }, isSigned: { OpenSSL.isSigned($0, by: $1, $2) })
        }
    }
#endif
