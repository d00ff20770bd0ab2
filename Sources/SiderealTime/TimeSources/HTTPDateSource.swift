public import SiderealCore
import SiderealSystem

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// A web server that is asked for the Date of its answers, around the turns of its second.
///
/// A few HEAD requests on one connection, at least half a second apart, bound the time to about half a round trip more
/// than half of the server's lag. Every final answer counts, whatever its status; redirects are not followed. An answer
/// with an `Age` header comes from a cache, and bounds from below only.
///
/// Over `https` the time is as good as the certificates. On Apple platforms hand in a `URLSession` of your own to pin
/// them, or to go through a proxy; one that runs in the background does not fit, as it says nothing about when.
///
/// On Linux it is libcurl that asks, loaded when the first server is asked: it trusts the certificate authorities that
/// libcurl does, and goes through a proxy where the environment names one (`http_proxy`, `https_proxy`, `no_proxy`).
public struct HTTPDateSource: TimeSource {
    /// What is asked.
    public let url: URL
    /// The URL without user, password, query and fragment.
    public let name: String
    /// The server's operator: by default the last two labels of its name.
    public let `operator`: String
    /// Whether TLS proves who answered: it does for `https`.
    public let isAuthenticated: Bool
    /// What is taken for granted of the server.
    public let premises: DateHeaderPremises

    private let host: String
    private let mostRequests: Int
    private let spacing: Nanoseconds
    private let connect: @Sendable () -> HTTPExchange

    /// A server to ask, by the text of its URL: `try HTTPDateSource("https://api.example.com")`.
    ///
    /// - Throws: ``TimeSourceError/Cause/unsupported`` where the text is no URL, has a scheme other than `https` and
    ///   `http`, or names no host.
    public init(_ url: String) throws(TimeSourceError) {
        try self.init(try HTTPDateSource.url(url))
    }

    static func url(_ text: String) throws(TimeSourceError) -> URL {
        guard let url = URL(string: text) else {
            throw TimeSourceError(.unsupported, asking: "'\(text)'", "it is no URL")
        }
        return url
    }

    package init(
        _ url: URL, operator: String? = nil, premises: DateHeaderPremises = .init(), mostRequests: Int = 8,
        spacing: Duration = .milliseconds(500), connect: @escaping @Sendable () -> HTTPExchange
    ) throws(TimeSourceError) {
        let scheme = url.scheme?.lowercased()
        guard let scheme, scheme == "https" || scheme == "http" else {
            throw TimeSourceError(
                .unsupported, asking: "a URL", "its scheme is \(scheme ?? "missing"), neither https nor http")
        }
        guard let host = url.host?.lowercased(), !host.isEmpty else {
            throw TimeSourceError(.unsupported, asking: "a URL", "it names no host")
        }
        self.url = url
        self.host = host
        name = Self.name(scheme: scheme, host: host, port: url.port, path: url.path)
        self.operator = `operator` ?? operatorName(ofHost: host)
        isAuthenticated = scheme == "https"
        self.premises = premises
        self.mostRequests = max(1, mostRequests)
        self.spacing = Nanoseconds(clamping: spacing)
        self.connect = connect
    }

    /// The host whose answers to the app's own requests a clock learns from, too; nil over plain http.
    var capturedHost: CapturePolicy.Host? {
        isAuthenticated ? CapturePolicy.Host(host, ofSource: name, operator: `operator`) : nil
    }

    private static func name(scheme: String, host: String, port: Int?, path: String) -> String {
        let bracketed = host.contains(":") && !host.hasPrefix("[") ? "[\(host)]" : host
        return "\(scheme)://\(bracketed)\(port.map { ":\($0)" } ?? "")\(path)"
    }

    public func ask(_ poll: TimePoll) async throws {
        let exchange = connect()
        defer { exchange.close() }
        let start = poll.driver.elapsed()
        let deadline = start + Nanoseconds(clamping: poll.timeout)
        var search = SecondBoundarySearch(
            premises: premises, drift: poll.drift, known: poll.driver.knownOffset(), at: start, spacing: spacing,
            mostRequests: mostRequests)

        while case .ask(let notBefore) = search.next {
            // What is known is worth more than an answer that comes too late.
            if search.requests > 0, let notBefore, notBefore + search.expectedRoundTrip >= deadline { return }
            try await poll.waitForTurn(at: host, notBefore: notBefore)
            let left = deadline - poll.driver.elapsed()
            guard left > .zero else { throw TimeSourceError(.timedOut, asking: name, "no time is left") }

            let answer = try await exchange.head(url, left, poll)
            let date = try answer.readDate(from: name)
            let ends = premises.ends(of: date.instant, resolution: date.resolution, age: answer.head.toldAge)
            let rejection = poll.receive(
                TimeAnswer(
                    sent: answer.sent, received: answer.received, earliest: ends.earliest, latest: ends.latest,
                    isDate: true))
            switch rejection {
            case nil, .outvoted, .disputed, .belowFloor:
                // Others may yet take its side.
                break
            case .impossible, .slept, .tooLate, .contradictsItself, .outsideAuthenticated, .notNamed,
                .tooManyOperators:
                // More of the same would not change that.
                return
            }
            search.take(
                sent: answer.sent, received: answer.received, earliest: ends.earliest, latest: ends.latest,
                isWarm: answer.isWarm)
        }
    }
}
