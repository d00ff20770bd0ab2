#if canImport(Darwin)
    import Sidereal

    extension HTTPExchange {
        /// Returns `nil`, because on Darwin only the keychain can set the trusted authorities.
        static func trusting(authorities: String) -> HTTPExchange? { nil }
    }
#endif
