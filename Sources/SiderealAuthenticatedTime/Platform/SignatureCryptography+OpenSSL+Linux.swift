#if canImport(Glibc)
    import SiderealOpenSSL

    extension SignatureCryptography {
        /// Says which library is missing.
        static let absence = OpenSSL.absence

        /// OpenSSL's; nil where it is missing.
        package static func ofPlatform() -> SignatureCryptography? {
            guard OpenSSL.hasCryptography else { return nil }
            return SignatureCryptography(
                sha512: { OpenSSL.sha512(of: $0) }, isSigned: { OpenSSL.isSigned($0, by: $1, $2) })
        }
    }
#endif
