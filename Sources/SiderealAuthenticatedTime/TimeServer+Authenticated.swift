public import SiderealTime

extension TimeServer {
    /// An NTP server with Network Time Security (RFC 8915): its bounds are as tight as NTP's, and it is authenticated
    /// as https is.
    ///
    /// The first poll of a process exchanges keys with the server over TLS 1.3. TLS checks the certificate against the
    /// system clock: if that clock is wrong by years, the exchange fails with ``TimeSourceError/Cause/tls``, as https
    /// does. On Linux OpenSSL does the cryptography, and is loaded at the first poll.
    ///
    /// - Parameters:
    ///   - host: The name or address of the NTS key-exchange server, with the port unless it is 4460.
    ///   - operator: The server's operator; by default guessed from the host's name.
    ///   - maximumRequests: The most requests to each of the time server's addresses in a poll, at least one.
    /// - Returns: The server. If the system lacks the cryptography, asking the server throws
    ///   ``TimeSourceError/Cause/unsupported``.
    @available(watchOS, unavailable, message: "watchOS gives apps no sockets; https works there")
    public static func nts(_ host: String, operator: String? = nil, maximumRequests: Int = 4) -> TimeServer {
        TimeServer { () throws(TimeSourceError) in
            let address = try ServerAddress(host, scheme: "nts", port: 4460)
            return NTSSource(
                host: address.host, port: address.port, operator: `operator`, maximumRequests: maximumRequests)
        }
    }

    /// A Roughtime server (RFC 10049): it signs the time to a few seconds. Trusting it needs no clock and no
    /// certificate.
    ///
    /// After unanswered polls the library skips the server for up to an hour. On Linux OpenSSL does the cryptography,
    /// on Apple platforms CryptoKit.
    ///
    /// - Parameters:
    ///   - host: The server's name or address, and its port if that isn't 5319: `time.example`, `time.example:2002`,
    ///     `[2001:db8::1]:2002`. Servers from before RFC 10049 listen at 2002 or 2003.
    ///   - publicKey: The server's long-term key, which its operator publishes: 32 bytes in Base64, with or without
    ///     padding, or in hexadecimal digits.
    ///   - operator: The server's operator; by default guessed from the host's name. Servers with the same key must
    ///     have the same operator: otherwise a poll throws ``TimeSourceError/Cause/unsupported``.
    ///   - chain: The chain of the requests; by default one for the process.
    /// - Returns: The server. The clock's initializer checks whether host and key are valid.
    @available(watchOS, unavailable, message: "watchOS gives apps no sockets; https works there")
    public static func roughtime(
        _ host: String, publicKey: String, operator: String? = nil, chain: RoughtimeChain = .ofThisProcess
    ) -> TimeServer {
        TimeServer { () throws(TimeSourceError) in
            let address = try ServerAddress(host, scheme: "roughtime", port: RoughtimeSource.standardPort)
            return try RoughtimeSource(
                host: address.host, port: address.port, publicKey: publicKey, operator: `operator`, chain: chain)
        }
    }
}
