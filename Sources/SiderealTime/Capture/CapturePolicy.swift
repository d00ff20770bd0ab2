public import SiderealCore

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The rules that select the app's own requests from which a trusted clock learns.
///
/// A request counts if the policy names its host and its answer has a Date and came within ``maximumRoundTrip``. It
/// must use https, unless the clock also accepts unauthenticated sources.
///
/// The operators of the hosts count from then on, whether the hosts answer or not. Answers of other hosts leave no
/// trace.
public struct CapturePolicy: Sendable, Hashable {
    /// A host, or a domain with all of its hosts, and its operator.
    public struct Host: Sendable, Hashable {
        /// In lower case.
        fileprivate let name: String
        fileprivate let includesSubdomains: Bool
        let `operator`: String
        /// The source that is asked at this host, too.
        private var source: String?

        private init(_ text: String, includesSubdomains: Bool, operator: String?) {
            name = Host.bare(text)
            self.includesSubdomains = includesSubdomains
            self.operator = `operator` ?? operatorName(ofHost: name)
        }

        /// Creates the host of a source, to which answers to the app's own requests are ascribed.
        init(_ host: String, ofSource source: String, operator: String) {
            self.init(host, includesSubdomains: false, operator: `operator`)
            self.source = source
        }

        /// Returns the source to which the host's answers are ascribed. That of a domain has no name, and stands for
        /// all sources of the operator, because the hosts of the domain are not known.
        fileprivate func source(isAuthenticated: Bool) -> NamedSource {
            let own = source ?? "\(isAuthenticated ? "https" : "http")://\(name)"
            return NamedSource(includesSubdomains ? nil : own, of: `operator`, isAuthenticated: isAuthenticated)
        }

        /// Returns this host alone.
        ///
        /// - Parameters:
        ///   - name: The host's name. Letter case, a scheme, a port, a path, and a dot at the end are ignored.
        ///   - operator: The host's operator; by default the last two labels of its name. Hosts of one operator share
        ///     one vote. Name two operators only if an error of the one does not make the other wrong, too.
        /// - Returns: The host.
        public static func exact(_ name: String, operator: String? = nil) -> Host {
            Host(name, includesSubdomains: false, operator: `operator`)
        }

        /// Returns this domain and all hosts in it: `example.com` covers `www.example.com`, but not `badexample.com`.
        ///
        /// - Parameters:
        ///   - name: The domain's name. Letter case, and `*.` in front, are ignored.
        ///   - operator: The operator of all of these hosts; by default the last two labels of the domain.
        /// - Returns: All of these hosts.
        public static func domain(_ name: String, operator: String? = nil) -> Host {
            Host(name, includesSubdomains: true, operator: `operator`)
        }
    }

    /// The hosts to learn from. The first one that covers an answer's host determines its source and operator.
    public var hosts: [Host]
    /// The beginnings of the paths to learn from, or empty for any path.
    public var pathPrefixes: [String]
    /// The methods of the requests to learn from, or empty for any method.
    public var methods: Set<String>
    /// The statuses of the answers to learn from.
    public var statuses: ClosedRange<Int>
    /// The longest time that an answer may take. Slower answers bound the time loosely, and an attacker can delay them.
    public var maximumRoundTrip: Duration
    /// The premises about the servers.
    public var premises: DateHeaderPremises
    /// Half the width of bounds that are tight enough. Requests are ignored until drift has widened the bounds beyond
    /// it.
    public var targetUncertainty: Duration

    /// Creates a policy that names hosts, by default for any request to them.
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

    /// The hosts as sources: authenticated ones and, if they count, unauthenticated ones, too.
    func sources(includingUnauthenticated: Bool) -> [NamedSource] {
        (includingUnauthenticated ? [true, false] : [true]).flatMap { isAuthenticated in
            hosts.filter { !$0.name.isEmpty }.map { $0.source(isAuthenticated: isAuthenticated) }
        }
    }

