import Sidereal
import SiderealCore

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The options that select the servers to ask and set the rules for their answers.
package struct SourceOptions {
    /// The repeatable options, each of which names a server.
    static let repeatable = Set(Named.Kind.allCases.map { $0.port == nil ? "server" : $0.rawValue })

    static let usage = """
          --server URL     a web server that sends its Date (https, or unauthenticated http); may be repeated
          --nts HOST[:PORT]  an NTP server with Network Time Security, which proves its identity; HOST is the host of
                           its key exchange; may be repeated
          --roughtime HOST[:PORT],KEY  a Roughtime server, which signs its time with KEY, 32 bytes in Base64 or hex;
                           may be repeated; the default port is 5319
          --ntp HOST[:PORT]  an NTP server, unauthenticated; may be repeated; IPv6 as [::1]:123
          --config FILE    the configuration (default: /etc/sidereal/siderealctl.conf, if it exists): these options,
                           one a line, as 'server = URL'; the command line takes precedence; to use no configuration,
                           pass /dev/null
          --operators LIST the operator of each server, as HOST=NAME or HOST:PORT=NAME, separated by commas; servers of
                           one operator share one vote (default: the last two labels of HOST)
          --timeout S      the time limit for each server (default: 15)
          --tolerance S    the greatest error of a system clock that agrees with the true time (default: 2)
          --requests N     the most requests of a poll to a web server (default: 8), and to each address of an NTP or
                           NTS server (default: 4); 1 is quick, and obeys the rules of servers that allow one
                           request; with 1, a web server gives only a lower bound; the number for a Roughtime server is
                           fixed, because two answers prove their order
          --lag S          the greatest age of a web server's Date when the server sends it (default: 1, at least 0.02)
          --server-error S the greatest error of a web server's own clock, in either direction (default: 0.05)
          --ca-file FILE   the certificate authorities to trust, in PEM (default: $CURL_CA_BUNDLE, else $SSL_CERT_FILE,
                           else the system's); $https_proxy, $http_proxy and $no_proxy set a proxy
        """

    /// A server that the command line or a file names.
    package struct Named: Sendable, Hashable {
        enum Kind: String, Sendable, CaseIterable {
            case https, http, nts, roughtime, ntp

            /// The default port of a server that you name by its host, or `nil` for a server that you name by a URL.
            var port: UInt16? {
                switch self {
                case .https, .http: nil
                case .nts: 4460
                case .roughtime: RoughtimeSource.standardPort
                case .ntp: 123
                }
            }
        }

        var kind: Kind
        var text: String

        /// The host and port, or `nil` for a server that you name by a URL.
        var place: ServerAddress? { try? address() }

        /// Returns the server's address, or `nil` for a server that you name by a URL.
        func address() throws(TimeSourceError) -> ServerAddress? {
            guard let port = kind.port else { return nil }
            let text = kind == .roughtime ? String(text.prefix { $0 != "," }) : text
            return try ServerAddress(text, scheme: kind.rawValue, port: port)
        }

        /// The public key of a Roughtime server, which follows the comma.
        var publicKey: String? {
            kind == .roughtime ? text.firstIndex(of: ",").map { String(text[text.index(after: $0)...]) } : nil
        }

        private var host: String { (place?.host ?? URL(string: text)?.host())?.lowercased() ?? "" }

        /// The server's host, with and without its port.
        var hosts: [String] {
            let port = place.map { Int($0.port) } ?? URL(string: text)?.port
            return port.map { ["\(host):\($0)", host] } ?? [host]
        }

        /// A Boolean value that indicates whether the server's host is a loopback name or address.
        var isHere: Bool {
            return host == "localhost" || host.hasPrefix("127.") || host == "::1" || host == "[::1]"
        }
    }

    let named: [Named]
    let timeout: Duration
    let tolerance: Nanoseconds
    private let premises: DateHeaderPremises
    /// The largest number of requests to a server in one poll, or `nil` for the default of each kind of server.
    private let maximumRequests: Int?
    /// The operator of each server. The key is the host, or the host and port.
    private let operators: [String: String]
    /// A Boolean value that indicates whether the command line names the operators. If the value is `true`, each named
    /// operator must run at least one of the servers to ask.
    private let namesOperatorsHere: Bool
    /// The path of the file with certificate authorities, or `nil` if the user named no file.
    private let authorities: String?

    init(_ arguments: Arguments, of command: String) throws(CommandError) {
        var named: [Named] = []
        for (name, value) in arguments.repeated {
            named.append(try SourceOptions.named(name, value) { .usage("\(command): --\(name) \($0)") })
        }
        self.named = named
        timeout = try SourceOptions.seconds("timeout", arguments, least: 0.001)?.duration ?? .seconds(15)
        tolerance = try SourceOptions.tolerance(arguments)
        authorities = try SourceOptions.authorities(arguments, command)
        operators = try SourceOptions.operators(arguments)
        namesOperatorsHere = arguments.configuration.values["operators"] == nil
        maximumRequests = try SourceOptions.maximumRequests(arguments)
        let lag = try SourceOptions.seconds("lag", arguments, least: 0.02)
        let serverError = try SourceOptions.seconds("server-error", arguments, least: 0)
        premises = DateHeaderPremises(
            lag: lag?.duration ?? .seconds(1), serverError: serverError?.duration ?? .milliseconds(50))
    }

    static func tolerance(_ arguments: Arguments) throws(CommandError) -> Nanoseconds {
        try seconds("tolerance", arguments, least: 0) ?? Nanoseconds(clamping: SystemClockVerdict.defaultTolerance)
    }

    private static func maximumRequests(_ arguments: Arguments) throws(CommandError) -> Int? {
        guard let text = arguments.values["requests"] else { return nil }
        guard let number = Int(text), (1...64).contains(number) else {
            throw arguments.error("requests", "is '\(text)', not a whole number from 1 to 64")
        }
        return number
    }

    /// Returns the server that an option names. In a file, the option's name is the first word of the line.
    static func named(
        _ option: String, _ value: String, error: (String) -> CommandError
    ) throws(CommandError) -> Named {
        if let kind = Named.Kind(rawValue: option), kind.port != nil {
            let named = Named(kind: kind, text: value)
            if kind == .roughtime {
                guard named.place != nil, named.publicKey.map({ RoughtimeSource.key($0) != nil }) == true else {
                    throw error("is '\(value)'; expected HOST[:PORT],KEY with a 32-byte key in Base64 or hex")
                }
                return named
            }
            guard named.place != nil else { throw error("is '\(value)', not a HOST or HOST:PORT") }
            return named
        }
        // This check comes first, because Foundation escapes characters that can't be in a URL. Without the check, a
        // carriage return before a comment would become part of the URL.
        guard value.isWithoutSpacesAndControls, let url = URL(string: value),
            let kind = url.scheme.flatMap({ Named.Kind(rawValue: $0.lowercased()) }),
            kind.port == nil, let host = url.host(), !host.isEmpty
        else {
            let hint =
                (try? ServerAddress(value, scheme: "", port: 443)) == nil || value.contains("://")
                ? "" : "; did you mean https://\(value)?"
            throw error("is '\(value)', not a URL of https or http\(hint)")
        }
        guard url.port.map({ (1...65_535).contains($0) }) ?? true else {
            throw error("is '\(value)', whose port is not from 1 to 65535")
        }
        return Named(kind: kind, text: withoutUser(value))
    }

    /// Removes the user and the password from a URL, because a request for the time doesn't need them. The command
    /// neither sends nor shows them.
    private static func withoutUser(_ url: String) -> String {
        guard var parts = URLComponents(string: url), parts.user != nil || parts.password != nil else { return url }
        (parts.user, parts.password) = (nil, nil)
        return parts.string ?? url
    }

    private static func operators(_ arguments: Arguments) throws(CommandError) -> [String: String] {
        var operators: [String: String] = [:]
        for part in arguments.values["operators"]?.split(separator: ",", omittingEmptySubsequences: false) ?? [] {
            let words = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard words.count == 2, words.allSatisfy({ !$0.isEmpty && $0.isWithoutSpacesAndControls }) else {
                throw arguments.error("operators", "has '\(part)', not HOST=NAME")
            }
            guard operators.updateValue(String(words[1]), forKey: words[0].lowercased()) == nil else {
                throw arguments.error("operators", "names '\(words[0])' twice")
            }
        }
        return operators
    }

    private func `operator`(of server: Named) -> String? {
        server.hosts.lazy.compactMap { operators[$0] }.first
    }

    func sources(_ named: [Named]) throws(CommandError) -> [any TimeSource] {
        let hosts = named.flatMap { $0.hosts }
        if namesOperatorsHere, let other = operators.keys.sorted().first(where: { !hosts.contains($0) }) {
            throw .usage("--operators names '\(other)', which is not the host of a named server")
        }
        var sources: [any TimeSource] = []
        for server in named { sources.append(try source(server)) }
        return sources
    }

    private func source(_ server: Named) throws(CommandError) -> any TimeSource {
        if let place = server.place {
            if let publicKey = server.publicKey {
                do throws(TimeSourceError) {
                    return try RoughtimeSource(
                        host: place.host, port: place.port, publicKey: publicKey, operator: `operator`(of: server))
                } catch {
                    throw .usage("\(error)")
                }
            }
            guard server.kind == .nts else {
                return NTPSource(
                    host: place.host, port: place.port, operator: `operator`(of: server),
                    maximumRequests: maximumRequests)
            }
            return NTSSource(
                host: place.host, port: place.port, operator: `operator`(of: server),
                maximumRequests: maximumRequests, establishment: .ofPlatform(authorities: authorities))
        }
        guard let url = URL(string: server.text) else { throw .usage("'\(server.text)' is not a URL") }
        do throws(TimeSourceError) {
            let owner = `operator`(of: server)
            guard let authorities else {
                return try HTTPDateSource(url, operator: owner, premises: premises, maximumRequests: maximumRequests)
            }
            guard let exchange = HTTPExchange.trusting(authorities: authorities) else {
                throw TimeSourceError(.unsupported, "--ca-file works only on Linux, with libcurl")
            }
            exchange.close()
            return try HTTPDateSource(url, operator: owner, premises: premises, maximumRequests: maximumRequests) {
                HTTPExchange.trusting(authorities: authorities) ?? exchange
            }
        } catch {
            throw .usage("\(error)")
        }
    }

    /// Returns the path of the file with certificate authorities. The option takes precedence over the environment
    /// variables, as in curl(1).
    private static func authorities(_ arguments: Arguments, _ command: String) throws(CommandError) -> String? {
        let place = arguments.configuration.values["ca-file"]?.place
        let named = arguments.values["ca-file"].map { (path: $0, by: place ?? "--ca-file") }
        let variables = ["CURL_CA_BUNDLE", "SSL_CERT_FILE"].compactMap { name in
            Terminal.environment(name).map { (path: $0, by: "$" + name) }
        }
        guard let (path, by) = named ?? variables.first else { return nil }
        if let problem = Terminal.whyUnreadable(path) {
            throw .inputOutput("\(command): can't read the certificate authorities from \(by), \(path): \(problem)")
        }
        return path
    }

    static func seconds(
        _ name: String, _ arguments: Arguments, least: Double
    ) throws(CommandError) -> Nanoseconds? {
        guard let text = arguments.values[name] else { return nil }
        guard let seconds = Double(text), seconds >= least, seconds <= 1_000_000_000 else {
            let least = least == least.rounded() ? String(Int64(least)) : String(least)
            throw arguments.error(name, "is '\(text)', not a number of seconds from \(least) to 1000000000")
        }
        return Nanoseconds(Int64((seconds * 1_000_000_000).rounded()))
    }
}

extension StringProtocol {
    /// A Boolean value that indicates whether the text contains no spaces and no ASCII control characters.
    fileprivate var isWithoutSpacesAndControls: Bool { utf8.allSatisfy { $0 > 0x20 && $0 != 0x7f } }
}
