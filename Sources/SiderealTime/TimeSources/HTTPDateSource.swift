package import SiderealCore
import SiderealSystem

#if canImport(FoundationEssentials)
    package import FoundationEssentials
#else
    package import Foundation
#endif

/// A web server as a source. The source requests answers with a `Date` header around the moments when the server's
/// second changes.
///
/// A poll sends a few HEAD requests, at least half a second apart. The answers bound the true time to within about half
/// a round trip plus half of the server's lag. The source uses every final answer, with any status, and follows no
/// redirect. Each request has a random query, so that caches forward it. In case a cache ignores the query, the answers
/// bound the time from above only once their `Date` has changed within the poll. There are three exceptions:
///
/// - An answer with an `Age` header comes from a cache. The answer bounds the time from below only, unless
///   ``DateHeaderPremises/cachesSendAge`` is true.
/// - If a server does not answer HEAD, or answers without a `Date` header, the source uses GET and reads no body.
/// - If a server demands fewer requests (status 429, or 503 with `Retry-After`), all polls of the process pause their
///   requests to this server for the demanded time.
///
/// Over `https`, the time is as trustworthy as the certificates.
///
/// On Linux, libcurl makes the requests. The library loads libcurl at the first request. libcurl trusts its own
/// certificate authorities, and reads the proxy settings from environment variables (`http_proxy`, `https_proxy`,
/// `no_proxy`).
package struct HTTPDateSource: TimeSource {
    /// The URL of each request, without the random part of its query.
    package let url: URL
    /// The URL without user, password, query and fragment.
    package let name: String
    /// The server's operator, by default the last two labels of its name.
    package let `operator`: String
    /// A Boolean value that indicates whether TLS proves the identity of the server, as it does for `https`.
    package let isAuthenticated: Bool
    /// The premises about the server.
    package let premises: DateHeaderPremises

    private let host: String
    package let maximumRequests: Int
    private let spacing: Nanoseconds
    private let refusals: ServerRefusals
    private let connect: @Sendable () -> HTTPExchange

    static func url(_ text: String) throws(TimeSourceError) -> URL {
        guard let url = URL(string: text) else {
            throw TimeSourceError(.unsupported, asking: "'\(text)'", "it is not a URL")
        }
        return url
    }

    package init(
        _ url: URL, operator: String? = nil, premises: DateHeaderPremises = .init(), maximumRequests: Int? = nil,
        spacing: Duration = .milliseconds(500), refusals: ServerRefusals = .ofThisProcess,
        connect: @escaping @Sendable () -> HTTPExchange
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
        self.maximumRequests = max(1, maximumRequests ?? 8)
        self.spacing = Nanoseconds(clamping: spacing)
        self.refusals = refusals
        self.connect = connect
    }

    /// The host for the default capture policy, or `nil` for plain http. With that policy, the clock also uses the
    /// app's own requests to this host.
    var capturedHost: TrustedClock.CapturePolicy.Host? {
        isAuthenticated ? TrustedClock.CapturePolicy.Host(host, ofSource: name, operator: `operator`) : nil
    }

    private static func name(scheme: String, host: String, port: Int?, path: String) -> String {
        let bracketed = host.contains(":") && !host.hasPrefix("[") ? "[\(host)]" : host
        return "\(scheme)://\(bracketed)\(port.map { ":\($0)" } ?? "")\(path)"
    }

    package func ask(_ poll: TimePoll) async throws {
        if let refusal = refusal(poll) {
            throw TimeSourceError(.declined, asking: name, "it refused an earlier request. \(refusal)")
        }
        var exchange = connect()
        defer { exchange.close() }
        let start = poll.driver.elapsed()
        let deadline = start + Nanoseconds(clamping: poll.timeout)
        var method = HTTPMethod.head
        var dates = PolledDates(
            poll, premises: premises,
            search: SecondBoundarySearch(
                premises: premises, drift: poll.drift, known: poll.driver.knownOffset(), at: start, spacing: spacing,
                maximumRequests: maximumRequests))

        while case .ask(let notBefore) = dates.search.next {
            let isFirstAnswer = dates.search.requests == 0
            // The next answer would probably come too late. The source keeps its answers so far and ends without an
            // error.
            if !isFirstAnswer, let notBefore, notBefore + dates.search.expectedRoundTrip >= deadline { return }
            try await poll.waitForTurn(at: host, notBefore: notBefore)
            // The server may have refused another poll during the wait.
            if let refusal = refusal(poll) { throw TimeSourceError(.declined, asking: name, refusal) }
            let left = deadline - poll.driver.elapsed()
            guard left > .zero else { throw TimeSourceError(.timedOut, asking: name, "no time is left for a request") }

            let isFirst = isFirstAnswer && method == .head
            let answer: HTTPAnswer
            do throws(TimeSourceError) {
                // The first HEAD request gets three quarters of the remaining time. If the server never answers the
                // request, a quarter remains for GET.
                answer = try await exchange.ask(
                    method, unusedURL(), isFirst ? Nanoseconds(left.count / 4 * 3) : left, poll)
            } catch {
                guard isFirst, error.mayComeOfHead else { throw error }
                method = .get
                // A HEAD request that is still in progress can block the connection.
                exchange.close()
                exchange = connect()
                continue
            }
            // Some servers wrongly send a body in answer to HEAD. On the same connection, the body could count as the
            // next answer.
            if answer.mayLeaveBody {
                exchange.close()
                exchange = connect()
            }
            refusals.record(answer.head, by: refusalKey, at: poll.driver.elapsed())
            let refusal = refusal(poll)
            if refusal == nil { refusals.forget(refusalKey, at: poll.driver.elapsed()) }
            guard answer.head.date != nil || refusal != nil || !isFirst else {
                method = .get
                continue
            }
            guard dates.receive(answer, try readDate(answer, refusal)) else { return }
            if let refusal { throw TimeSourceError(.declined, asking: name, refusal) }
        }
    }

    /// Returns the URL with a random query. A cache may ignore `no-cache` in a request, but must not answer from its
    /// storage if no earlier request had the same URL (RFC 9111, section 4).
    private func unusedURL() -> URL {
        guard var parts = URLComponents(string: url.absoluteString) else { return url }
        let random = "sidereal=" + String(UInt64.random(in: .min ... .max), radix: 36)
        let given = parts.percentEncodedQuery ?? ""
        parts.percentEncodedQuery = given.isEmpty ? random : given + "&" + random
        return parts.string.flatMap { URL(string: $0) } ?? url
    }

    /// Returns the Date of an answer. Throws the refusal if an answer that refuses has no Date.
    private func readDate(_ answer: HTTPAnswer, _ refusal: String?) throws(TimeSourceError) -> HTTPDate {
        do throws(TimeSourceError) {
            return try answer.readDate(from: name)
        } catch {
            guard let refusal else { throw error }
            throw TimeSourceError(.declined, asking: name, refusal)
        }
    }

    /// The server's key in `refusals`: scheme, host and port. A refusal applies to all paths of a server.
    private var refusalKey: ExactName {
        let usual = isAuthenticated ? 443 : 80
        return ExactName(
            Self.name(
                scheme: isAuthenticated ? "https" : "http", host: host, port: url.port == usual ? nil : url.port,
                path: ""))
    }

    private func refusal(_ poll: TimePoll) -> String? {
        refusals.refusal(of: refusalKey, at: poll.driver.elapsed())
    }
}

extension TimeSourceError {
    /// A Boolean value that indicates whether GET may succeed after a HEAD request failed with this error. Some
    /// servers close the connection after a HEAD request, or never answer the request.
    fileprivate var mayComeOfHead: Bool {
        switch cause {
        case .timedOut, .connectionLost, .badAnswer: true
        default: false
        }
    }
}