    /// Returns the source that a host stands for, or `nil` if the policy does not name the host.
    func source(ofHost host: String, isAuthenticated: Bool) -> NamedSource? {
        hosts.first { $0.covers(host) }?.source(isAuthenticated: isAuthenticated)
    }

    /// Returns the reason to ignore a request, or `nil` if there is none. The request's times are not checked.
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

extension CapturePolicy.Host {
    fileprivate func covers(_ host: String) -> Bool {
        host == name || includesSubdomains && !name.isEmpty && host.hasSuffix("." + name)
    }

    /// Returns the host alone, of a URL or a pattern. A name that covers no host would go unnoticed.
    fileprivate static func bare(_ text: String) -> String {
        var name = text.lowercased()[...]
        if let scheme = name.firstRange(of: "://") { name = name[scheme.upperBound...] }
        name = name.prefix { $0 != "/" }
        if name.first == "[" { return String(name.dropFirst().prefix { $0 != "]" }) }
        if name.count(where: { $0 == ":" }) == 1 { name = name.prefix { $0 != ":" } }
        name = name.drop { $0 == "." || $0 == "*" }
        while name.last == "." { name.removeLast() }
        return String(name)
    }
}

/// The part of an answer to the app that bounds the time.
struct CapturedResponse: Sendable, Equatable {
    var url: URL
    var head: AnswerHead
    /// Indicates whether TLS proves the identity of the server, or the app vouches for it.
    var isAuthenticated: Bool
}

extension TrustedClock {
    /// The result of observing a request of the app.
    public enum CaptureOutcome: Sendable, Hashable {
        /// The clock learned from the request.
        case used
        /// The bounds are tight enough, so the answer was not parsed.
        case notNeeded
        /// The request was ignored.
        case ignored(Reason)
        /// The answer was parsed, but isn't trusted.
        case rejected(TrustedTime.Rejection)

        /// The reasons to ignore a request.
        public enum Reason: Sendable, Hashable {
            /// The policy does not name the host, or the URL has none.
            case host
            /// The policy does not allow the path.
            case path
            /// The policy does not allow the method.
            case method
            /// The policy does not allow the status, or the answer is a 304, whose date may be old.
            case status
            /// The answer took longer than the policy allows.
            case roundTrip
            /// The server has not proven its identity.
            case unauthenticated
            /// The answer did not come over the network now, but from a cache, a push, or a background session.
            case notFromNetwork
            /// The answer has no Date.
            case noDate
            /// The answer's Date is malformed, for the given reason.
            case badDate(String)
            /// The request's times are missing, or can't be tied to the elapsed clock: the system clock was set, the
            /// device slept, or the request began before the observatory was opened, or less than 20 ms after.
            case unknownTimes
        }
    }
}

extension TrustedClock.CaptureOutcome: CustomStringConvertible {
    /// One sentence for a log.
    public var description: String {
        switch self {
        case .used: "used"
        case .notNeeded: "not needed: the bounds are tight enough"
        case .ignored(let reason): "passed over: \(reason.sentence)"
        case .rejected(let reason): "not believed: \(reason.reason)"
        }
    }
}

extension TrustedClock.CaptureOutcome.Reason {
    fileprivate var sentence: String {
        switch self {
        case .host: "the policy does not have its host, or it has none"
        case .path: "the policy does not have its path"
        case .method: "the policy does not have its method"
        case .status: "the policy does not have its status, or it is a 304"
        case .roundTrip: "it took longer than the policy allows"
        case .unauthenticated: "nothing proves who answered, and the clock counts only what proves that"
        case .notFromNetwork: "it did not come over the network now"
        case .noDate: "it has no Date"
        case .badDate(let reason): "its Date is malformed, \(reason)"
        case .unknownTimes:
            "its times are missing, or can't be tied to the elapsed clock: the system clock was set, the device slept, "
                + "or the request began before the observatory was opened"
        }
    }
}
