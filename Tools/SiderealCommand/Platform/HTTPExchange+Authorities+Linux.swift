#if canImport(Glibc)
    import Sidereal

    extension HTTPExchange {
        /// Returns an exchange that trusts the certificate authorities in a file, or `nil` if the process can't load
        /// libcurl.
        static func trusting(authorities: String) -> HTTPExchange? { curl(authorities: authorities) }
    }
#endif
