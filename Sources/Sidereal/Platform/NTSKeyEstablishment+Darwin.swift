#if canImport(Darwin)
    extension NTSKeyEstablishment {
        /// Nil: only OpenSSL is spoken to.
        package static func ofPlatform(authorities: String? = nil) -> NTSKeyEstablishment? { nil }
    }
#endif
