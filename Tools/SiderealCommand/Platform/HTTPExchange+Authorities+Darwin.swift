#if canImport(Darwin)
    import Sidereal

    extension HTTPExchange {
        /// Nil: the system's trust is set by its keychain, not by a file.
        static func trusting(authorities: String) -> HTTPExchange? { nil }
    }
#endif
