package import Sidereal
package import SiderealCore
import SiderealSystem

/// The servers of a device in virtual time, and the shipping sources that poll them.
///
/// The same seed, servers and requests always give the same answers. The sources are the library's own sources. The
/// simulation makes the header fields of web answers, and the packets of other servers.
package final class SimulatedNetwork: Sendable {
    /// A request and its outcome.
    package struct Call: Sendable, Hashable {
        /// The time at which the request left.
        package let at: TrueInstant
        /// The name of the requested server: ``SimulatedServer/name``.
        package let server: String
        /// The process that sent the request.
        package let process: Int
        /// A short description of the answer or the error.
        package let outcome: String
    }

    private struct State: Sendable {
        var sites: [ExactName: SimulatedSite] = [:]
        /// The names of the servers, in the order in which they were added.
        var names: [ExactName] = []
        var isReachable = true
        /// The number of times that the device has gone offline.
        var interruptions = 0
        /// The state of each process.
        var processes: [Int: Correspondence] = [:]
        var calls: [Call]?
    }

    /// The state that a process keeps about its servers.
    private struct Correspondence: Sendable {
        let refusals = ServerRefusals()
        let sessions = NTSSessions()
        let chain = TimeServer.RoughtimeChain()
        /// The connections of the app itself, each with the time of its last answer.
        var connections: [ExactName: (connection: Connection, last: TrueInstant)] = [:]
    }

    /// A connection. The connection breaks when the server changes or the device goes offline.
    struct Connection: Sendable, Hashable {
        let server: SimulatedServer?
        let interruptions: Int
    }

    let time: VirtualTime
    private let seed: UInt64
    private let state: Lock<State>

    /// Creates a network.
    ///
    /// - Parameters:
    ///   - servers: The initial servers.
    ///   - time: The virtual time in which requests and answers travel.
    ///   - seed: The seed of all random values.
    ///   - keepsCalls: Indicates whether the network records each request in ``calls``.
    package init(_ servers: [SimulatedServer] = [], time: VirtualTime, seed: UInt64, keepsCalls: Bool = false) {
        self.time = time
        self.seed = seed
        state = Lock(State(calls: keepsCalls ? [] : nil))
        for server in servers { set(server) }
    }

    // MARK: - Servers

    /// Adds a server, or replaces the server with the same name.
    package func set(_ server: SimulatedServer) {
        let name = ExactName(server.name)
        state.withLock { state in
            if state.sites[name] == nil {
                state.names.append(name)
                state.sites[name] = SimulatedSite(server, seed: seed)
            } else {
                state.sites[name]?.server = server
            }
        }
    }

    /// All servers, in the order in which they were added.
    package var servers: [SimulatedServer] {
        state.withLock { state in state.names.compactMap { state.sites[$0]?.server } }
    }

    /// Returns the number of requests that have reached a server.
    package func requestCount(of name: String) -> Int {
        state.withLock { $0.sites[ExactName(name)]?.requestCount ?? 0 }
    }

    /// A Boolean value that indicates whether the device can reach the network.
    package var isReachable: Bool {
        get { state.withLock { $0.isReachable } }
        set {
            state.withLock { state in
                state.isReachable = newValue
                if !newValue { state.interruptions &+= 1 }
            }
        }
    }

    /// All finished requests, in the order in which they ended. The array is empty if the network does not record
    /// requests.
    package var calls: [Call] { state.withLock { $0.calls ?? [] } }

    // MARK: - Sources

    /// Returns the library's own source that polls a server for one process of the device.
    package func source(
        _ server: SimulatedServer, premises: DateHeaderPremises = DateHeaderPremises(), maximumRequests: Int? = nil,
        process: Int = 0
    ) throws(TimeSourceError) -> any TimeSource {
        switch server.service {
        case .https, .http:
            guard let url = server.url else { throw TimeSourceError(.unsupported, "\(server.name) is not a URL") }
            return try HTTPDateSource(
                url, operator: server.operator, premises: premises, maximumRequests: maximumRequests,
                refusals: correspondence(of: process).refusals,
                connect: { self.connection(to: server.name, process: process) })
        case .ntp:
            return NTPSource(
                host: server.host, port: 123, operator: server.operator, maximumRequests: maximumRequests,
                network: datagrams(to: server, process), refusals: correspondence(of: process).refusals)
        case .nts:
            let known = correspondence(of: process)
            return NTSSource(
                host: server.host, operator: server.operator, maximumRequests: maximumRequests,
                establishment: keyExchange(with: server, process),
                network: datagrams(to: server, process), refusals: known.refusals, sessions: known.sessions)
        case .roughtime:
            return RoughtimeSource(
                host: server.host, publicKey: SimulatedRoughtime(named: server.name).publicKey,
                operator: server.operator, chain: correspondence(of: process).chain, cryptography: .simulated,
                network: datagrams(to: server, process))
        }
    }

    /// Returns a source that polls a server of this network in place of the real server that an app names. If the app
    /// supplies the source itself, returns that source unchanged.
    ///
    /// If this network has no server with the name, the name does not resolve. This method does not compare the key of
    /// a Roughtime server.
    func source(_ named: TimeServer, process: Int) throws(TimeSourceError) -> any TimeSource {
        let real = try named.makeSource()
        guard !named.isOwnSource, let server = SimulatedServer(askedBy: real) else { return real }
        switch real {
        case let real as HTTPDateSource:
            return try source(server, premises: real.premises, maximumRequests: real.maximumRequests, process: process)
        case let real as NTPSource: return try source(server, maximumRequests: real.maximumRequests, process: process)
        case let real as NTSSource: return try source(server, maximumRequests: real.maximumRequests, process: process)
        default: return try source(server, process: process)
        }
    }

    private func datagrams(to server: SimulatedServer, _ process: Int) -> SimulatedDatagrams {
        SimulatedDatagrams(network: self, process: process, name: server.name)
    }

    private func correspondence(of process: Int) -> Correspondence {
        state.withLock { state in
            let known = state.processes[process] ?? Correspondence()
            state.processes[process] = known
            return known
        }
    }

    /// Returns sources for all servers, in the order in which the servers were added.
    package func sources(
        premises: DateHeaderPremises = DateHeaderPremises(), process: Int = 0
    ) throws(TimeSourceError) -> [any TimeSource] {
        var sources: [any TimeSource] = []
        for server in servers { sources.append(try source(server, premises: premises, process: process)) }
        return sources
    }

    // MARK: - Connections of the app's own

    /// The time for which an idle connection stays open. Real servers close idle connections after 5 to 75 seconds.
    private static let idleLimit = Nanoseconds.seconds(60)

    /// Opens a connection to a server, and returns it.
    func connection(to name: String) -> Connection {
        state.withLock {
            Connection(server: $0.sites[ExactName(name)]?.server, interruptions: $0.interruptions)
        }
    }

    /// Removes the connection that a process keeps, to use it for a request. Returns `false` if there is no such
    /// connection, or if the connection is broken or has been idle for too long.
    func take(_ connection: Connection, to name: String, _ process: Int) -> Bool {
        let now = time.timeline.now
        return state.withLock { state in
            guard let kept = state.processes[process]?.connections.removeValue(forKey: ExactName(name)) else {
                return false
            }
            return kept.connection == connection && now - kept.last < Self.idleLimit
        }
    }

    /// Keeps a connection open after an answer.
    func keep(_ connection: Connection, to name: String, _ process: Int) {
        let now = time.timeline.now
        state.withLock {
            $0.processes[process, default: Correspondence()].connections[ExactName(name)] = (connection, now)
        }
    }

    // MARK: - On the way

    /// Sends a request. Returns `nil` if the device can't reach the network.
    func send(to name: String, isWarm: Bool) -> SimulatedSite.Journey? {
        state.withLock { state in
            guard state.isReachable else { return nil }
            // A name that has no server does not resolve.
            return state.sites[ExactName(name)]?.send(isWarm: isWarm) ?? .failed(.noName, after: .milliseconds(20))
        }
    }

    /// Returns true if a name resolves, or `nil` if the device can't reach the network.
    func knows(_ name: String) -> Bool? {
        state.withLock { state in
            guard state.isReachable else { return nil }
            return state.sites[ExactName(name)].map { $0.server.failure != .noName } ?? false
        }
    }

    /// Returns a server's answer to a request that arrives now, or `nil` if there is no such server.
    func arrive<Answer: Sendable>(
        at name: String, _ body: (inout SimulatedSite, TrueInstant) -> Answer
    ) -> Answer? {
        let now = time.timeline.now
        return state.withLock { state in
            guard var site = state.sites[ExactName(name)] else { return nil }
            defer { state.sites[ExactName(name)] = site }
            return body(&site, now)
        }
    }

    func record(_ name: String, process: Int, sent: TrueInstant, _ outcome: @autoclosure () -> String) {
        guard state.withLock({ $0.calls != nil }) else { return }
        let call = Call(at: sent, server: name, process: process, outcome: outcome())
        state.withLock { $0.calls?.append(call) }
    }
}
