import SiderealTime

extension TimeSourceError {
    /// Returns the error for a server that uses TLS, but did not choose the protocol of the key exchange.
    static func otherProtocol(asking name: String) -> TimeSourceError {
        TimeSourceError(.badAnswer, asking: name, "the server supports TLS, but not the NTS key exchange")
    }

    /// Returns the error for a connection that ended after `count` bytes of the answer. `count` is `nil` if the
    /// connection ended within the TLS handshake.
    static func closed(after count: Int?, asking name: String) -> TimeSourceError {
        TimeSourceError(
            .connectionLost, asking: name,
            count.map { "the connection ended after \($0) bytes of the key exchange" }
                ?? "the connection ended during the TLS handshake")
    }

    /// Returns the error for an answer that is longer than an honest server's answer.
    static func tooLong(asking name: String) -> TimeSourceError {
        TimeSourceError(.badAnswer, asking: name, NTSKeyExchangeError.tooLong.reason)
    }
}
