package import Sidereal
package import SiderealCore
import SiderealSystem

/// Servers in virtual time, and the shipping sources that ask them.
///
/// Seed, servers and questions decide all that happens. The sources are the library's own: of a web server the
/// simulation makes the fields of its answers, of other servers the bytes of their packets.
package final class SimulatedNetwork: Sendable {
    /// A question, and what came of it.
    package struct Call: Sendable, Hashable {
        /// When it left.
        package let at: TrueInstant
        /// The name of the server that was asked: ``SimulatedServer/name``.
        package let server: String
        /// The process that asked.
        package let process: Int
        /// What came back, in a few words.
        package let outcome: String
    }

    private struct State: Sendable {
        var sites: [ExactName: SimulatedSite] = [:]
        /// The names, in the order in which they were added.
        var names: [ExactName] = []
        var isReachable = true
        /// How often the device has gone offline.
        var interruptions = 0
        /// What each process knows of its servers.
        var processes: [Int: Correspondence] = [:]
        var calls: [Call]?
    }

    /// What a process keeps of the servers that it asked.
    private struct Correspondence: Sendable {
        let refusals = ServerRefusals()
        let sessions = NTSSessions()
        let chain = RoughtimeChain()
        /// The connections of the app's own, and when the last answer came over each.
        var connections: [ExactName: (connection: Connection, last: TrueInstant)] = [:]
    }

    /// A connection, which is lost when the server changes or the device goes offline.
    struct Connection: Sendable, Hashable {
        let server: SimulatedServer?
        let interruptions: Int
    }

    let time: VirtualTime
    private let seed: UInt64
    private let state: Lock<State>

    /// A network.
    ///
    /// - Parameters:
    ///   - servers: Those that are there at first.
    ///   - time: In which questions and answers travel.
    ///   - seed: Decides all luck.
    ///   - keepsCalls: Whether to remember each question.
    package init(_ servers: [SimulatedServer] = [], time: VirtualTime, seed: UInt64, keepsCalls: Bool = false) {
        self.time = time
        self.seed = seed
        state = Lock(State(calls: keepsCalls ? [] : nil))
        for server in servers { set(server) }
    }

    // MARK: - What there is

    /// Adds a server, or lets the one of this name behave like it from now on.
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

    /// How many questions have reached a server.
    package func requestCount(of name: String) -> Int {
        state.withLock { $0.sites[ExactName(name)]?.requestCount ?? 0 }
    }

    /// Whether the device has a way to the network.
    package var isReachable: Bool {
        get { state.withLock { $0.isReachable } }
        set {
            state.withLock { state in
                state.isReachable = newValue
                if !newValue { state.interruptions &+= 1 }
            }
        }
    }

    /// All questions that came to an end, in that order; empty unless they are kept.
    package var calls: [Call] { state.withLock { $0.calls ?? [] } }

    // MARK: - Sources

    /// The shipping source that asks a server, for one process of the device.
    package func source(
        _ server: SimulatedServer, premises: DateHeaderPremises = DateHeaderPremises(), process: Int = 0
    ) throws(TimeSourceError) -> any TimeSource {
        switch server.service {
        case .https, .http:
            guard let url = server.url else { throw TimeSourceError(.unsupported, "\(server.name) is no URL") }
            return try HTTPDateSource(
                url, operator: server.operator, premises: premises, refusals: correspondence(of: process).refusals,
                connect: { self.connection(to: server.name, process: process) })
        case .ntp:
            return NTPSource(
                host: server.host, port: 123, operator: server.operator, mostRequests: 4,
                network: datagrams(to: server, process), refusals: correspondence(of: process).refusals)
        case .nts:
            let known = correspondence(of: process)
            return NTSSource(
                host: server.host, operator: server.operator, establishment: keyExchange(with: server, process),
                network: datagrams(to: server, process), refusals: known.refusals, sessions: known.sessions)
        case .roughtime:
            return RoughtimeSource(
                host: server.host, publicKey: SimulatedRoughtime(named: server.name).publicKey,
                operator: server.operator, chain: correspondence(of: process).chain, cryptography: .simulated,
                network: datagrams(to: server, process))
        }
    }

    /// The source that asks the server of this network that an app names; a source of the app's own is left as it is.
    ///
    /// A name that no server here has does not resolve. Of Roughtime servers the key is not compared.
    func source(_ named: TimeServer, process: Int) throws(TimeSourceError) -> any TimeSource {
        let real = try named.makeSource()
        guard !named.isOwnSource, let server = SimulatedServer(askedBy: real) else { return real }
        return try source(server, process: process)
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

    /// Sources for all servers, in the order in which those were added.
    package func sources(
        premises: DateHeaderPremises = DateHeaderPremises(), process: Int = 0
    ) throws(TimeSourceError) -> [any TimeSource] {
        var sources: [any TimeSource] = []
        for server in servers { sources.append(try source(server, premises: premises, process: process)) }
        return sources
    }

    // MARK: - Connections of the app's own

    /// How long a connection over which nothing comes stays open: servers close them after 5 to 75 seconds.
    private static let idleLimit = Nanoseconds.seconds(60)

    /// A connection to a server that is opened now.
    func connection(to name: String) -> Connection {
        state.withLock {
            Connection(server: $0.sites[ExactName(name)]?.server, interruptions: $0.interruptions)
        }
    }

    /// Takes the connection that a process keeps, for a request. False if it has none, or has lost it.
    func take(_ connection: Connection, to name: String, _ process: Int) -> Bool {
        let now = time.timeline.now
        return state.withLock { state in
            guard let kept = state.processes[process]?.connections.removeValue(forKey: ExactName(name)) else {
                return false
            }
            return kept.connection == connection && now - kept.last < Self.idleLimit
        }
    }

    /// Keeps a connection over which an answer has come.
    func keep(_ connection: Connection, to name: String, _ process: Int) {
        let now = time.timeline.now
        state.withLock {
            $0.processes[process, default: Correspondence()].connections[ExactName(name)] = (connection, now)
        }
    }

    // MARK: - On the way

    /// Sends a question; nil where there is no way to the network.
    func send(to name: String, isWarm: Bool) -> SimulatedSite.Journey? {
        state.withLock { state in
            guard state.isReachable else { return nil }
            // A name of no server doesn't resolve.
            return state.sites[ExactName(name)]?.send(isWarm: isWarm) ?? .failed(.noName, after: .milliseconds(20))
        }
    }

    /// Whether a name resolves; nil where there is no way to the network.
    func knows(_ name: String) -> Bool? {
        state.withLock { state in
            guard state.isReachable else { return nil }
            return state.sites[ExactName(name)].map { $0.server.failure != .noName } ?? false
        }
    }

    /// What a server makes of a question that arrives now; nil where the server has gone meanwhile.
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
