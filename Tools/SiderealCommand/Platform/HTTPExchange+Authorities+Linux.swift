#if canImport(Glibc)
    import Sidereal

    extension HTTPExchange {
        /// Returns an exchange that trusts the certificate authorities of a file, or `nil` if the process has no
        /// libcurl.
        static func trusting(authorities: String) -> HTTPExchange? { curl(authorities: authorities) }
    }
#endif
