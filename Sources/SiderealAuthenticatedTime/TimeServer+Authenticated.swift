public import SiderealTime

extension TimeServer {
    /// An NTP server with Network Time Security: as narrow as NTP, as authenticated as https.
    ///
    /// - Parameters:
    ///   - host: The host of its key exchange: a name, or an address. For another port than 4460 use ``source(_:)``
    ///     with an ``NTSSource``.
    ///   - operator: Who runs it; by default guessed from the host's name.
    /// - Returns: The server. Where the system lacks the cryptography, asking it throws
    ///   ``TimeSourceError/Cause/unsupported``.
    @available(watchOS, unavailable, message: "watchOS gives apps no sockets; https works there")
    public static func nts(_ host: String, operator: String? = nil) -> TimeServer {
        TimeServer { () throws(TimeSourceError) in
            guard !host.isEmpty else { throw TimeSourceError(.unsupported, asking: "an NTS server", "it has no name") }
            return NTSSource(host: host, operator: `operator`)
        }
    }

    /// A Roughtime server: it signs the time to a few seconds, and no clock or certificate is needed to trust it.
    ///
    /// - Parameters:
    ///   - host: Its name or address, and its port if that isn't 5319: `time.example`, `time.example:2002`,
    ///     `[2001:db8::1]:2002`. Servers from before RFC 10049 listen at 2002 or 2003.
    ///   - publicKey: The server's long-term key, which its operator publishes: 32 bytes in Base64.
    ///   - operator: Who runs it; by default guessed from the host's name.
    /// - Returns: The server. ``TrustedClock/init(_:observatory:policy:alsoAccepting:requiring:)`` finds out whether
    ///   host and key are some.
    @available(watchOS, unavailable, message: "watchOS gives apps no sockets; https works there")
    public static func roughtime(_ host: String, publicKey: String, operator: String? = nil) -> TimeServer {
        TimeServer { () throws(TimeSourceError) in
            let (name, port) = try splitPort(host)
            return try RoughtimeSource(host: name, port: port, publicKey: publicKey, operator: `operator`)
        }
    }

    /// A host and its port. What has several colons and no brackets is an address without a port.
    private static func splitPort(_ text: String) throws(TimeSourceError) -> (host: String, port: UInt16) {
        let hasPort = text.hasPrefix("[") ? !text.hasSuffix("]") : text.count { $0 == ":" } == 1
        guard hasPort, let colon = text.lastIndex(of: ":") else {
            guard !text.isEmpty else {
                throw TimeSourceError(.unsupported, asking: "a Roughtime server", "it has no name")
            }
            return (text, RoughtimeSource.standardPort)
        }
        let (host, digits) = (String(text[..<colon]), text[text.index(after: colon)...])
        guard !host.isEmpty, let port = UInt16(digits), port > 0, digits.first?.isNumber == true else {
            throw TimeSourceError(.unsupported, asking: "'\(text)'", "it is not a host, or a host and a port")
        }
        return (host, port)
    }
}
