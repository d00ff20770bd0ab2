import SiderealCore
package import SiderealNetwork

/// An NTP server as a source. The source works as a simple client (RFC 5905, SNTP). The bounds are tight, but the
/// server does not prove its identity.
///
/// A request contains only random bits, and the answer must repeat them. Each request leaves from a fresh port, and
/// that port accepts packets only from the server's address and port. So only an attacker who can read the request can
/// forge an answer. Anyone on the network path or in the same café can read the request. So NTP time is
/// unauthenticated, and a clock uses it only if you allow that.
///
/// A poll tries all addresses of a host, alternating between IPv4 and IPv6, until one address returns the time. A poll
/// sends further requests to an address at least two seconds apart. If a server refuses, no poll sends it a request
/// while the refusal holds.
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
    ///   - operator: The server's operator. By default, the library guesses it from the name.
    ///   - maximumRequests: The maximum number of requests to each of the host's addresses in one poll, at least 1.
    package init(host: String, port: UInt16 = 123, operator: String? = nil, maximumRequests: Int? = nil) {
        self.init(
            host: host, port: port, operator: `operator`, maximumRequests: maximumRequests, network: SystemNetwork(),
            refusals: .ofThisProcess)
    }

    package init(
        host: String, port: UInt16, operator: String?, maximumRequests: Int?, network: any DatagramNetwork,
        refusals: ServerRefusals
    ) {
        self.host = Self.withoutBrackets(host)
        self.port = port
        self.operator = `operator` ?? operatorName(ofHost: self.host)
        self.maximumRequests = max(1, maximumRequests ?? 4)
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

    /// Always false, because anyone on the network path can answer.
    package var isAuthenticated: Bool { false }

    /// The host and the port as one text.
    var authority: String { Self.authority(host, port) }

    /// Sends the server a few requests, and returns before the poll's time is over.
    ///
    /// An unanswered request is not an error if the server answers another request. Throws ``TimeSourceError`` if the
    /// server answers no request. Also throws if the server refuses, or sends a bad answer, after a good answer.
    package func ask(_ poll: TimePoll) async throws(TimeSourceError) {
        let correspondent = NTPCorrespondent(
            name: name, host: host, port: port, refusalKey: ExactName(authority.lowercased()), refusals: refusals,
            maximumRequests: maximumRequests, network: network, nextQuestion: { .plain() })
        try await NTPConversation(correspondent, poll, until: poll.deadline).run()
    }
}
