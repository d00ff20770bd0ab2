import SiderealTime

extension TimeSourceError {
    /// The server speaks TLS, but did not choose the protocol of the key exchange.
    static func otherProtocol(asking name: String) -> TimeSourceError {
        TimeSourceError(.badAnswer, asking: name, "the server speaks TLS, and no key exchange of NTS")
    }

    /// The connection ended before the answer was whole; `count` is nil within the TLS handshake.
    static func closed(after count: Int?, asking name: String) -> TimeSourceError {
        TimeSourceError(
            .connectionLost, asking: name,
            count.map { "the connection ended after \($0) bytes of the key exchange" }
                ?? "the connection ended within the TLS handshake")
    }

    /// The answer is longer than any honest one.
    static func tooLong(asking name: String) -> TimeSourceError {
        TimeSourceError(.badAnswer, asking: name, NTSKeyExchangeError.tooLong.reason)
    }
}
