public import SiderealTime

extension TimeServer {
    /// Returns an NTP server with Network Time Security (RFC 8915). The bounds are as tight as with NTP, and TLS
    /// authenticates the server.
    ///
    /// The first poll of a process exchanges keys with the server over TLS 1.3. TLS checks the certificate against the
    /// system clock. If the system clock is wrong by years, the exchange fails with ``TimeSourceError/Cause/tls``. A
    /// request over https fails in the same way. On Linux, OpenSSL provides the cryptography. The library loads
    /// OpenSSL at the first poll.
    ///
    /// - Parameters:
    ///   - host: The name or address of the NTS key-exchange server, and its port if the port isn't 4460.
    ///   - operator: The server's operator. By default, the library guesses the operator from the host's name.
    ///   - maximumRequests: The maximum number of requests to each address of the time server in one poll, at least 1.
    /// - Returns: The server. If the system lacks the cryptography, a poll throws
    ///   ``TimeSourceError/Cause/unsupported``.
    @available(watchOS, unavailable, message: "watchOS apps can't open sockets; use an https server instead")
    public static func nts(_ host: String, operator: String? = nil, maximumRequests: Int = 4) -> TimeServer {
        TimeServer { () throws(TimeSourceError) in
            let address = try ServerAddress(host, scheme: "nts", port: 4460)
            return NTSSource(
                host: address.host, port: address.port, operator: `operator`, maximumRequests: maximumRequests)
        }
    }

    /// Returns a Roughtime server (RFC 10049). The server signs its time, which is accurate to a few seconds. The app
    /// needs no certificate and no correct clock.
    ///
    /// After unanswered polls, the library skips the server for up to an hour. OpenSSL provides the cryptography on
    /// Linux, and CryptoKit provides it on Apple platforms.
    ///
    /// - Parameters:
    ///   - host: The server's name or address, and its port if the port isn't 5319. Examples: `time.example`,
    ///     `time.example:2002`, `[2001:db8::1]:2002`. Servers that predate RFC 10049 listen on port 2002 or 2003.
    ///   - publicKey: The server's long-term key, which the server's operator publishes. The key has 32 bytes, in
    ///     Base64 with or without padding, or in hexadecimal digits.
    ///   - operator: The server's operator. By default, the library guesses the operator from the host's name. Servers
    ///     with the same key must have the same operator. Otherwise, a poll throws
    ///     ``TimeSourceError/Cause/unsupported``.
    ///   - chain: The chain of the requests. By default, all sources of the process share one chain.
    /// - Returns: The server. The clock's initializer checks whether the host and the key are valid.
    @available(watchOS, unavailable, message: "watchOS apps can't open sockets; use an https server instead")
    public static func roughtime(
        _ host: String, publicKey: String, operator: String? = nil, chain: TimeServer.RoughtimeChain = .ofThisProcess
    ) -> TimeServer {
        TimeServer { () throws(TimeSourceError) in
            let address = try ServerAddress(host, scheme: "roughtime", port: RoughtimeSource.standardPort)
            return try RoughtimeSource(
                host: address.host, port: address.port, publicKey: publicKey, operator: `operator`, chain: chain)
        }
    }
}
