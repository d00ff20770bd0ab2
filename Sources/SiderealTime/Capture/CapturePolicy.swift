public import SiderealCore

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension TrustedClock {
    /// The rules that select which of the app's own requests a trusted clock uses.
    ///
    /// ```swift
    /// var policy = TrustedClock.CapturePolicy(hosts: [.domain("example.com")])
    /// policy.pathPrefixes = ["/api/"]
    /// let clock = try TrustedClock(policy: policy)
    /// ```
    ///
    /// The clock uses a request if all of these conditions hold:
    ///
    /// - The policy names the request's host.
    /// - The response has a `Date` header.
    /// - The response came within ``maximumRoundTrip``.
    /// - The request used https, or the clock also accepts unauthenticated sources.
    ///
    /// When you create a clock with this policy, the operators of its hosts become known operators
    /// (`TrustedTime.Support`), even if the hosts never respond. The clock ignores the responses of other hosts.
    public struct CapturePolicy: Sendable, Hashable {
        /// A host, or a domain with all of its hosts, and its operator.
        public struct Host: Sendable, Hashable {
            /// The name in lower case, or an empty text if the given text is invalid.
            fileprivate let name: String
            /// The reason why the given text is invalid, or `nil`.
            fileprivate let objection: TimeSourceError?
            fileprivate let includesSubdomains: Bool
            let `operator`: String
            /// The name of the clock's source at this host, or `nil` if the clock has no source at this host.
            private var source: String?

            private init(_ text: String, includesSubdomains: Bool, operator: String?) {
                let name: String
                do throws(TimeSourceError) {
                    name = try Host.name(text, includesSubdomains: includesSubdomains)
                    objection = nil
                } catch {
                    (name, objection) = ("", error)
                }
                self.name = name
                self.includesSubdomains = includesSubdomains
                self.operator = `operator` ?? operatorName(ofHost: name)
            }

            /// Creates the host of a source. If the app itself sends requests to the host, the clock assigns the
            /// answers to that source, too.
            init(_ host: String, ofSource source: String, operator: String) {
                self.init(host, includesSubdomains: false, operator: `operator`)
                self.source = source
            }

            /// Returns the source to which the clock assigns the host's answers. The source of a domain has no name: it
            /// stands for all sources of the operator, because the policy does not list the hosts of a domain.
            fileprivate func source(isAuthenticated: Bool) -> NamedSource {
                let own = source ?? "\(isAuthenticated ? "https" : "http")://\(name)"
                return NamedSource(includesSubdomains ? nil : own, of: `operator`, isAuthenticated: isAuthenticated)
            }

            /// Returns this host alone.
            ///
            /// - Parameters:
            ///   - name: The host's name, or a URL of the host. The policy ignores letter case, a port, a path, a
            ///     query, and a dot at the end. The clock's initializer checks whether the name is valid.
            ///   - operator: The host's operator. The default is the last two labels of the host's name. Hosts of one
            ///     operator share one vote. Give two hosts different operators only if an error of one host can't
            ///     affect the other host.
            /// - Returns: The host.
            public static func exact(_ name: String, operator: String? = nil) -> Host {
                Host(name, includesSubdomains: false, operator: `operator`)
            }

            /// Returns this domain and all hosts in it: `example.com` covers `www.example.com`, but not
            /// `badexample.com`.
            ///
            /// - Parameters:
            ///   - name: The domain's name. The policy ignores letter case, and `*.` at the start. The clock's
            ///     initializer checks whether the name is valid.
            ///   - operator: The operator of all these hosts. The default is the last two labels of the domain.
            /// - Returns: The domain with all its hosts.
            public static func domain(_ name: String, operator: String? = nil) -> Host {
                Host(name, includesSubdomains: true, operator: `operator`)
            }
        }

        /// The hosts whose responses the clock uses. If several entries cover a host, the first of these entries
        /// determines the source and the operator.
        public var hosts: [Host]
        /// The path prefixes of the requests that the clock uses. If the array is empty, the clock uses any path.
        public var pathPrefixes: [String]
        /// The methods of the requests that the clock uses. If the set is empty, the clock uses any method.
        public var methods: Set<String>
        /// The statuses of the responses that the clock uses.
        public var statuses: ClosedRange<Int>
        /// The longest time between a request and its response. The clock ignores slower responses. Slow responses
        /// bound the time only loosely, and an attacker can cause the delay.
        public var maximumRoundTrip: Duration
        /// The premises about the servers.
        public var premises: DateHeaderPremises
        /// The target for the uncertainty of the true time. While the bounds are at most
        /// twice as wide as this value, the clock ignores requests.
        public var targetUncertainty: Duration

        /// Creates a policy for the given hosts. By default, the policy allows any request to these hosts.
        public init(
            hosts: [Host], pathPrefixes: [String] = [], methods: Set<String> = [],
            statuses: ClosedRange<Int> = 200...599, maximumRoundTrip: Duration = .seconds(5),
            premises: DateHeaderPremises = DateHeaderPremises(), targetUncertainty: Duration = .seconds(1)
        ) {
            self.hosts = hosts
            self.pathPrefixes = pathPrefixes
            self.methods = methods
            self.statuses = statuses
            self.maximumRoundTrip = maximumRoundTrip
            self.premises = premises
            self.targetUncertainty = targetUncertainty
        }

        /// The reason why a host is invalid, or `nil`. An invalid host would match no request. But it would count as an
        /// operator that never answers.
        var objection: TimeSourceError? { hosts.lazy.compactMap { $0.objection }.first }

        /// Returns the hosts as authenticated sources. If `includingUnauthenticated` is true, also returns them as
        /// unauthenticated sources.
        func sources(includingUnauthenticated: Bool) -> [NamedSource] {
            (includingUnauthenticated ? [true, false] : [true]).flatMap { isAuthenticated in
                hosts.map { $0.source(isAuthenticated: isAuthenticated) }
            }
        }

        /// Returns the source that a host stands for, or `nil` if the policy does not name the host.
        func source(ofHost host: String, isAuthenticated: Bool) -> NamedSource? {
            hosts.first { $0.covers(host) }?.source(isAuthenticated: isAuthenticated)
        }

        /// Returns the reason to ignore a request, or `nil` if there is no reason. This method does not check the
        /// request's times.
        func objection(to response: CapturedResponse) -> TrustedClock.CaptureOutcome.Reason? {
            guard let host = response.url.host()?.lowercased(), !host.isEmpty else { return .host }
            if !hosts.contains(where: { $0.covers(host) }) { return .host }
            let path = response.url.path()
            if !pathPrefixes.isEmpty, !pathPrefixes.contains(where: { path.hasPrefix($0) }) { return .path }
            if !methods.isEmpty, !methods.contains(response.head.method) { return .method }
            if !statuses.contains(response.head.status) || response.head.status == 304 { return .status }
            return nil
        }
    }
}

