#if canImport(Darwin)
    import Dispatch
    import SiderealTime

    extension NTSKeyEstablishment {
        /// Returns a key establishment over TLS by the Network framework, which checks certificates as the system does.
        ///
        /// It throws `unsupported` if a file of certificate authorities is given: only the command passes one, and only
        /// OpenSSL reads it. On watchOS few apps may use the framework: for others a connection stays in the state
        /// `waiting`, see TN3135, "Low-level networking on watchOS".
        package static func ofPlatform(authorities: String? = nil) -> NTSKeyEstablishment {
            guard authorities != nil else { return overNetwork() }
            return NTSKeyEstablishment { (_, _, name, _) async throws(TimeSourceError) in
                throw TimeSourceError(
                    .unsupported, asking: name, "a file of certificate authorities needs OpenSSL, as on Linux")
            }
        }

        /// Returns the same with another timer, for tests.
        package static func overNetwork(
            timer: @escaping NTSConnection.Timer = NTSConnection.dispatchTimer
        ) -> NTSKeyEstablishment {
            NTSKeyEstablishment { (host, port, name, deadline) async throws(TimeSourceError) in
                try await NTSConnection(to: host, port: port, name: name).keys(until: deadline, timer: timer)
            }
        }
    }
#endif
