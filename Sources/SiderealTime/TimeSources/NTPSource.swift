import SiderealCore
package import SiderealNetwork

/// An NTP server, asked as simple clients do (RFC 5905, SNTP): close bounds, but no proof of who answered.
///
/// Questions carry nothing but random bits, which the answer has to repeat; each leaves from a fresh port and takes
/// packets from the server's address and port alone. So nobody forges an answer who can't see the question. Whoever
/// can, on the way or in the same café, is believed: NTP time is unauthenticated, and narrows what is shown at most.
///
/// All addresses of a host are tried, of both families in turn, until one tells the time; it is then asked a few times,
/// two seconds apart. A server that refuses is obeyed for as long as this process lives, whichever poll asks it.
public struct NTPSource: TimeSource {
    /// The server's name, or its address in digits.
    public let host: String
    /// The server's UDP port.
    public let port: UInt16
    /// Who runs the server: sources of one operator share one vote.
    public let `operator`: String
    /// How many questions each of the host's addresses gets at most in a poll.
    public let mostRequests: Int

    let network: any DatagramNetwork
    let refusals: ServerRefusals

    /// A server by its name or address.
    ///
    /// - Parameters:
    ///   - host: A name such as `time.example`, or an address such as `192.0.2.1` or `2001:db8::1`, in brackets or not.
    ///   - port: Its UDP port.
    ///   - operator: Without one, guessed from the name.
    ///   - mostRequests: How many questions each of the host's addresses gets at most in a poll; at least one.
    @available(watchOS, unavailable, message: "watchOS gives apps no sockets; HTTPDateSource works there")
    public init(host: String, port: UInt16 = 123, operator: String? = nil, mostRequests: Int = 4) {
        self.init(
            host: host, port: port, operator: `operator`, mostRequests: mostRequests, network: SystemNetwork(),
            refusals: .ofThisProcess)
    }

    package init(
        host: String, port: UInt16, operator: String?, mostRequests: Int, network: any DatagramNetwork,
        refusals: ServerRefusals
    ) {
        self.host = Self.withoutBrackets(host)
        self.port = port
        self.operator = `operator` ?? operatorName(ofHost: self.host)
        self.mostRequests = max(1, mostRequests)
        self.network = network
        self.refusals = refusals
    }

    /// An address of version 6 may be written as in a URL.
    package static func withoutBrackets(_ host: String) -> String {
        let isBracketed = host.hasPrefix("[") && host.hasSuffix("]") && host.count > 2
        return isBracketed ? String(host.dropFirst().dropLast()) : host
    }

    /// Host and port as they are written together.
    package static func authority(_ host: String, _ port: UInt16) -> String {
        host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)"
    }

    /// The server as a URL, such as `ntp://time.example:123` or `ntp://[2001:db8::1]:123`.
    public var name: String { "ntp://" + authority }

    /// Always false: whoever is on the way can answer.
    public var isAuthenticated: Bool { false }

    /// Host and port as they are written together.
    var authority: String { Self.authority(host, port) }

    /// Asks the server a few times, until the poll's time is over at the latest.
    ///
    /// It is no error where some questions stay without an answer. Throws ``TimeSourceError`` where all do, and where a
    /// server that answered before then refuses, or answers badly.
    public func ask(_ poll: TimePoll) async throws(TimeSourceError) {
        let correspondent = NTPCorrespondent(
            name: name, host: host, port: port, refusalKey: ExactName(authority.lowercased()), refusals: refusals,
            mostRequests: mostRequests, network: network, nextQuestion: { .plain() })
        try await NTPConversation(correspondent, poll, until: poll.deadline).run()
    }
}
