public import SiderealCore

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Which of an app's own requests a trusted clock learns from: those to the hosts that it names whose answer has a Date
/// and came within five seconds; over https, unless the clock also accepts unauthenticated sources.
///
/// The hosts' operators count from then on, whether they answer or not. What others answer leaves no trace.
public struct CapturePolicy: Sendable, Hashable {
    /// A host, or a domain with all of its hosts, and the operator.
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

        /// The host of a source whose answers to the app's own requests count as the source's.
        init(_ host: String, ofSource source: String, operator: String) {
            self.init(host, includesSubdomains: false, operator: `operator`)
            self.source = source
        }

        /// The source to which its answers are ascribed. Those of a domain are of one source, as what hosts it has is
        /// not known.
        fileprivate func source(isAuthenticated: Bool) -> NamedSource {
            let own = source ?? "\(isAuthenticated ? "https" : "http")://\(name)"
            return NamedSource(includesSubdomains ? nil : own, of: `operator`, isAuthenticated: isAuthenticated)
        }

        /// This host alone.
        ///
        /// - Parameters:
        ///   - name: Its name. Letter case does not matter, nor do a scheme, a port, a path or a dot at the end.
        ///   - operator: Who runs it; by default the last two labels of its name tell. Hosts of one operator share one
        ///     vote: name two operators only where neither is wrong because the other one is.
        /// - Returns: The host.
        public static func exact(_ name: String, operator: String? = nil) -> Host {
            Host(name, includesSubdomains: false, operator: `operator`)
        }

        /// This domain and all hosts in it: `example.com` and `www.example.com`, not `badexample.com`.
        ///
        /// - Parameters:
        ///   - name: Its name. Letter case does not matter, nor does `*.` in front.
        ///   - operator: Who runs all of these hosts; by default the last two labels of the domain tell.
        /// - Returns: All of these hosts.
        public static func suffix(_ name: String, operator: String? = nil) -> Host {
            Host(name, includesSubdomains: true, operator: `operator`)
        }
    }

    /// The hosts to learn from. The first one that fits an answer tells its source and operator.
    public var hosts: [Host]
    /// With which beginnings of the path; empty for any.
    public var pathPrefixes: [String]
    /// With which methods; empty for any.
    public var methods: Set<String>
    /// With which statuses of the answer.
    public var statuses: ClosedRange<Int>
    /// No answers that took longer: they say little, and an attacker can delay them.
    public var longestRoundTrip: Duration
    /// What is taken for granted of the servers.
    public var premises: DateHeaderPremises
    /// Half the width of bounds that are tight enough: requests are then passed over, until drift has widened them.
    public var tightEnough: Duration

    /// A policy that names hosts; by default for any request to them.
    public init(
        hosts: [Host], pathPrefixes: [String] = [], methods: Set<String> = [],
        statuses: ClosedRange<Int> = 200...599, longestRoundTrip: Duration = .seconds(5),
        premises: DateHeaderPremises = DateHeaderPremises(), tightEnough: Duration = .seconds(1)
    ) {
        self.hosts = hosts
        self.pathPrefixes = pathPrefixes
        self.methods = methods
        self.statuses = statuses
        self.longestRoundTrip = longestRoundTrip
        self.premises = premises
        self.tightEnough = tightEnough
    }

    /// The hosts as sources: authenticated ones and, where these count, the others, too.
    func sources(includingUnauthenticated: Bool) -> [NamedSource] {
        (includingUnauthenticated ? [true, false] : [true]).flatMap { isAuthenticated in
            hosts.filter { !$0.name.isEmpty }.map { $0.source(isAuthenticated: isAuthenticated) }
        }
    }

    /// The source that a host is; nil where the policy does not have it.
    func source(ofHost host: String, isAuthenticated: Bool) -> NamedSource? {
        hosts.first { $0.covers(host) }?.source(isAuthenticated: isAuthenticated)
    }

    /// Why a request is passed over, by what is known of it without its times; nil where it is not.
    func objection(to response: CapturedResponse) -> CaptureOutcome.Reason? {
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

    /// The host alone, where somebody wrote a URL or a pattern. A name that covers nothing would go unnoticed.
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

/// An answer that an app received, as far as the time is concerned.
struct CapturedResponse: Sendable, Equatable {
    var url: URL
    var head: AnswerHead
    /// Whether TLS proves who answered, or the app vouches for it.
    var isAuthenticated: Bool
}

/// What became of a request that a clock was shown.
public enum CaptureOutcome: Sendable, Hashable {
    /// The clock learned from it.
    case used
    /// The bounds are tight enough: nothing was parsed.
    case notNeeded
    /// It was passed over.
    case ignored(Reason)
    /// It was parsed, and is not believed.
    case rejected(AnswerRejection)

    /// Why a request was passed over.
    public enum Reason: Sendable, Hashable {
        /// The policy does not have its host, or it has none.
        case host
        /// The policy does not have its path.
        case path
        /// The policy does not have its method.
        case method
        /// The policy does not have its status, or the answer is a 304, whose date may be old.
        case status
        /// It took longer than the policy allows.
        case roundTrip
        /// Nothing proves who answered.
        case unauthenticated
        /// It did not come over the network now: from a cache, a push, or a background session.
        case notFromNetwork
        /// It has no Date.
        case noDate
        /// Its Date is malformed; what is wrong with it.
        case badDate(String)
        /// Its times are missing, or can't be tied to the elapsed clock: the system clock was set, the device slept,
        /// or the request began before the observatory was opened, or less than 20 ms after.
        case unknownTimes
    }
}

extension CaptureOutcome: CustomStringConvertible {
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

extension CaptureOutcome.Reason {
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
