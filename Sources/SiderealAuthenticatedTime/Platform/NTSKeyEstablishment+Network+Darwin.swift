#if canImport(Darwin)
    import Dispatch
    import SiderealTime

    extension NTSKeyEstablishment {
        /// Returns a key establishment that uses the Network framework's TLS. The system checks the certificates.
        ///
        /// If you pass a file of certificate authorities, the key establishment throws `unsupported`. Only the command
        /// passes such a file, and only OpenSSL can read it. On watchOS, only some apps may use the framework. In other
        /// apps, a connection stays in the state `waiting`: see TN3135, "Low-level networking on watchOS".
        package static func ofPlatform(authorities: String? = nil) -> NTSKeyEstablishment {
            guard authorities != nil else { return overNetwork() }
            return NTSKeyEstablishment { (_, _, name, _) async throws(TimeSourceError) in
                throw TimeSourceError(
                    .unsupported, asking: name, "a file with certificate authorities works only on Linux, with OpenSSL")
            }
        }

        /// Returns the key establishment that uses the Network framework. Tests pass their own timer.
        package static func overNetwork(
            timer: @escaping NTSConnection.Timer = NTSConnection.dispatchTimer
        ) -> NTSKeyEstablishment {
            NTSKeyEstablishment { (host, port, name, deadline) async throws(TimeSourceError) in
                try await NTSConnection(to: host, port: port, name: name).keys(until: deadline, timer: timer)
            }
        }
    }
#endif
