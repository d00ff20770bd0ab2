#if canImport(Glibc)
    import Sidereal

    extension HTTPExchange {
        /// Asks with the certificate authorities of a file; nil where the process has no libcurl.
        static func trusting(authorities: String) -> HTTPExchange? { curl(authorities: authorities) }
    }
#endif
