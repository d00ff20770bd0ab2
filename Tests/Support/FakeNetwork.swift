package import SiderealCore
package import SiderealNetwork
package import SiderealSystem
package import SiderealTime

/// A network on virtual time. The time advances only while the code under test waits.
package final class FakeNetwork: BlockingDatagramNetwork {
    /// A packet that arrives at the request's socket this long after the request was sent.
    package struct Delivery: Sendable {
        package enum Content: Sendable {
            case packet([UInt8])
            case failure(ErrorNumber)
        }

        package var after: Nanoseconds
        package var content: Content

        package init(after: Nanoseconds, content: Content) {
            self.after = after
            self.content = content
        }
    }

    /// A request in the form that its server receives.
    package struct Question: Sendable {
        package let address: NetworkAddress
        package let bytes: [UInt8]
        /// The time at which the source sent the request.
        package let sent: ElapsedInstant
        /// The number of earlier requests to this address.
        package let earlier: Int
    }

    package typealias Server = @Sendable (FakeNetwork, Question) -> [Delivery]

    package struct State: Sendable {
        package var now = ElapsedInstant(nanoseconds: 50_000_000_000)
        /// The true time minus the elapsed clock.
        package var offset = Nanoseconds.seconds(1_800_000_000)
        package var addresses: [NetworkAddress] = []
        package var servers: [NetworkAddress: Server] = [:]
        package var resolution: NetworkError?
        /// The errors that opening a socket throws, by address.
        package var closed: [NetworkAddress: ErrorNumber] = [:]
        package var rejection: TrustedTime.Rejection?

        package var questions: [Question] = []
        package var samples: [TimeSample] = []
        package var turns: [String: ElapsedInstant] = [:]
        package var openSockets = 0
    }

    private let state = Lock(State())

    package init() {}

    package var now: State { state.withLock { $0 } }
    package func change(_ body: (inout State) -> Void) { state.withLock { body(&$0) } }
    package func advance(by length: Nanoseconds) { change { $0.now = $0.now + length } }

    /// Puts servers behind the host. Their addresses are in the order of the resolver.
    package func serve(_ servers: KeyValuePairs<NetworkAddress, Server>) {
        change { state in
            for (address, server) in servers {
                state.addresses.append(address)
                state.servers[address] = server
            }
        }
    }

    // MARK: - The source's side

    package func addresses(
        of host: String, port: UInt16, until deadline: Deadline, unless wakeUp: WakeUp
    ) throws(NetworkError) -> [NetworkAddress] {
        let state = now
        if let error = state.resolution { throw error }
        return state.addresses
    }

    package func connect(to address: NetworkAddress) throws(NetworkError) -> any DatagramSocket {
        if let number = now.closed[address] { throw .system(.connect, address.description, number) }
        return FakeSocket(self, address)
    }

    package func poll(_ source: any TimeSource, timeout: Duration = .seconds(15)) -> TimePoll {
        let driver = TimePoll.Driver(
            elapsed: { self.now.now },
            receive: { sample in
                self.change { $0.samples.append(sample) }
                return self.now.rejection
            },
            wait: { instant throws(CancellationError) in
                if Task.isCancelled { throw CancellationError() }
                self.change { $0.now = max($0.now, instant) }
            },
            bookTurn: { host, earliest in
                self.state.withLock { state in
                    let turn = max(earliest, state.turns[host] ?? earliest)
                    state.turns[host] = turn + .milliseconds(500)
                    return turn
                }
            },
            knownOffset: { nil })
        return TimePoll(source, timeout: timeout, drift: .partsPerMillion(500), driver: driver)
    }

    package func source(refusals: ServerRefusals = ServerRefusals(), maximumRequests: Int = 4) -> NTPSource {
        NTPSource(
            host: "time.example", port: 123, operator: nil, maximumRequests: maximumRequests, network: self,
            refusals: refusals)
    }

    /// Returns the error that a poll throws, or `nil` if the poll succeeds.
    package func ask(_ source: any TimeSource, timeout: Duration = .seconds(15)) async -> TimeSourceError? {
        do {
            try await source.ask(poll(source, timeout: timeout))
            return nil
        } catch {
            return error as? TimeSourceError ?? TimeSourceError(.network, "another error: \(error)")
        }
    }

    // MARK: - Results

    /// A Boolean value that indicates whether the true time is within the bounds of all samples.
    package var areTrue: Bool {
        let state = now
        return state.samples.allSatisfy { sample in
            guard let earliest = sample.earliest, let latest = sample.latest else { return false }
            let atReceived = TrueInstant(nanoseconds: sample.received.nanoseconds) + state.offset
            let atSent = TrueInstant(nanoseconds: sample.sent.nanoseconds) + state.offset
            return earliest <= atReceived && atSent <= latest && sample.sent <= sample.received
        }
    }

    /// The times of the requests, in seconds since the first request.
    package var times: [Double] {
        let questions = now.questions
        return questions.map { question in
            Double((question.sent - (questions.first?.sent ?? question.sent)).count) / 1_000_000_000
        }
    }

    package var asked: [String] { now.questions.map { $0.address.host } }

    /// Makes an answer to a request whose way there and way back each took half of `roundTrip`.
    package func answer(
        _ question: Question, roundTrip: Nanoseconds = .milliseconds(30), _ change: (inout [UInt8]) -> Void = { _ in }
    ) -> Delivery {
        let half = Nanoseconds(roundTrip.count / 2)
        let arrival = TrueInstant(nanoseconds: question.sent.nanoseconds) + now.offset + half
        var bytes = NTPBytes.answer(to: question.bytes, receive: arrival, transmit: arrival)
        change(&bytes)
        return Delivery(after: roundTrip, content: .packet(bytes))
    }

    fileprivate func send(_ bytes: [UInt8], to address: NetworkAddress) -> [Arrival] {
        let state = now
        let earlier = state.questions.filter { $0.address == address }.count
        let question = Question(address: address, bytes: bytes, sent: state.now, earlier: earlier)
        change { $0.questions.append(question) }
        // This call is outside the lock, because servers read the clock, which takes the lock.
        let deliveries = state.servers[address]?(self, question) ?? []
        return deliveries.map { Arrival(at: state.now + $0.after, content: $0.content) }
    }
}

