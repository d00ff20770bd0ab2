#if canImport(Darwin)
    import Sidereal

    extension HTTPExchange {
        /// Returns `nil`, because the keychain sets the system's trust, not a file.
        static func trusting(authorities: String) -> HTTPExchange? { nil }
    }
#endif
