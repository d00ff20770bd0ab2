#if canImport(Darwin)
    import Dispatch
    import SiderealTime

    extension NTSKeyEstablishment {
        /// Over TLS by the Network framework, which checks certificates as the system does.
        ///
        /// Refuses to ask if a file of certificate authorities is given: only the command names one, and only OpenSSL
        /// reads it. watchOS has the framework, but lets few apps use it: there a connection stays in the state
        /// `waiting`, see TN3135, "Low-level networking on watchOS".
        package static func ofPlatform(authorities: String? = nil) -> NTSKeyEstablishment {
            guard authorities != nil else { return overNetwork() }
            return NTSKeyEstablishment { (_, _, name, _) async throws(TimeSourceError) in
                throw TimeSourceError(
                    .unsupported, asking: name, "a file of certificate authorities needs OpenSSL, as on Linux")
            }
        }

        /// With another timer in a test.
        package static func overNetwork(
            timer: @escaping NTSConnection.Timer = NTSConnection.dispatchTimer
        ) -> NTSKeyEstablishment {
            NTSKeyEstablishment { (host, port, name, deadline) async throws(TimeSourceError) in
                try await NTSConnection(to: host, port: port, name: name).keys(until: deadline, timer: timer)
            }
        }
    }
#endif
