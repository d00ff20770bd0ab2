#if canImport(Darwin)
    package import SiderealCore

    extension SignatureCryptography {
        /// Nil: only OpenSSL is spoken to.
        package static func ofPlatform() -> SignatureCryptography? { nil }
    }
#endif
