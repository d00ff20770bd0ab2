public import SiderealTime

extension TimeServer {
    /// An NTP server with Network Time Security: its bounds are as tight as NTP's, and it is authenticated as https is.
    ///
    /// - Parameters:
    ///   - host: The name or address of its key exchange, and the port if that isn't 4460.
    ///   - operator: The server's operator; by default guessed from the host's name.
    /// - Returns: The server. If the system lacks the cryptography, asking the server throws
    ///   ``TimeSourceError/Cause/unsupported``.
    @available(watchOS, unavailable, message: "watchOS gives apps no sockets; https works there")
    public static func nts(_ host: String, operator: String? = nil) -> TimeServer {
        TimeServer { () throws(TimeSourceError) in
            let address = try ServerAddress(host, scheme: "nts", port: 4460)
            return NTSSource(host: address.host, port: address.port, operator: `operator`)
        }
    }

    /// A Roughtime server: it signs the time to a few seconds. Trusting it needs no clock and no certificate.
    ///
    /// - Parameters:
    ///   - host: The server's name or address, and its port if that isn't 5319: `time.example`, `time.example:2002`,
    ///     `[2001:db8::1]:2002`. Servers from before RFC 10049 listen at 2002 or 2003.
    ///   - publicKey: The server's long-term key, which its operator publishes: 32 bytes in Base64, with or without
    ///     padding, or in hexadecimal digits.
    ///   - operator: The server's operator; by default guessed from the host's name.
    /// - Returns: The server. ``TrustedClock/init(_:observatory:policy:alsoAccepting:requiring:)`` checks whether host
    ///   and key are valid.
    @available(watchOS, unavailable, message: "watchOS gives apps no sockets; https works there")
    public static func roughtime(_ host: String, publicKey: String, operator: String? = nil) -> TimeServer {
        TimeServer { () throws(TimeSourceError) in
            let address = try ServerAddress(host, scheme: "roughtime", port: RoughtimeSource.standardPort)
            return try RoughtimeSource(
                host: address.host, port: address.port, publicKey: publicKey, operator: `operator`)
        }
    }
}
