#if canImport(Glibc)
    import CSiderealOpenSSL

    /// The libraries of OpenSSL. The process loads the libraries at the first use, and keeps them loaded until the
    /// process ends.
    package enum OpenSSL {
        /// An error text that names the missing library and the package that contains it.
        package static let absence =
            "OpenSSL (libssl.so.3 and libcrypto.so.3) is missing; on Debian, install the package libssl3"

        /// The addresses of the libraries' function tables, as numbers. If a library is missing, its address is zero.
        /// Any thread may use the tables.
        private static let loaded: (crypto: UInt, tls: UInt) = {
            let crypto = UnsafeMutablePointer<sidereal_crypto_library>.allocate(capacity: 1)
            crypto.initialize(to: sidereal_crypto_library())
            let version = sidereal_crypto_load(crypto)
            guard version != 0 else {
                crypto.deallocate()
                return (0, 0)
            }
            let tls = UnsafeMutablePointer<sidereal_tls_library>.allocate(capacity: 1)
            tls.initialize(to: sidereal_tls_library())
            guard sidereal_tls_load(tls, version) != 0 else {
                tls.deallocate()
                return (UInt(bitPattern: crypto), 0)
            }
            return (UInt(bitPattern: crypto), UInt(bitPattern: tls))
        }()

        static var crypto: UnsafePointer<sidereal_crypto_library>? { .init(bitPattern: loaded.crypto) }
        static var tls: UnsafePointer<sidereal_tls_library>? { .init(bitPattern: loaded.tls) }

        /// A Boolean value that indicates whether libcrypto is present. It provides AES, SHA-512 and Ed25519.
        package static var hasCryptography: Bool { crypto != nil }

        /// A Boolean value that indicates whether libssl is present in addition to libcrypto.
        package static var hasTLS: Bool { tls != nil }
    }
#endif
