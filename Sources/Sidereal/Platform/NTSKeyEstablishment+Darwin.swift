#if canImport(Darwin)
    extension NTSKeyEstablishment {
        /// Refuses: only OpenSSL is spoken to.
        package static func ofPlatform(authorities: String? = nil) -> NTSKeyEstablishment {
            NTSKeyEstablishment { (_, _, name, _) async throws(TimeSourceError) in
                throw TimeSourceError(.unsupported, asking: name, "keys are exchanged on Linux alone")
            }
        }
    }
#endif
