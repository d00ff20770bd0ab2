import SiderealCore
package import SiderealNetwork
package import SiderealTime

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A Roughtime server (RFC 10049) as a source. The server signs a time that is accurate to a few seconds. If a server
/// signs a false time, its signature can prove this.
///
/// You pin the server's public key, so the source needs no certificate and no correct clock. The source works even if
/// the device's clock is wrong by years. Each signature covers the random bytes of one request, so an attacker can't
/// use an old answer. The requests of a process form a ``TimeServer/RoughtimeChain``. If two servers contradict each
/// other, the chain proves that one of them signed a false time.
///
/// The server signs a midpoint in whole seconds and a radius, which is usually 1 to 10 s. When the answer arrived, the
/// true time was at least the midpoint less the radius. When the request left, the true time was at most the midpoint
/// plus the radius.
///
/// On Linux, OpenSSL provides the cryptography. The library loads OpenSSL when it creates a source. Without OpenSSL, a
/// poll throws ``TimeSourceError/Cause/unsupported``. On Apple platforms, CryptoKit provides the cryptography.
package struct RoughtimeSource: TimeSource {
    /// The server's name or numeric address.
    package let host: String
    /// The server's UDP port.
    package let port: UInt16
    /// The server's operator. Sources of one operator share one vote.
    package let `operator`: String
    /// The chain of the source's requests.
    package let chain: TimeServer.RoughtimeChain
    /// The number of answers that a poll collects from its server. If the number is two, the polls of all servers make
    /// two rounds. Each server then answers once before and once after every other server.
    package let maximumRequests: Int

    package let publicKey: [UInt8]
    /// The platform's cryptography, or `nil` if it can't check signatures.
    private let cryptography: SignatureCryptography?
    let network: any DatagramNetwork

    /// The port of Roughtime (RFC 10049, section 12.1). Older servers listen on port 2002 or 2003. For example,
    /// github.com/int08h/roughenough changed from 2003 to 5319 in version 2.1.0, according to its CHANGELOG.md.
    package static let standardPort: UInt16 = 5319

    /// Creates a source from the server's name or address, and its key.
    ///
    /// - Parameters:
    ///   - host: A name such as `time.example`, or an address such as `192.0.2.1` or `2001:db8::1`, with or without
    ///     brackets.
    ///   - port: The server's UDP port. RFC 10049 assigns 5319. Servers that are older than the RFC listen on port 2002
    ///     or 2003.
    ///   - publicKey: The server's long-term key, 32 bytes in Base64 or in hexadecimal digits.
    ///   - operator: The server's operator. By default, the library guesses the operator from the name. Sources with
    ///     the same key must have the same operator. Otherwise, a poll throws ``TimeSourceError/Cause/unsupported``.
    ///   - chain: The chain of the requests. By default, all sources of the process share one chain.
    /// - Throws: ``TimeSourceError/Cause/unsupported`` if the key is invalid.
    package init(
        host: String, port: UInt16 = 5319, publicKey: String, operator: String? = nil,
        chain: TimeServer.RoughtimeChain = .ofThisProcess
    ) throws(TimeSourceError) {
        let name = Self.name(host, port)
        guard let key = Self.key(publicKey) else {
            throw TimeSourceError(
                .unsupported, asking: name, "'\(publicKey)' is not a 32-byte key in Base64 or hex")
        }
        self.init(
            host: host, port: port, publicKey: key, operator: `operator`, chain: chain,
            cryptography: SignatureCryptography.ofPlatform(), network: SystemNetwork())
    }

    package init(
        host: String, port: UInt16 = standardPort, publicKey: [UInt8], operator: String? = nil,
        chain: TimeServer.RoughtimeChain,
        maximumRequests: Int = 2, cryptography: SignatureCryptography?, network: any DatagramNetwork
    ) {
        self.host = NTPSource.withoutBrackets(host)
        self.port = port
        self.publicKey = publicKey
        self.operator = `operator` ?? operatorName(ofHost: self.host)
        self.chain = chain
        self.maximumRequests = max(1, maximumRequests)
        self.cryptography = cryptography
        self.network = network
    }

    /// The server as a URL, such as `roughtime://time.example:5319`.
    package var name: String { Self.name(host, port) }

    /// Always true, because the server signs each answer for its request.
    package var isAuthenticated: Bool { true }

    /// Collects two answers from the server, and returns before the poll's deadline.
    ///
    /// This method ignores packets that are not answers, because any host can send a packet. It throws
    /// ``TimeSourceError`` if no answer arrived. The cause is `badAnswer` if a packet arrived that is not an answer.
    /// After unanswered polls, the library skips the server for up to an hour.
    package func ask(_ poll: TimePoll) async throws(TimeSourceError) {
        guard let cryptography else {
            throw TimeSourceError(
                .unsupported, asking: name,
                "the library can't check signatures: \(SignatureCryptography.absence)")
        }
        try await RoughtimeConversation(self, cryptography, poll).run()
    }

    private static func name(_ host: String, _ port: UInt16) -> String {
        "roughtime://" + NTPSource.authority(NTPSource.withoutBrackets(host), port)
    }

    /// Reads 32 bytes in Base64, with or without padding, or in hexadecimal digits. Returns `nil` for any other text.
    package static func key(_ text: String) -> [UInt8]? {
        if text.utf8.count == 64 {
            let digits = text.compactMap { $0.isASCII ? $0.hexDigitValue : nil }
            guard digits.count == 64 else { return nil }
            return (0..<32).map { UInt8(digits[2 * $0] << 4 | digits[2 * $0 + 1]) }
        }
        let padded = text.utf8.count == 43 ? text + "=" : text
        guard padded.utf8.count == 44, let data = Data(base64Encoded: padded), data.count == 32 else { return nil }
        return Array(data)
    }
}