private struct Arrival: Sendable {
    let at: ElapsedInstant
    let content: FakeNetwork.Delivery.Content
}

private final class FakeSocket: DatagramSocket {
    private let network: FakeNetwork
    private let address: NetworkAddress
    private let inbox = Lock<[Arrival]>([])

    init(_ network: FakeNetwork, _ address: NetworkAddress) {
        self.network = network
        self.address = address
        network.change { $0.openSockets += 1 }
    }

    deinit { network.change { $0.openSockets -= 1 } }

    func send(_ bytes: [UInt8]) throws(NetworkError) {
        let arriving = network.send(bytes, to: address)
        inbox.withLock { $0 = ($0 + arriving).sorted { $0.at < $1.at } }
    }

    func receive(until deadline: Deadline, unless wakeUp: WakeUp) throws(NetworkError) -> Datagram? {
        if wakeUp.isSignalled { throw .woken }
        guard !deadline.hasPassed else { return nil }
        let next = inbox.withLock { inbox -> Arrival? in
            guard let first = inbox.first, first.at < deadline.instant else { return nil }
            return inbox.removeFirst()
        }
        network.change { $0.now = max($0.now, next?.at ?? deadline.instant) }
        switch next?.content {
        case .packet(let bytes): return Datagram(bytes)
        case .failure(let number): throw .system(.receive, address.description, number)
        case nil: return nil
        }
    }
}

/// NTP packets that the tests build byte by byte.
package enum NTPBytes {
    /// Makes a server's good answer: version 4, stratum 2, a precision of a microsecond, and a root distance near zero.
    package static func answer(to question: [UInt8], receive: TrueInstant, transmit: TrueInstant) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: 48)
        bytes[0] = 4 << 3 | 4
        bytes[1] = 2
        bytes[2] = 6
        bytes[3] = UInt8(bitPattern: -20)
        bytes.replaceSubrange(24..<32, with: question[40..<48])
        bytes.replaceSubrange(32..<40, with: big(NTPTimestamp(receive).bits))
        bytes.replaceSubrange(40..<48, with: big(NTPTimestamp(transmit).bits))
        return bytes
    }

    /// Turns an answer into a refusal.
    package static func kiss(_ code: String, _ bytes: inout [UInt8]) {
        bytes[0] |= 3 << 6
        bytes[1] = 0
        bytes.replaceSubrange(12..<16, with: (Array(code.utf8) + [0, 0, 0, 0]).prefix(4))
    }

    private static func big(_ word: UInt64) -> [UInt8] {
        stride(from: 56, through: 0, by: -8).map { UInt8(truncatingIfNeeded: word >> UInt64($0)) }
    }
}
