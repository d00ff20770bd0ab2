#if canImport(Darwin)
    import Sidereal

    extension HTTPExchange {
        /// Returns `nil`, because on Darwin the keychain sets the trusted authorities, and no file can.
        static func trusting(authorities: String) -> HTTPExchange? { nil }
    }
#endif