extension TrustedClock.CapturePolicy.Host {
    fileprivate func covers(_ host: String) -> Bool {
        host == name || includesSubdomains && host.hasSuffix("." + name)
    }

    /// Returns the name of a host or a domain that is written as a name, a pattern or a URL.
    fileprivate static func name(_ text: String, includesSubdomains: Bool) throws(TimeSourceError) -> String {
        let isPlain = text.lowercased().hasPrefix("http://")
        var name = try ServerAddress(ofURL: text, scheme: isPlain ? "http" : "https", port: isPlain ? 80 : 443)
            .host.lowercased()[...]
        if includesSubdomains {
            if name.first == "*" { name.removeFirst() }
            if name.first == "." { name.removeFirst() }
        }
        while name.last == "." { name.removeLast() }
        guard !name.isEmpty, name.first != ".", !name.contains("*") else {
            throw TimeSourceError(.unsupported, asking: "'\(text)'", "its host is invalid")
        }
        return String(name)
    }
}

/// The part of an answer to the app that bounds the time.
struct CapturedResponse: Sendable, Equatable {
    var url: URL
    var head: AnswerHead
    /// A Boolean value that indicates whether TLS or the app's own statement proves the identity of the server.
    var isAuthenticated: Bool
}

extension TrustedClock {
    /// The clock's decision about one request from the app.
    public enum CaptureOutcome: Sendable, Hashable {
        /// The clock used the response.
        case used
        /// The bounds already meet ``TrustedClock/CapturePolicy/targetUncertainty``, so the clock did not parse the
        /// response.
        case notNeeded
        /// The clock ignored the request.
        case ignored(Reason)
        /// The clock parsed the response, but doesn't trust it.
        case rejected(TrustedTime.Rejection)

        /// The reasons to ignore a request.
        public enum Reason: Sendable, Hashable {
            /// The policy does not name the host, or the URL has no host.
            case host
            /// The policy does not allow the path.
            case path
            /// The policy does not allow the method.
            case method
            /// The policy does not allow the status, or the status is 304. The `Date` header of a 304 response may be
            /// old.
            case status
            /// The response took longer than the policy allows.
            case roundTrip
            /// The server has not proven its identity, but the clock requires a proof.
            case unauthenticated
            /// The response did not come from the network during this request. It came from a cache, a push, or a
            /// background session.
            case notFromNetwork
            /// The response has no `Date` header.
            case noDate
            /// The response's `Date` header is malformed, for the given reason.
            case badDate(String)
            /// The times of the request are missing, or the clock can't convert them to times of the elapsed clock.
            /// There are three causes:
            ///
            /// - Someone set the system clock.
            /// - The device slept.
            /// - The request began before the observatory was opened, or less than 20 ms later.
            case unknownTimes
        }
    }
}

extension TrustedClock.CaptureOutcome: CustomStringConvertible {
    /// The decision as one sentence for a log.
    public var description: String {
        switch self {
        case .used: "used"
        case .notNeeded: "not needed: the bounds of the true time are already tight enough"
        case .ignored(let reason): "ignored: \(reason.sentence)"
        case .rejected(let reason): "rejected: \(reason.reason)"
        }
    }
}

extension TrustedClock.CaptureOutcome.Reason {
    fileprivate var sentence: String {
        switch self {
        case .host: "the policy does not list the request's host, or the request has no host"
        case .path: "the policy does not list the request's path"
        case .method: "the policy does not list the request's method"
        case .status: "the policy does not list the answer's status, or the status is 304"
        case .roundTrip: "the answer took longer than the policy allows"
        case .unauthenticated: "the answer is unauthenticated, and the clock uses only authenticated answers"
        case .notFromNetwork: "the answer did not come directly from the network"
        case .noDate: "the answer has no Date"
        case .badDate(let reason): "the answer's Date is malformed, \(reason)"
        case .unknownTimes:
            "the times of the exchange are missing or unusable: the system clock was set, the device slept, "
                + "or the request began before the app opened the observatory"
        }
    }
}
