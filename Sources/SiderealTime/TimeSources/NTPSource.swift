import SiderealCore
package import SiderealNetwork

/// An NTP server, asked as simple clients do (RFC 5905, SNTP). Its bounds are tight, but its identity is not proven.
///
/// Requests contain nothing but random bits, which the answer must repeat. Each request leaves from a fresh port, which
/// accepts packets only from the server's address and port. So only an attacker who can read the request can forge an
/// answer. Anyone on the network path or in the same café can do that: NTP time is unauthenticated, and at most
/// tightens the bounds that are shown.
///
/// All addresses of a host are tried, alternating between both families, until one returns the time. That address is
/// then asked a few times, two seconds apart. If a server refuses, no poll asks it again for as long as the refusal
/// holds.
package struct NTPSource: TimeSource {
    /// The server's name, or its address in digits.
    package let host: String
    /// The server's UDP port.
    package let port: UInt16
    /// The server's operator. Sources of one operator share one vote.
    package let `operator`: String
    /// The most requests to each of the host's addresses in a poll.
    package let maximumRequests: Int

    let network: any DatagramNetwork
    let refusals: ServerRefusals

    /// Creates a source from the server's name or address.
    ///
    /// - Parameters:
    ///   - host: A name such as `time.example`, or an address such as `192.0.2.1` or `2001:db8::1`, in brackets or not.
    ///   - port: The server's UDP port.
    ///   - operator: The server's operator; by default guessed from the name.
    ///   - maximumRequests: The most requests to each of the host's addresses in a poll; at least one.
    package init(host: String, port: UInt16 = 123, operator: String? = nil, maximumRequests: Int = 4) {
        self.init(
            host: host, port: port, operator: `operator`, maximumRequests: maximumRequests, network: SystemNetwork(),
            refusals: .ofThisProcess)
    }

    package init(
        host: String, port: UInt16, operator: String?, maximumRequests: Int, network: any DatagramNetwork,
        refusals: ServerRefusals
    ) {
        self.host = Self.withoutBrackets(host)
        self.port = port
        self.operator = `operator` ?? operatorName(ofHost: self.host)
        self.maximumRequests = max(1, maximumRequests)
        self.network = network
        self.refusals = refusals
    }

    /// Removes the brackets of an IPv6 address that is written as in a URL.
    package static func withoutBrackets(_ host: String) -> String {
        let isBracketed = host.hasPrefix("[") && host.hasSuffix("]") && host.count > 2
        return isBracketed ? String(host.dropFirst().dropLast()) : host
    }

    /// Joins a host and a port.
    package static func authority(_ host: String, _ port: UInt16) -> String {
        host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)"
    }

    /// The server as a URL, such as `ntp://time.example:123` or `ntp://[2001:db8::1]:123`.
    package var name: String { "ntp://" + authority }

    /// Always false: anyone on the network path can answer.
    package var isAuthenticated: Bool { false }

    /// The host and the port, joined.
    var authority: String { Self.authority(host, port) }

    /// Asks the server a few times, until the poll's time is over at the latest.
    ///
    /// Unanswered requests are not an error while others are answered. Throws ``TimeSourceError`` if no request is
    /// answered, or if a server that answered earlier then refuses or answers badly.
    package func ask(_ poll: TimePoll) async throws(TimeSourceError) {
        let correspondent = NTPCorrespondent(
            name: name, host: host, port: port, refusalKey: ExactName(authority.lowercased()), refusals: refusals,
            maximumRequests: maximumRequests, network: network, nextQuestion: { .plain() })
        try await NTPConversation(correspondent, poll, until: poll.deadline).run()
    }
}
